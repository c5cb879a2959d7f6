// Names of people: by the name of the field, where a plain `name` counts only beside an e-mail, a phone or the like,
// and by the words around them in sentences.

import { endsIn, type FieldName, hasWord, readFieldName } from "../detect/field-name.ts";
import { HAS_SPACE, HAS_UPPER, MAY_HIDE } from "../detect/leaf-shape.ts";
import { isGivenName } from "../detect/names/given-names.ts";
import { findNamesBeyondLatin, SURNAMES } from "../detect/names/names-beyond-latin.ts";
import { findNamesInOtherScripts } from "../detect/names/names-in-other-scripts.ts";
import { findLowerNames, findNamesInText } from "../detect/names/names-in-text.ts";
import {
  ADDRESS_HOLDERS,
  kindOfKey,
  NAME_FIELDS,
  PERSON_WORDS,
  PLACE_FIELDS,
  PLAIN_FIELDS,
  THING_FIELDS,
  THING_WORDS,
} from "../detect/names/person-fields.ts";
import { withRepeatedNames } from "../detect/names/repeated-names.ts";
import { fillsRole, isBrand, namesARole, roleOf } from "../detect/names/role-fields.ts";
import { isScreenText, namesAThing } from "../detect/names/thing-names.ts";
import { holdsAThing } from "../detect/names/things-around.ts";
import { isWellKnown } from "../detect/names/well-known.ts";
import {
  isEverydayLanguage,
  isSurelyAName,
  readsLikeAName,
  speaksForAName,
  wordKind,
} from "../detect/names/word-kinds.ts";
import type { Found, Leaf, Recognizer } from "../detect/recognizer.ts";

const WORD =
  "(?:[\\p{Lu}\\p{Lo}][\\p{L}\\p{M}'’.-]{0,30}|(?:van|von|de|der|den|da|di|del|della|la|le|bin|al|dos|du|y|e|zu|ter|ten)|[dDO]['’]\\p{Lu}[\\p{L}\\p{M}]{1,30})";
