// Names by the field that holds them: what is called after people, what may hold them, and what never does.

import { endsIn, type FieldName, hasWord, nameSet, readFieldName } from "../field-name.ts";
import { HAS_UPPER, MAY_HIDE } from "../leaf-shape.ts";
import type { Found, Leaf } from "../recognizer.ts";
import { isFileOrBot } from "./files-and-bots.ts";
import { isFirmElsewhere } from "./firms-elsewhere.ts";
import { isGivenName } from "./given-names.ts";
import { isWrittenTogether } from "./names-written-together.ts";
import {
  ADDRESS_HOLDERS,
  kindOfKey,
  NAME_FIELDS,
  PERSON_WORDS,
  PLACE_FIELDS,
  PLAIN_FIELDS,
  ROLE_FIELDS,
  THING_FIELDS,
  THING_WORDS,
} from "./person-fields.ts";
import { NAMES_ELSEWHERE } from "./person-fields-elsewhere.ts";
import { fillsRole, isBrand, namesARole, roleOf } from "./role-fields.ts";
import { isGoodsLabel, isPlainLabel, namesThings, standsAmongThings } from "./thing-fields.ts";
import { isScreenText, namesAThing } from "./thing-names.ts";
import { holdsAThing } from "./things-around.ts";
import { isWellKnown } from "./well-known.ts";
import { isEverydayLanguage, isSurelyAName, readsLikeAName, speaksForAName, wordKind } from "./word-kinds.ts";

const WORD =
  "(?:[\\p{Lu}\\p{Lo}][\\p{L}\\p{M}'’׳・.-]{0,30}|(?:van|von|de|der|den|['’]t|da|di|del|della|la|le|bin|binti|bint|ibn|ben|al|el|dos|du|y|e|zu|ter|ten|af|av|[sdw]/o|a/[lp])|[dDO]['’]\\p{Lu}[\\p{L}\\p{M}]{1,30})";
