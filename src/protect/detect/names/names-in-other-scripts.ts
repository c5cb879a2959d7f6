// Names in scripts without capitals, by the lists: a family name and a given name side by side, in the order of the country.

import { matchesOf } from "../matches-of.ts";
import type { Found } from "../recognizer.ts";
import { fold } from "./fold.ts";
import { FAMILY, GIVEN } from "./lists/other-names.ts";
import { HANGUL as HANGUL_NAMES, SURNAMES } from "./names-written-together.ts";

const GIVEN_NAMES = new Set(GIVEN.split(" "));
const FAMILY_NAMES = new Set(FAMILY.split(" "));
const HAN_FAMILIES = new Set(SURNAMES);
const HANGUL_FAMILIES = new Set(HANGUL_NAMES);
const WITHOUT_CAPITALS =
  "[\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Thai}\\p{Script=Georgian}]";
const SPACED = new RegExp(
  `(?<![\\p{L}\\p{M}])${WITHOUT_CAPITALS}[\\p{L}\\p{M}]{1,24}(?:[-־][\\p{L}\\p{M}]{2,20})?(?:[׳'](?![\\p{L}]))?`,
  "gu",
);
/** "son of", "daughter of", "father of", "house of" */
const LINEAGE = new Set(["بنت", "ابن", "ابنة", "آل", "أبو", "ابو", "عبد", "בן", "בת"].map(fold));
/** The second half of a given name (فاطمة الزهراء), and families by their place or trade (العلوي). */
const SECOND_HALF = new Set(["الزهراء", "الدين", "الله", "الرحمن", "الرحيم", "العزيز"].map(fold));
const NISBA = /^ال\p{L}{2,12}ي$/u;
/** בן-שושן, אבו-רמדאן */
const SON_OF = /^(?:בן|בר|בת|אבו|אל)[-־]/;
/** Streets, schools, ships and prizes that are called after somebody. */
const THINGS_BEFORE = new Set(
  "רחוב רח תחנת תחנה שדרות כיכר נמל שדה תעופה אצטדיון גשר פרס אוניברסיטת ספינת אוניית מרכז קניון גן פארק היכל אולם מוזיאון ספריית קריית ספר חולים שכונת מתנס תיאטרון הצגה סרט طريق شارع ميدان جسر مستشفى جامعة مطار مدرسة محطة جائزة ملعب استاد مسجد سفينة إعصار حديقة متحف مكتبة مركز برج قاعة مسرح كأس بطولة حي مجمع سوق نفق كلية معهد دوار جامع مؤسسة فيلم مسلسل رواية ثانوية خیابان میدان بیمارستان دانشگاه مدرسه پل فرودگاه ایستگاه بزرگراه ورزشگاه جایزه کوچه بلوار پارک موزه تالار فیلم کتاب ถนน สะพาน โรงเรียน โรงพยาบาล สนามบิน สถานี วัด ซอย มหาวิทยาลัย อนุสาวรีย์ เรือ"
    .split(" ")
    .map(fold),
);
const THINGS_AFTER = new Set(
  "मार्ग सेतु रोड स्टेशन विद्यालय अस्पताल विश्वविद्यालय पुरस्कार चौक नगर पार्क स्टेडियम पुल हवाई एयरपोर्ट कॉलेज संस्थान भवन उद्यान স্টেশন সেতু সড়ক রোড বিশ্ববিদ্যালয় হাসপাতাল বিমানবন্দর স্টেডিয়াম পুরস্কার কলেজ ქუჩა ქუჩის გამზირი მოედანი სახელობის პრემია"
    .split(" ")
    .map(fold),
);
const TOLD_BY = new Set("שם ידי לידי אצל מאת בשם بواسطة باسم قبل توسط द्वारा কর্তৃক".split(" ").map(fold));
const HEBREW_FAMILY = /\p{L}(?:וביץ|ביץ|שטיין|שטין|ברג|סקי|צקי|בוים|באום|זון|שוילי|היים|דורף|רמן|נזון)$/u;
const WORDS_FOR_NAME = new Set(["שם", "اسم", "الاسم", "نام", "नाम", "নাম", "ชื่อ"].map(fold));
const MOST_WORDS = 5;
/** After a name in Korean stands nothing or a particle. */
const HANGUL =
  /(?<![\p{L}\p{M}])(\p{Script=Hangul}{3})(?=(?:이|가|은|는|을|를|에게|와|과|의|님|씨|께서|께|한테|이랑|랑|도|입니다|이에요|예요|이고|이라고)?(?![\p{L}\p{M}]))/gu;
