// Names and sentences as the words that search compares: `createIssue`, `create_issue` and "creating issues" agree.

const MAX_WORD = 40;

/** Words of questions that say nothing about which tool is meant. */
const EMPTY_WORDS = new Set(
  (
    "a about after all also am an and any are as at be been before both but by can could do does done for from had has have he her his how " +
    "i if in into is it its just let like me my need of on one or our out over please she should so some somebody someone something " +
    "than that the their them then there these they this those to too tool tools until upon use using via want was we were what when " +
    "where whether which while who whose why will with would you your"
  ).split(" "),
);

export function splitWords(text: string): string[] {
  return text
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** One spelling for a word and its plural, its verb forms and its noun; null for words without meaning. */
export function normalizeWord(written: string): string | null {
  const word = written.slice(0, MAX_WORD).normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return EMPTY_WORDS.has(word) ? null : stem(word);
}

/** Endings that change a word's form and seldom its meaning; what is left must still look like a word. */
const ENDINGS: readonly (readonly [ending: RegExp, left: number])[] = [
  [/(?<=[st])ion$/, 4],
  [/(?<=[st])ing$|ing$/, 3],
  [/(?<=[a-z])ed$/, 3],
  [/ment$/, 5],
];

function stem(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word;
  let rest = singular(word);
  for (const [ending, left] of ENDINGS) {
    const cut = rest.replace(ending, "");
    if (cut === rest || cut.length < left || !/[aeiouy]/.test(cut)) continue;
    // planned → plan, but passing → pass.
    rest = /([bdgmnprt])\1$/.test(cut) && ending !== ENDINGS[0]?.[0] ? cut.slice(0, -1) : cut;
    break;
  }
  return rest.length > 3 && rest.endsWith("e") ? rest.slice(0, -1) : rest;
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}
