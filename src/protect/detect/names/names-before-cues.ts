// Names that are told by what stands behind them: "Kit Greaves (husband)", "Wanjiru's Galaxy", "Nilgün Hanım".

import { nameSet } from "../field-name.ts";
import { matchesOf } from "../matches-of.ts";
import type { Found } from "../recognizer.ts";
import { fold } from "./fold.ts";
import { isBrand } from "./role-fields.ts";
import { isScreenWord, namesAThing } from "./thing-names.ts";
import { isThingBefore } from "./things-around.ts";
import { isWellKnown } from "./well-known.ts";
import { wordKind } from "./word-kinds.ts";

const WORD = "\\p{Lu}[\\p{Ll}\\p{M}]{1,20}(?:[-'’]\\p{Lu}[\\p{Ll}\\p{M}]{1,20})?";
const NAME = `(?<![\\p{L}\\p{N}@/_.-])(${WORD}(?: (?:\\p{Lu}\\. )?${WORD}){0,2})`;
/** In brackets: what somebody is to somebody. */
const IN_BRACKETS = ` \\((?:(?:my|his|her|their|the|mein|meine|mon|ma|mi|mijn|moja|mój) )?(?:${[
  "husband|wife|spouse|partner|mother|father|mum|mom|dad|son|daughter|brother|sister|aunt|uncle|cousin|niece|nephew|grand(?:mother|father|ma|pa|son|daughter)|fianc[ée]e?|girlfriend|boyfriend|neighbou?r|friend|carer|next of kin|guardian|landlord|tenant|colleague|flatmate|roommate|stepfather|stepmother|ex",
  "he/him|she/her|they/them|aged \\d{1,3}|age \\d{1,3}|\\d{1,2} ?(?:yo|y/o|yrs?|years?(?: old)?|Jahre|ans|años|anni|anos|jaar|lat|let|ár|år|v)",
  "Mann|Frau|Ehemann|Ehefrau|Mutter|Vater|Sohn|Tochter|Bruder|Schwester|Nachbarin?|Oma|Opa|Tante|Onkel|Freundin?",
  "mari|femme|époux|épouse|mère|père|fils|fille|frère|sœur|voisine?|ami|amie|conjointe?|compagnon|compagne|tante|oncle|grand-mère|grand-père",
  "marido|esposa|esposo|mujer|madre|padre|hij[oa]|herman[oa]|vecin[oa]|amig[oa]|novi[oa]|pareja|abuel[oa]|tí[oa]|cuñad[oa]|suegr[oa]",
  "marito|moglie|figli[oa]|fratello|sorella|vicin[oa]|nonn[oa]|zi[oa]|compagn[oa]|filh[oa]|irmão|irmã|mãe|pai|vizinh[oa]|avó|avô",
  "man|vrouw|echtgenoot|echtgenote|moeder|vader|zoon|dochter|broer|zus|buurman|buurvrouw|mąż|żona|matka|ojciec|syn|córka|brat|siostra|sąsiad(?:ka)?|manžel(?:ka)?|otec|dcera|bratr|sestra|soused(?:ka)?|férje?|feleség|anyja|apja|make|hustru|mamma|pappa|mor|far|bror|syster|søster|sambo|nabo|granne|vaimo|mies|äiti|isä|eşi|annesi|babası|oğlu|kızı|kardeşi|soț|soție|mamă|tată|муж|жена|мать|отец|сын|дочь|брат|сестра|сосед(?:ка)?|мама|папа|чоловік|дружина|сусід(?:ка)?",
].join("|")})`;
const RELATED = new RegExp(`${NAME}${IN_BRACKETS}(?=[),; ])`, "gu");
const HAS_KIN = new RegExp(IN_BRACKETS, "u");
/** What people call their things after themselves. */
const DEVICE =
  "(?:iPhone|iPad|iMac|MacBook|AirPods?|Apple Watch|Galaxy|Pixel|OnePlus|Redmi|Xperia|ThinkPad|Surface|Kindle|Echo|HomePod|laptop|phone|tablet|desktop|PC|watch|headphones|earbuds|computer|Nokia|Huawei|Oppo|Xiaomi|Moto)";
