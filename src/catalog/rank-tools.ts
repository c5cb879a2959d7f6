// Which tools a question means, best first: the words of names, titles, arguments and descriptions, with synonyms,
// other forms of a word and slips of the keyboard. A tool that answers more of the question's words comes first.

import MiniSearch from "minisearch";
import type { JsonObject, JsonValue } from "../vocabulary.ts";
import type { PinnedTool } from "./catalog.ts";
import { removeInvisible } from "./clean-text.ts";
import { type ToolWords, weigh, wordsOfName } from "./name-words.ts";
import { relatedWords, wordsOfPhrases } from "./related-words.ts";
import { normalizeWord, splitWords } from "./split-words.ts";

/** Longer questions add cost, not meaning. */
const MAX_QUERY = 1000;
const MAX_QUERY_WORDS = 32;
const MAX_INDEXED_DESCRIPTION = 2000;
const MAX_SUMMARY = 200;
const MAX_ARGUMENTS = 200;
const MAX_CHOICES = 12;
const RELATED_WEIGHT = 0.4;
/** Where words that say less are looked for: those that nearly every tool has, and those that only mean the same. */
const SHORT_FIELDS = ["name", "title", "summary"];
const MOST_OCCURRENCES = 1000;
/** So many of the found tools are looked at closely; the rest keep the order of the library. */
const MOST_WEIGHED = 500;

export type ToolRanking = {
  /** Normalized words; none (also `*`, or "all the tools") means: list everything. */
  wordsOf(query: string): string[];
  /** Ids, best first; equal scores in the order of ids. */
  rank(words: string[]): string[];
};

type Ranking = {
  index: MiniSearch;
  /** Every word of the index and how often it occurs: only a word that is none of them can be a slip. */
  known: Map<string, number>;
  names: Map<string, ToolWords>;
};

export function createToolRanking(tools: Iterable<PinnedTool>): ToolRanking {
  const ranking = indexTools(tools);
  return { wordsOf: queryWords, rank: (words) => rankTools(ranking, words) };
}

function indexTools(tools: Iterable<PinnedTool>): Ranking {
  const known = new Map<string, number>();
  const names = new Map<string, ToolWords>();
  const index = new MiniSearch({
    fields: ["name", "server", "title", "args", "summary", "description"],
    storeFields: [],
    tokenize: splitWords,
    processTerm(written) {
      const word = normalizeWord(written);
      if (word !== null) known.set(word, (known.get(word) ?? 0) + 1);
      return word;
    },
  });
  for (const tool of tools) {
    const said = removeInvisible(tool.description.slice(0, MAX_INDEXED_DESCRIPTION));
    const summary = firstSentence(said);
    names.set(tool.id, wordsOfName(tool));
    index.add({
      id: tool.id,
      name: tool.name,
      server: tool.server,
      title: tool.title ?? "",
      args: argumentWords(tool.inputSchema),
      summary,
      description: said.slice(summary.length),
    });
  }
  return { index, known, names };
}

function firstSentence(text: string): string {
  const end = /[.!?](?=\s)|\n/.exec(text);
  return text.slice(0, Math.min(MAX_SUMMARY, end ? end.index + 1 : text.length));
}

/** Names of arguments, and the words that they may be set to: `closed` says that issues can be closed. */
function argumentWords(schema: JsonObject): string {
  if (!isObject(schema["properties"])) return "";
  return Object.entries(schema["properties"])
    .slice(0, MAX_ARGUMENTS)
    .map(([name, value]) => [name, ...choicesOf(value)].join(" "))
    .join(" ");
}

function choicesOf(schema: JsonValue): string[] {
  if (!isObject(schema) || !Array.isArray(schema["enum"])) return [];
  return schema["enum"].filter((choice) => typeof choice === "string").slice(0, MAX_CHOICES);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function queryWords(query: string): string[] {
  const asked = query.slice(0, MAX_QUERY);
  const words = splitWords(asked).map(normalizeWord);
  const meant = [...words.filter((word) => word !== null), ...wordsOfPhrases(asked)];
  return [...new Set(meant)].slice(0, MAX_QUERY_WORDS);
}

/** Each term that is looked up → the places of the question's words that it answers. */
function termsOf(words: string[], known: ReadonlyMap<string, number>): Map<string, number[]> {
  const terms = new Map<string, number[]>();
  const note = (term: string, at: number) => terms.set(term, [...(terms.get(term) ?? []), at]);
  for (const [at, word] of words.entries()) note(word, at);
  for (const [at, word] of words.entries()) {
    for (const other of relatedWords(word)) note(other, at);
    // "screen shot" is "screenshot" elsewhere; a slip in one half is a slip in the whole.
    const next = words[at + 1];
    if (next === undefined) continue;
    const joined = `${word}${next}`;
    const isWord = known.has(joined) || !known.has(word) || !known.has(next);
    if (isWord) for (const place of [at, at + 1]) note(joined, place);
  }
  return terms;
}

function rankTools({ index, known, names }: Ranking, words: string[]): string[] {
  const terms = termsOf(words, known);
  const asked = new Set(words);
  const kindOf = (term: string): "meant" | "frequent" | "related" => {
    if (!asked.has(term) && known.has(term)) return "related";
    return (known.get(term) ?? 0) > Math.max(MOST_OCCURRENCES, names.size / 8) ? "frequent" : "meant";
  };
  const { meant = [], frequent = [], related = [] } = Object.groupBy(terms.keys(), kindOf);
  const isPrefix = (term: string) => asked.has(term) && term.length >= (known.has(term) ? 5 : 3);
  const found = index.search(
    {
      combineWith: "OR",
      queries: [
        {
          queries: [meant.join(" ")],
          prefix: isPrefix,
          fuzzy: (term) => (term.length >= 4 && !known.has(term) ? 0.25 : false),
        },
        { queries: [frequent.join(" ")], fields: SHORT_FIELDS },
        { queries: [related.join(" ")], fields: SHORT_FIELDS, boostTerm: () => RELATED_WEIGHT },
      ],
    },
    {
      tokenize: (text) => text.split(" "),
      processTerm: (term) => term,
      boost: { name: 4, server: 2, title: 2, summary: 1.5, args: 1, description: 0.7 },
      maxFuzzy: 2,
      weights: { prefix: 0.5, fuzzy: 0.6 },
    },
  );
  const question = { words, asked, hasSlip: words.some((word) => !known.has(word)) };
  const covered = (queryTerms: string[]) =>
    new Set(queryTerms.flatMap((term) => terms.get(term) ?? [])).size / words.length;
  const best = found
    .slice(0, MOST_WEIGHED)
    .map(({ id, score, queryTerms, match }) => {
      const weight = weigh(names.get(id), question, match);
      return { id: id as string, score: score * covered(queryTerms) * weight };
    })
    .sort(byScore);
  return [...best, ...found.slice(MOST_WEIGHED).sort(byScore)].map(({ id }) => id as string);
}

function byScore(a: { id: string; score: number }, b: { id: string; score: number }): number {
  return b.score - a.score || (a.id < b.id ? -1 : 1);
}