const HAN = /\p{Script=Han}{2,}(?:[ \u3000]\p{Script=Han}{1,3}(?!\p{Script=Han}))?/gu;
const NO_LATIN = /[^\u0000-\u058f]/;

export function findNamesInOtherScripts(text: string, found: Found): void {
  if (!NO_LATIN.test(text)) return;
  findSpaced(text, found);
  for (const match of matchesOf(HANGUL, text)) {
    const name = match[0];
    if (HANGUL_FAMILIES.has(name[0] as string) && GIVEN_NAMES.has(name.slice(1)))
      report(found, name, match.index);
  }
  for (const match of matchesOf(HAN, text)) findInHan(match[0], match.index, found);
}

type Word = { start: number; end: number; folded: string };

function findSpaced(text: string, found: Found): void {
  let run: Word[] = [];
  for (const { 0: raw, index } of matchesOf(SPACED, text)) {
    const previous = run.at(-1);
    if (
      previous !== undefined &&
      !(index === previous.end + 1 && /[ \u00a0]/.test(text[previous.end] ?? ""))
    ) {
      findInRun(text, run, found);
      run = [];
    }
    run.push({ start: index, end: index + raw.length, folded: fold(raw).replace(/[׳']$/, "") });
  }
  findInRun(text, run, found);
}

function findInRun(text: string, run: readonly Word[], found: Found): void {
  for (let at = 0; at < run.length - 1; ) {
    const end = endOfName(run, at);
    if (end > at + 1 && !isThing(run[at - 1], run[end])) {
      const { start } = run[at] as Word;
      report(found, text.slice(start, (run[end - 1] as Word).end), start);
    }
    at = Math.max(end, at + 1);
  }
}

/** Hebrew and Arabic put a letter for "to", "in" or "the" before a word. */
function isThing(before: Word | undefined, after: Word | undefined): boolean {
  if (after !== undefined && THINGS_AFTER.has(after.folded)) return true;
  if (before === undefined) return false;
  return (
    THINGS_BEFORE.has(before.folded) ||
    THINGS_BEFORE.has(before.folded.replace(/^(?:[ובלמהכש]|ال|بال|لل|و|ب|ل)/, ""))
  );
}

/** A listed given name with what follows as family, or a family name with a given one. */
function endOfName(run: readonly Word[], at: number): number {
  const first = (run[at] as Word).folded;
  if (WORDS_FOR_NAME.has(first)) return 0;
  const isGiven = GIVEN_NAMES.has(first);
  if (!isGiven) {
    const isFamilyFirst = FAMILY_NAMES.has(first) && GIVEN_NAMES.has((run[at + 1] as Word).folded);
    return isFamilyFirst ? at + 2 : 0;
  }
  let end = at + 1;
  while (end < run.length && end - at < MOST_WORDS) {
    const { folded } = run[end] as Word;
    const next = run[end + 1];
    if (LINEAGE.has(folded) && next !== undefined) end += 2;
    else if (isFamily(folded) || SECOND_HALF.has(folded) || (GIVEN_NAMES.has(folded) && end === at + 1))
      end++;
    else break;
  }
  // "על ידי נועה …": whoever did something has a family name, known or not.
  if (end === at + 1 && end < run.length && TOLD_BY.has(run[at - 1]?.folded ?? "")) return end + 1;
  const hasFamily = run.slice(at + 1, end).some(({ folded }) => isFamily(folded) || LINEAGE.has(folded));
  return hasFamily ? end : 0;
}

function isFamily(folded: string): boolean {
  return FAMILY_NAMES.has(folded) || NISBA.test(folded) || HEBREW_FAMILY.test(folded) || SON_OF.test(folded);
}

/** 王 + 小明, 山田 + 太郎 with or without a space. */
function findInHan(run: string, offset: number, found: Found): void {
  for (let at = 0; at < run.length - 2; at++) {
    const end = endOfHanName(run, at);
    if (end === 0) continue;
    report(found, run.slice(at, end), offset + at);
    at = end - 1;
  }
}

function endOfHanName(run: string, at: number): number {
  const isPair = FAMILY_NAMES.has(run.slice(at, at + 2));
  if (!isPair && !HAN_FAMILIES.has(run[at] as string)) return 0;
  const family = isPair ? 2 : 1;
  const space = /[ \u3000]/.test(run[at + family] ?? "") ? 1 : 0;
  if (space > 0 && !isPair) return 0;
  for (const length of isPair ? [3, 2] : [2]) {
    const start = at + family + space;
    if (start + length <= run.length && GIVEN_NAMES.has(run.slice(start, start + length)))
      return start + length;
  }
  return 0;
}

function report(found: Found, name: string, start: number): void {
  found(start, start + name.length, name.normalize("NFC"), 1);
}