const OWNED = new RegExp(`(?<![\\p{L}\\p{N}])(${WORD})['’]s (?:\\p{L}{2,9} )?${DEVICE}(?![\\p{L}])`, "gu");
const OWNED_BY = new RegExp(
  `${DEVICE} (?:de |d['’]|di |von |van |do |da |of |för |til |fra |pana |pani )(${WORD})(?![\\p{L}])`,
  "gu",
);
const HAS_OWNER = new RegExp(`['’]s (?:\\p{L}{2,9} )?${DEVICE}`, "u");
const HAS_OWNED = new RegExp(`${DEVICE} (?:d|von |van |f|til |pan)`, "u");
/** Words of respect that follow a name: Ayşe Hanım, Gyuri bácsi, Tanaka-san, Sharma ji. */
const RESPECTED = new RegExp(
  `${NAME}(?: (?:Bey|Hanım|Hanim|bey|hanım|hanim|Abi|Abla|abi|abla|Amca|Teyze|bácsi|néni|úr|úrnak|bácsinak|nénit?|néninek|ji|Ji|bhai|Bhai|sahib|Sahib|saheb|didi|Didi|aunty|uncle)|-(?:san|sama|kun|chan|sensei|ssi|nim|ji|bhai))(?![\\p{L}])`,
  "gu",
);
const HAS_RESPECT =
  /[ -](?:[Bb]ey|[Hh]an[ıi]m|[Aa]b[il]a?|Amca|Teyze|bácsi|néni|úr|[Jj]i|[Bb]hai|[Ss]ahe?i?b|[Dd]idi|aunty|uncle|san|sama|kun|chan|sensei|ssi|nim)/u;
/** "Featherstonehaugh, spelt the silly way" */
const SPELLED =
  /(?<![\p{L}\p{N}])(\p{Lu}\p{Ll}{2,24}(?: \p{Lu}\p{Ll}{1,24})?)(?=[,.]? (?:spelt|spelled|that['’]s (?:\p{L}-){2}|with (?:a|an|one|two|double) ['"]?\p{L}['"]?(?!\p{L})|buchstabiert|geschrieben mit|ça s['’]écrit|épelé|avec un \p{L}(?!\p{L})|se escribe|se deletrea|con [bvhzsy](?!\p{L})|si scrive|met een \p{L}(?!\p{L})|gespeld|(?:\p{Lu}-){3,}\p{Lu}))/gu;
const HAS_SPELLING =
  /spel[tl]|that['’]s \p{L}-|with (?:a|an|one|two|double) |buchstab|geschrieben mit|écrit|épel|avec un|escribe|deletrea|con [bvhzsy] |si scrive|met een|\p{Lu}-\p{Lu}-\p{Lu}/u;
/** "Остапчук з 3-го під'їзду", "Hofstätter vom 2. Stock" */
const FROM_FLAT =
  /(?<![\p{L}\p{N}])(\p{Lu}\p{Ll}{3,24})(?= (?:з|із|из|с|со|from (?:flat|apt|room|no\.?)|vom|aus (?:Wohnung|dem|Zimmer)|aus der|del|de la|de l['’]|du|dal|z|ze|iz|din) \d{1,3}(?:-?(?:го|й|ї|ої|ой|º|ª|e|ème|er)|\.| ?[A-Z])?(?:[ ,.]|$))/gu;
const FROM_NUMBER =
  / (?:з|із|из|с|со|from (?:flat|apt|room|no)|vom|aus (?:Wohnung|dem|Zimmer|der)|del|de la|de l['’]|du|dal|z|ze|iz|din) ?\d/u;

const NOBODY = nameSet(
  "yes no the ok okay room flat apartment unit floor order ticket table bus line tram train version part step level page item box bag gate",
);

/** Some of these is in every text with such a name. */
export const CUES_BEHIND: readonly RegExp[] = [
  HAS_KIN,
  HAS_OWNER,
  HAS_OWNED,
  HAS_RESPECT,
  HAS_SPELLING,
  FROM_NUMBER,
];

export function findNamesBeforeCues(text: string, found: Found): void {
  if (HAS_KIN.test(text)) report(text, RELATED, found, mayBeAnybody);
  if (HAS_OWNER.test(text)) report(text, OWNED, found, mayBeAnybody);
  if (HAS_OWNED.test(text)) report(text, OWNED_BY, found, isKnown);
  if (HAS_RESPECT.test(text)) report(text, RESPECTED, found, mayBeAnybody);
  if (HAS_SPELLING.test(text)) report(text, SPELLED, found, mayBeAnybody);
  if (FROM_NUMBER.test(text)) report(text, FROM_FLAT, found, isBorne);
}

function report(text: string, pattern: RegExp, found: Found, isGood: (name: string) => boolean): void {
  for (const match of matchesOf(pattern, text)) {
    const name = match[1] as string;
    const start = match.index + match[0].indexOf(name);
    if (!isGood(name) || isWellKnown(name) || isThingBefore(text, start)) continue;
    found(start, start + name.length, name.normalize("NFC"), 1);
  }
}

function mayBeAnybody(name: string): boolean {
  const words = name.split(" ");
  return words.every(
    (word) =>
      wordKind(word) !== "ordinary" &&
      !isBrand(word) &&
      !namesAThing(word) &&
      !isScreenWord(word) &&
      !NOBODY.has(fold(word)),
  );
}

function isKnown(name: string): boolean {
  return mayBeAnybody(name) && wordKind(name) !== "unknown";
}

function isBorne(name: string): boolean {
  const kind = wordKind(name);
  return kind === "family" || kind === "shaped" || kind === "seldom";
}