const NAME_SHAPE = new RegExp(`^(?:\\p{L}{1,5}\\.? )?${WORD}(?:,? ${WORD}){0,5}$`, "u");
const LOOSE_NAME = /^\p{L}[\p{L}\p{M}'’. ,-]{0,80}$/u;
const NOBODY =
  /^(?:(?:first|last|full|middle|given|family|display|user|your) ?names?|unknown|none|null|n\/?a|admin|administrator|root|system|test|user|anonymous|guest|bot|support|true|false|everyone|all|na|tbd|undefined|default|other|me|self|unassigned)$/i;

/** Chinese and Korean names have two to four characters and begin with one of a few family names. */
const TOGETHER_NAME = new RegExp(
  `^(?:(?:[${SURNAMES}]|欧阳|司马|上官|诸葛|東方|歐陽)\\p{Script=Han}{1,3}|[김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구나민진지엄채원천방공현함변염여추도소석선설마길연위표명기반라왕금옥육인맹제모][\\p{Script=Hangul}]{1,3})$`,
  "u",
);
const HAS_LOWER_WORD =
  /^(?:Mr|Mrs|Ms|Miss|Dr|Prof|Herr|Frau|Mme|Mlle|Sr|Sra|Dhr|Mevr)\.? |(?:^|[\s([,.>])\p{Ll}{2,}|[,:!]/u;
const TITLE =
  /^(?:[DM]rs?|Ms|Miss|Mx|Prof|Sir|Dame|Herr|Frau|Mme|Mlle|Sra?|Srta|Dott|Ing|Dhr|Mevr|Rev|Fr|Sr|Capt|Lt|Sgt|Cpl|Maj|Col|Gen|Insp|Supt|PC|DC|DI|Hon|Lord|Lady|Chief|Cllr|Judge|Justice|Père|Pater|Don|Doña)\.?$/u;
const SHORTEST_SENTENCE = 8;
const LONGEST_FIELD = 300;
const SHORTEST_INTRODUCTION = 10;
const LONGEST_THING = 60;

export const person: Recognizer = {
  class: "PERSON",
  about: {
    finds:
      "Names of people: by field, after titles, greetings, closings, introductions and roles, and known given names with a surname.",
    validation:
      "A plain `name` counts only beside an e-mail, a phone and the like; firms, places, teams and products stay.",
    cues: [
      "Dear, Hallo, Bonjour, Hola",
      "Mr, Frau, Mme, 様, 先生, 님",
      "my name is, ich heiße",
      "regards, Grüße, cordialement",
      "customer, patient, Kunde",
    ],
    fields: [...NAME_FIELDS],
  },
  needsAny: HAS_UPPER | MAY_HIDE | HAS_SPACE,
  minDigits: 0,
  minRun: 2,
  hint: (field, parent) => isNameField(field) || isPlainName(field, parent) || roleOf(field) !== null,
  find(leaf, hinted, found) {
    if (hinted && findWholeField(leaf, found)) return;
    if (isThingsName(leaf) || isPlaceName(leaf)) return;
    if (leaf.text.length >= SHORTEST_INTRODUCTION) findLowerNames(leaf.text, found);
    if ((leaf.shape.bits & (HAS_UPPER | MAY_HIDE)) === 0) return;
    if ((leaf.shape.bits & MAY_HIDE) !== 0) findNamesElsewhere(leaf.text, found);
    const whole = wholeName(leaf);
    if (whole !== null) {
      const start = leaf.text.indexOf(whole);
      found(start, start + whole.length, whole.normalize("NFC"), 2);
      return;
    }
    if (leaf.text.length < SHORTEST_SENTENCE || !/[ \n]/.test(leaf.text)) return;
    const isSentence = HAS_LOWER_WORD.test(leaf.text) || leaf.text.includes("\n");
    withRepeatedNames(leaf.text, found, (report) =>
      findNamesInText(leaf.text, { found: report, isSentence }),
    );
  },
  examples: [
    { text: "Ann", field: "first_name" },
    { text: "O'Brien-Smith", field: "lastName" },
    { text: "Ann Lee", field: "customer_name" },
    { text: "Ann Lee", field: "name", siblings: { name: "Ann Lee", email: "ann@example.com" } },
    { text: "Jürgen von der Heide", field: "Vollername" },
    { text: "García Márquez", field: "apellidos" },
    { text: "王小明", field: "姓名" },
    { text: "Ann Lee", field: "name", parent: "assignee" },
    { text: "Dr. Ann Lee", field: "author" },
    { text: "ann lee", field: "full_name" },
    { text: "नेहा शर्मा", field: "applicant_name" },
    { text: "김서연", field: "고객이름" },
    { text: "opened for cn=Marit Solberg,ou=people", value: "Marit Solberg" },
    { text: "محمد الأحمد", field: "customer_name" },
    { text: "hi, my name is david miller", value: "david miller" },
    { text: "David Johnson" },
    { text: "Ship to: BETTY HARRINGTON", value: "BETTY HARRINGTON" },
    { text: "Met Femke Hendriks at noon", value: "Femke Hendriks" },
    { text: "Mum (Concepción) collects at 3", value: "Concepción" },
    { text: "Passenger: CASTELLANO/ALISON MS", value: "CASTELLANO/ALISON" },
    { text: "BEGIN:VCARD\nN:Schäfer;Annegret;;;\nEND:VCARD", value: "Schäfer" },
    { text: "Mireille Assouline said yes; tell the board about Assouline", value: "Assouline" },
    { text: "his mother's maiden name Kowalewski", value: "Kowalewski" },
    { text: "欧阳志远", field: "客户" },
    { text: "我叫王小明，订单没到", value: "王小明" },
    { text: "私は山田太郎です。", value: "山田太郎" },
    { text: "Yılmaz", field: "soyad" },
    { text: "佐藤様、お世話になっております", value: "佐藤" },
    { text: "尊敬的王小明先生，您好", value: "王小明" },
    { text: "김민수님 안녕하세요", value: "김민수" },
    { text: "Уважаемая Ольга Петровна, заказ готов", value: "Ольга Петровна" },
    { text: "Lee, Ann", field: "display_name", siblings: { display_name: "Lee, Ann", phone: "1" } },
  ],
  nearMisses: [
    { text: "report.pdf", field: "file_name" },
    { text: "Blue Chair", field: "product_name" },
    { text: "Blue Chair", field: "name", siblings: { name: "Blue Chair", price: 3 } },
    { text: "Fernhill Ltd", field: "company_name" },
    { text: "unknown", field: "first_name" },
    { text: "backend-team", field: "assignee" },
    { text: "Build Bot 7", field: "author" },
    {
      text: "Fernhill",
      field: "name",
      siblings: { name: "Fernhill", email: "a@example.com", type: "Organization" },
    },
    { text: "Paris", field: "to" },
    { text: "subject CN=www.example.com, O=Fernhill" },
    { text: "Die Marie Curie Allee wird saniert" },
    { text: "お客様、皆様へのお知らせ" },
    { text: "고객님 안녕하세요" },
    { text: "Samuel Adams", field: "beer" },
    { text: "a statue of Albert Einstein stands there" },
    { text: "Open Smith Chart and Print Preview Window" },
    { text: "Holder: a generous file does not help" },
    { text: "this is fine, i am here" },
    { text: "Stadtwerke Rostock", field: "name", siblings: { name: "Stadtwerke Rostock", iban: "x" } },
    { text: "Réunion en salle Victor Hugo demain" },
  ],
};

/** The name of a product or a work stands in its row; what reads like a person there is part of it. */
function isThingsName(leaf: Leaf): boolean {
  if (leaf.text.length > LONGEST_THING || !hasWord(leaf.field, THING_FIELDS)) return false;
  for (const key in leaf.siblings) if (kindOfKey(key) === "business") return true;
  return false;
}

function isPlaceName(leaf: Leaf): boolean {
  return leaf.text.length <= LONGEST_THING && hasWord(leaf.field, PLACE_FIELDS);
}

function findNamesElsewhere(text: string, found: Found): void {
  findNamesBeyondLatin(text, found);
  findNamesInOtherScripts(text, found);
}

function isNameField(field: FieldName): boolean {
  if (hasWord(field, THING_WORDS)) return false;
  // name_as_per_passport, nameOfApplicant
  if (field.words[0] === "name" && /^(?:as|of|on|in)$/.test(field.words[1] ?? "")) return true;
  if (endsIn(field, NAME_FIELDS)) return true;
  const [last] = field.tails;
  if (field.tails[1] === "username") return false;
  if (namesARole(field)) return true;
  const before = field.tails[1].slice(0, -last.length);
  return (last === "name" || last === "names") && PERSON_WORDS.has(before);
}

/** Scripts without capitals are neither. */
function isLowerCase(text: string): boolean {
  return text === text.toLowerCase() && text !== text.toUpperCase();
}

function findWholeField(leaf: Leaf, found: Found): boolean {
  if (leaf.text.length > LONGEST_FIELD) return false;
  // "Ann Lee <ann@example.com>": the name is what stands before the address.
  const plain = leaf.isPart ? leaf.text.replace(/(?<=\p{L})\+(?=\p{L})/gu, " ") : leaf.text;
  const whole = plain
    .replace(/\s*[<(][^<>()]{0,120}@[^<>()]{0,120}[>)]\s*$/, "")
    .trim()
    .replace(/^["']|["']$/g, "");
  // A label in Chinese or Korean: the name ends at the comma, "客户：王小明，手机 …".
  const first = leaf.isPart ? (whole.split(/[,;、。]/, 1)[0] as string) : whole;
  const value = TOGETHER_NAME.test(first) ? first : whole;
  if (value.length < 2 || value.length > 80 || NOBODY.test(value) || !LOOSE_NAME.test(value)) return false;
  if (leaf.isPart && isLowerCase(value) && !isGivenName(value.split(" ")[0] as string)) return false;
  if (!isSomebody(leaf, value)) return false;
  const start = plain.indexOf(value);
  found(start, start + value.length, value.normalize("NFC"), 3);
  return true;
}

/** A known given name and surname and nothing else but brackets, under a field that does not name things. */
function wholeName(leaf: Leaf): string | null {
  const { field } = leaf;
  if (leaf.text.length > 60 || leaf.shape.digits > 0 || (leaf.shape.bits & (HAS_UPPER | MAY_HIDE)) === 0)
    return null;
  const text = leaf.text.replace(/^[^\p{L}\p{N}]{1,4}|[^\p{L}\p{N}.]{1,4}$/gu, "");
  if (text.length < 5 || !NAME_SHAPE.test(text)) return null;
  const words = text.split(" ");
  if (words.length < 2 || words.length > 5 || holdsAThing(words) || namesAThing(text) || isWellKnown(text))
    return null;
  // Where nothing tells a sentence from a name, every word has to be a listed one.
  if (/\p{Lo}/u.test(text) && !words.every((word) => speaksForAName(wordKind(word)))) return null;
  if (!readsLikeAName(words)) return null;
  if (field.raw === "" || !(isThing(field) || hasWord(field, THING_FIELDS))) return text;
  return isSurelyAName(words) && mayHoldPeople(leaf) ? text : null;
}

/** Ids, keys and a plain `name` hold people as well as things: what else stands in the row decides. */
function mayHoldPeople({ field, siblings }: Leaf): boolean {
  if (hasWord(field, THING_WORDS) && field.words.at(-1) !== "key") return false;
  if (hasWord(field, THING_FIELDS) && !PLAIN_FIELDS.has(field.words.join(""))) return false;
  for (const key in siblings) if (kindOfKey(key) === "business") return false;
  const kind = siblings?.["type"] ?? siblings?.["kind"] ?? siblings?.["category"];
  return typeof kind !== "string" || /^(?:user|person|people|human|member|contact|individual)/i.test(kind);
}

function isThing(field: FieldName): boolean {
  return hasWord(field, THING_WORDS) || field.isVetoed;
}

function isPlainName(field: FieldName, parent: FieldName): boolean {
  return PLAIN_FIELDS.has(field.words.join("")) && !hasWord(parent, THING_WORDS);
}

function isSomebody(leaf: Leaf, value: string): boolean {
  const words = value.split(" ");
  // "form.firstName": "First name"
  if (words.join("").toLowerCase() === leaf.field.tails[1] || isFieldName(value)) return false;
  if (isNameField(leaf.field)) return !endsInRoleName(leaf.field) || !namesAThing(value);
  if (namesAThing(value) && !readsLikeAName(words)) return false;
  const role = isPlainName(leaf.field, leaf.parent) ? null : roleOf(leaf.field);
  if (role !== null)
    return (
      TOGETHER_NAME.test(value) || (NAME_SHAPE.test(value) && fillsRole(role, namesOf(words), leaf.field))
    );
  if (words.length > 1 && isEverydayLanguage(words)) return false;
  if (/^(?:first|last|given|family)$/.test(leaf.field.raw) && isGivenName(value)) return true;
  if (isPlainName(leaf.field, leaf.parent) && value.split(" ").some(isScreenText)) return false;
  if (isPlainName(leaf.field, leaf.parent))
    return (
      (isPersonal(leaf) && (NAME_SHAPE.test(value) || / /.test(value)) && !isBrand(value)) ||
      (/^(?:display|real)name$/.test(leaf.field.tails[1]) && isKnownFullName(value))
    );
  return false;
}

/** A caption: "Vorname" under `first_name`. */
function isFieldName(value: string): boolean {
  const { words } = readFieldName(value);
  return words.length <= 3 && NAME_FIELDS.has(words.join(""));
}

/** The words without a title, in the order of speech. */
function namesOf(words: readonly string[]): string[] {
  const names = words.length > 2 && TITLE.test(words[0] as string) ? words.slice(1) : [...words];
  return names[0]?.endsWith(",") ? [...names.slice(1), names[0].slice(0, -1)] : names;
}

function isKnownFullName(value: string): boolean {
  const words = value.split(/,? /);
  return (
    words.length > 1 &&
    (isGivenName(words[0] as string) || (value.includes(",") && isGivenName(words[1] as string)))
  );
}

/** `customer_name` may hold a firm; `last_name` may not. */
function endsInRoleName(field: FieldName): boolean {
  return !endsIn(field, NAME_FIELDS);
}

function isPersonal(leaf: Leaf): boolean {
  const parent = leaf.parent.words.join("").replace(/s$/, "");
  const kind = leaf.siblings?.["type"] ?? leaf.siblings?.["kind"];
  if (typeof kind === "string" && NO_PERSON_KIND.test(kind)) return false;
  if (PERSON_WORDS.has(parent) || hasWord(leaf.parent, PERSON_WORDS)) return true;
  if (hasWord(leaf.parent, ADDRESS_HOLDERS)) return true;
  let isPersonalRow = hasMailbox(leaf);
  for (const key in leaf.siblings) {
    const speaksFor = kindOfKey(key);
    if (speaksFor === "business") return false;
    if (speaksFor === "person") isPersonalRow = true;
  }
  return isPersonalRow;
}

/** `{ name, address: "ann@example.com" }` is how mail programs write a person. */
function hasMailbox(leaf: Leaf): boolean {
  const address = leaf.siblings?.["address"];
  return typeof address === "string" && address.includes("@");
}

const NO_PERSON_KIND =
  /^(?:org|organi[sz]ation|company|business|bot|group|team|service|app|queue|city|place|vendor)/i;