const NAME_SHAPE = new RegExp(`^(?:\\p{L}{1,5}\\.? )?${WORD}(?:,? ${WORD}){0,5}$`, "u");
const LOOSE_NAME = /^\p{L}(?:[\p{L}\p{M}'’׳. ,・-]| [sdw]\/o | a\/[lp] ){0,80}$/u;
const NOBODY =
  /^(?:(?:first|last|full|middle|given|family|display|user|your) ?names?|unknown|none|null|n\/?a|admin|administrator|root|system|test|user|anonymous|guest|bot|support|true|false|everyone|all|na|tbd|undefined|default|other|me|self|unassigned)$/i;

/** Words of respect at the end of a name that is written together. */
const RESPECT = /[ \u3000]?(?:先生|女士|小姐|様|さま|さん|殿|님|씨)$/u;
/** "Kontakt: Ann Lee, 0171 …", "Emergency: Ann Lee (wife) …" */
const BEFORE_MORE = /^[^,;(\d、。–—]{2,60}(?=[,;(\d、。–—])/u;
const TITLE =
  /^(?:[DM]rs?|Ms|Miss|Mx|Prof|Sir|Dame|Herr|Frau|Mme|Mlle|Sra?|Srta|Dott|Ing|Dhr|Mevr|Rev|Fr|Sr|Capt|Lt|Sgt|Cpl|Maj|Col|Gen|Insp|Supt|PC|DC|DI|Hon|Lord|Lady|Chief|Cllr|Judge|Justice|Père|Pater|Don|Doña)\.?$/u;
const LONGEST_FIELD = 300;
const LONGEST_THING = 60;

/** What stands here is hardly ever somebody, whatever stands beside it. */
const BRANDS = nameSet(
  "brand brands marca marcas marke marken marque marques merk merken marka manufacturer hersteller fabricante codename font fontfamily theme tail vessel ship schiff genre breed variety cultivar strain cocktail perfume fragrance hurricane storm exhibit statue monument airline aircraft airport",
);
const WORKS = nameSet(
  "tracks track songs song albums album playlist playlists films movies books episodes teams fixtures",
);

/** The name of a product or a work stands in its row; what reads like a person there is part of it. */
export function isThingsName(leaf: Leaf): boolean {
  if (standsAmongThings(leaf)) return true;
  if (leaf.text.length > LONGEST_THING) return false;
  if (isGoodsLabel(leaf.field) && standsInABusinessRow(leaf)) return true;
  if (!hasWord(leaf.field, THING_FIELDS)) return false;
  if (hasWord(leaf.parent, WORKS) || hasWord(leaf.field, BRANDS)) return true;
  for (const key in leaf.siblings) if (kindOfKey(key) === "business") return true;
  return false;
}

export function isPlaceName(leaf: Leaf): boolean {
  return leaf.text.length <= LONGEST_THING && hasWord(leaf.field, PLACE_FIELDS);
}

export function isNameField(field: FieldName): boolean {
  if (hasWord(field, THING_WORDS) || namesThings(field)) return false;
  // name_as_per_passport, nameOfApplicant
  if (field.words[0] === "name" && /^(?:as|of|on|in)$/.test(field.words[1] ?? "")) return true;
  if (endsIn(field, NAME_FIELDS) || endsIn(field, NAMES_ELSEWHERE)) return true;
  const [last] = field.tails;
  if (field.tails[1] === "username") return false;
  if (namesARole(field) || isHalfOfAName(field)) return true;
  const before = field.tails[1].slice(0, -last.length);
  return (last === "name" || last === "names") && PERSON_WORDS.has(before);
}

const HALVES = nameSet("first last middle given family");

/** `contact_first`, `owner_last`, `billing_first`. */
function isHalfOfAName({ words }: FieldName): boolean {
  if (words.length < 2 || !HALVES.has(words.at(-1) as string)) return false;
  const before = words.slice(0, -1).join("");
  return PERSON_WORDS.has(before) || ROLE_FIELDS.has(before) || ADDRESS_HOLDERS.has(before);
}

/** Scripts without capitals are neither. */
function isLowerCase(text: string): boolean {
  return text === text.toLowerCase() && text !== text.toUpperCase();
}

export function findWholeField(leaf: Leaf, found: Found): boolean {
  if (leaf.text.length > LONGEST_FIELD) return false;
  // "Ann Lee <ann@example.com>": the name is what stands before the address.
  const plain = leaf.isPart ? leaf.text.replace(/(?<=\p{L})\+(?=\p{L})/gu, " ") : leaf.text;
  const whole = plain
    .replace(/\s*[<(][^<>()]{0,120}@[^<>()]{0,120}[>)]\s*$/, "")
    .trim()
    .replace(/^["']|["']$/g, "");
  // A label in Chinese or Korean: the name ends at the comma, "客户：王小明，手机 …".
  const first = (leaf.isPart ? (whole.split(/[,;、。]/, 1)[0] as string) : whole).trim().replace(RESPECT, "");
  const value = isWrittenTogether(first) ? first : nameBeforeMore(leaf, whole);
  if (isFileOrBot(value)) return false;
  if (value.length < 2 || value.length > 80 || NOBODY.test(value) || !LOOSE_NAME.test(value)) return false;
  if (leaf.isPart && isLowerCase(value) && !isGivenName(value.split(" ")[0] as string)) return false;
  if (!isSomebody(leaf, value)) return false;
  const start = plain.indexOf(value);
  found(start, start + value.length, value.normalize("NFC"), 3);
  return true;
}

function nameBeforeMore({ isPart }: Leaf, whole: string): string {
  if (!isPart || LOOSE_NAME.test(whole)) return whole;
  const match = BEFORE_MORE.exec(whole);
  if (match === null) return whole;
  const name = match[0].trim();
  const words = name.split(" ");
  const isBeforeNumber = /\d/.test(whole[match[0].length] as string);
  if (words.length === 1 || isBeforeNumber ? isKnownFullName(name) || wordKind(name) === "given" : true)
    return name;
  return whole;
}

/** A known given name and surname and nothing else but brackets, under a field that does not name things. */
export function wholeName(leaf: Leaf): string | null {
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
  const isPlain = PLAIN_FIELDS.has(field.words.join("")) || hasWord(field, PERSON_WORDS);
  if (hasWord(field, THING_FIELDS) && !isPlain) return false;
  for (const key in siblings) if (kindOfKey(key) === "business") return false;
  const kind = siblings?.["type"] ?? siblings?.["kind"] ?? siblings?.["category"];
  return typeof kind !== "string" || /^(?:user|person|people|human|member|contact|individual)/i.test(kind);
}

function isThing(field: FieldName): boolean {
  return hasWord(field, THING_WORDS) || field.isVetoed;
}

export function isPlainName(field: FieldName, parent: FieldName): boolean {
  return PLAIN_FIELDS.has(field.words.join("")) && !hasWord(parent, THING_WORDS) && !namesThings(parent);
}

function isSomebody(leaf: Leaf, value: string): boolean {
  const words = value.split(" ");
  // "form.firstName": "First name"
  if (words.join("").toLowerCase() === leaf.field.tails[1] || isFieldName(value)) return false;
  if (isFirmElsewhere(value)) return false;
  if (isNameField(leaf.field)) {
    if (isPlainLabel(leaf.field) && standsInABusinessRow(leaf)) return false;
    if (SENT_AS.has(leaf.field.tails[1]) && words.length === 1) return speaksForAName(wordKind(value));
    return !endsInRoleName(leaf.field) || !namesAThing(value);
  }
  if (namesAThing(value) && !readsLikeAName(words)) return false;
  const role = isPlainName(leaf.field, leaf.parent) ? null : roleOf(leaf.field);
  if (role !== null)
    return (
      isWrittenTogether(value) || (NAME_SHAPE.test(value) && fillsRole(role, namesOf(words), leaf.field))
    );
  if (words.length > 1 && isEverydayLanguage(words)) return false;
  if (/^(?:first|last|given|family|middle)$/i.test(leaf.field.raw))
    return (
      isGivenName(value) ||
      (NAME_SHAPE.test(value) && (leaf.parent.words.includes("name") || hasOtherHalf(leaf)))
    );
  if (isPlainName(leaf.field, leaf.parent) && value.split(" ").some(isScreenText)) return false;
  if (isPlainName(leaf.field, leaf.parent))
    return (
      (isPersonal(leaf) && (NAME_SHAPE.test(value) || / /.test(value)) && !isBrand(value)) ||
      (NAME_SHAPE.test(value) && (standsAmongPeople(leaf, words) || paysTaxes(leaf, words))) ||
      (/^(?:display|real)name$/.test(leaf.field.tails[1]) && isKnownFullName(value))
    );
  return false;
}

const OTHER_HALF: Record<string, string> = { first: "last", last: "first", given: "family", family: "given" };

function hasOtherHalf({ text, field, parent, siblings }: Leaf): boolean {
  const other = siblings?.[OTHER_HALF[field.raw.toLowerCase()] ?? ""];
  if (typeof other !== "string" || namesThings(parent)) return false;
  const all = [text, other].map(wordKind);
  return all.some(speaksForAName) && !all.includes("ordinary");
}

/** `pax: [{ name }]`, `gäste: [{ name }]` */
function standsAmongPeople({ parent }: Leaf, words: readonly string[]): boolean {
  const role = roleOf(parent);
  return (role === "close" || role === "sure") && fillsRole(role, namesOf(words), parent);
}

/** Firms pay them as well: the words must be like a name. */
function paysTaxes({ siblings }: Leaf, words: readonly string[]): boolean {
  if (words.length < 2 || words.length > 4 || words.some((word) => wordKind(word) === "ordinary"))
    return false;
  const isTaxed =
    siblings !== null &&
    Object.keys(siblings).some((key) =>
      /^(?:tin|tax_?id(?:entification)?(?:_?number)?|ein_or_ssn)$/i.test(key),
    );
  return isTaxed && words.some((word) => speaksForAName(wordKind(word)));
}

/** `{ "الاسم": …, "السعر": 14.5 }` */
function standsInABusinessRow(leaf: Leaf): boolean {
  if (standsAmongThings(leaf)) return true;
  let isBusiness = false;
  for (const key in leaf.siblings) {
    const speaksFor = kindOfKey(key);
    if (speaksFor === "person") return false;
    if (speaksFor === "business") isBusiness = true;
  }
  return isBusiness;
}

/** Shops and programs send mail as well as people do. */
const SENT_AS = nameSet("fromname toname sendername replytoname displayname");

/** Words that are only put together to make a field name of them. */
const PLAIN_WORDS = /^(?!.*nm)[A-Za-z .,-]{1,80}$/i;

/** A caption: "Vorname" under `first_name`. */
function isFieldName(value: string): boolean {
  if (PLAIN_WORDS.test(value) && !NAME_FIELDS.has(value.toLowerCase().replace(/[ .,-]/g, ""))) return false;
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
  return !endsIn(field, NAME_FIELDS) && !endsIn(field, NAMES_ELSEWHERE);
}

function isPersonal(leaf: Leaf): boolean {
  const parent = leaf.parent.words.join("").replace(/s$/, "");
  const kind = leaf.siblings?.["type"] ?? leaf.siblings?.["kind"];
  if (typeof kind === "string" && NO_PERSON_KIND.test(kind)) return false;
  if (PERSON_WORDS.has(parent) || hasWord(leaf.parent, PERSON_WORDS)) return true;
  if (hasWord(leaf.parent, ADDRESS_HOLDERS)) return true;
  let isPersonalRow = hasMailbox(leaf) || (typeof kind === "string" && PERSON_KIND.test(kind));
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

const PERSON_KIND =
  /^(?:user|person|human|member|employee|customer|contact|individual|guest|patient|student|natural[ _-]?person|persona|personne|osoba|usuario|utilisateur|benutzer|gebruiker|utente)$/i;
const NO_PERSON_KIND =
  /^(?:org|organi[sz]ation|company|business|bot|group|team|service|app|queue|city|place|vendor)/i;
