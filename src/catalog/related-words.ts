// Words that servers and people use for the same thing. General English and the vocabulary of software work; nothing
// here knows a tool.

import { normalizeWord, splitWords } from "./split-words.ts";

const SAME_MEANING = [
  ["create", "add", "new", "make", "open", "insert", "register"],
  ["delete", "remove", "drop", "erase", "destroy", "forget"],
  ["update", "edit", "change", "modify", "set", "patch"],
  ["change", "diff", "compare", "difference"],
  ["list", "show", "browse", "display"],
  [
    "get",
    "read",
    "fetch",
    "view",
    "retrieve",
    "download",
    "open",
    "detail",
    "information",
    "info",
    "inspect",
    "describe",
  ],
  ["search", "find", "look", "query"],
  ["send", "write", "post"],
  ["reply", "answer", "respond"],
  ["run", "execute", "start", "launch", "trigger", "invoke", "call"],
  ["stop", "cancel", "abort", "halt", "end"],
  ["restart", "reboot", "rerun", "cycle"],
  ["undo", "revert", "reset", "rollback", "restore"],
  ["enable", "activate", "toggle", "switch"],
  ["approve", "accept", "review"],
  ["associate", "link", "relate", "connect", "attach"],
  ["rename", "move"],
  ["remember", "save", "store", "memory", "observation", "note"],
  ["block", "suppress", "ban", "deny"],
  ["install", "deploy", "apply"],
  ["publish", "release"],
  ["verify", "validate", "check", "test"],
  ["watch", "monitor"],
  ["schedule", "plan"],
  ["count", "number"],
  ["several", "multiple", "many", "bulk", "batch"],
  ["summary", "summarize", "summarizer", "overview"],
  ["archive", "close"],
  ["copy", "duplicate", "clone"],
  ["log", "history", "audit"],
  ["email", "mail"],
  ["newsletter", "broadcast", "campaign"],
  ["subscriber", "recipient", "contact"],
  ["picture", "image", "photo"],
  ["screen", "screenshot"],
  ["ticket", "issue", "bug"],
  ["sprint", "cycle", "iteration"],
  ["folder", "directory"],
  ["person", "people", "contact", "customer", "user"],
  ["member", "user"],
  ["meeting", "event", "appointment", "calendar"],
  ["message", "chat"],
  ["server", "droplet", "machine", "instance", "vm"],
  ["row", "record", "document"],
  ["postgres", "postgresql"],
  ["database", "db"],
  ["kubernetes", "k8s"],
  ["javascript", "js", "script"],
  ["url", "link", "address"],
  ["website", "site", "page"],
  ["repository", "repo"],
  ["login", "password", "credential", "auth"],
  ["fact", "observation"],
  ["reaction", "emoji", "react"],
  ["bill", "invoice", "payment"],
  ["statistic", "metric", "analytic", "report"],
];

/** Expressions whose single words say little. */
const PHRASES: readonly (readonly [phrase: RegExp, words: string])[] = [
  [/\bwho\s*am\s*i\b/i, "current authenticated user viewer"],
  [/\bhow many\b/i, "count"],
  [/\blog ?in\b|\bsign ?in\b/i, "login authenticate"],
  [/\broll ?back\b/i, "rollback"],
];

const RELATED = new Map<string, Set<string>>();
for (const group of SAME_MEANING) {
  const words = group.flatMap((word) => normalizeWord(word) ?? []);
  for (const word of words) {
    const known = RELATED.get(word) ?? new Set();
    for (const other of words) if (other !== word) known.add(other);
    RELATED.set(word, known);
  }
}

/** Takes and gives normalized words. */
export function relatedWords(word: string): string[] {
  return [...(RELATED.get(word) ?? [])];
}

/** Normalized words for the expressions in a question. */
export function wordsOfPhrases(question: string): string[] {
  return PHRASES.filter(([phrase]) => phrase.test(question))
    .flatMap(([, words]) => splitWords(words))
    .flatMap((word) => normalizeWord(word) ?? []);
}
