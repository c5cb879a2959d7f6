// Names and sentences as the words that search compares: `createIssue`, `create_issue` and "create issues" agree.

const MAX_WORD = 40;

/** Words of questions that say nothing about which tool is meant. */
const EMPTY_WORDS = new Set(
  (
    "a all am an and any are as at be by can could do does for from have how i if in into is it its let like me my need of on or our " +
    "out please should so some that the their them there these this those to tool tools use using want was we what when where " +
    "which who will with would you your"
  ).split(" "),
);

export function splitWords(text: string): string[] {
  return text
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** One spelling for a word and its plural; null for words without meaning. */
export function normalizeWord(written: string): string | null {
  const word = written.slice(0, MAX_WORD).normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  if (EMPTY_WORDS.has(word)) return null;
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Verbs and things that servers name differently and people mix up. */
const SAME_MEANING = [
  ["create", "add", "new", "make", "open", "insert"],
  ["delete", "remove", "drop", "erase"],
  ["update", "edit", "change", "modify", "set"],
  ["list", "show", "browse", "display"],
  ["get", "read", "fetch", "view", "retrieve", "download"],
  ["search", "find", "look", "query"],
  ["send", "write", "post"],
  ["email", "mail"],
  ["picture", "image", "photo"],
  ["ticket", "issue", "bug"],
  ["folder", "directory"],
  ["person", "people", "contact", "customer", "user"],
  ["meeting", "event", "appointment", "calendar"],
  ["message", "chat"],
  ["run", "execute", "start"],
];

export function relatedWords(word: string): string[] {
  return SAME_MEANING.filter((group) => group.includes(word))
    .flat()
    .filter((other) => other !== word);
}
