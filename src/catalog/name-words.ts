// What the words of a tool's own name say about how well it answers a question.

import type { PinnedTool } from "./catalog.ts";
import { relatedWords } from "./related-words.ts";
import { normalizeWord, splitWords } from "./split-words.ts";

export type ToolWords = { server: string[]; own: string[]; isReading: boolean };

export type Question = {
  words: string[];
  asked: ReadonlySet<string>;
  /** A word that no tool has: it may be a verb with a slip in it. */
  hasSlip: boolean;
};

/** For tools that only look, when a question names no action. */
const READING_WEIGHT = 1.15;
/** For the tools of a server that the question names. */
const SERVER_WEIGHT = 1.4;

const READING = ["list", "get", "search", "find", "read", "show", "view", "query"];
const WRITING = "create delete update send run stop restart undo enable approve rename install".split(" ");
const READING_WORDS = new Set(normalized(READING));
/** Every word that means to do or to look. */
const ACTIONS = new Set(
  normalized([...READING, ...WRITING]).flatMap((verb) => [verb, ...relatedWords(verb)]),
);

export function wordsOfName(tool: PinnedTool): ToolWords {
  const server = normalized(splitWords(tool.server));
  const own = normalized(splitWords(tool.name)).filter((word) => !server.includes(word));
  return { server, own, isReading: own.some((word) => READING_WORDS.has(word)) };
}

/** `match`: words of the index that were found in this tool, with the fields that hold them. */
export function weigh(
  tool: ToolWords | undefined,
  { words, asked, hasSlip }: Question,
  match: Record<string, string[]>,
): number {
  if (!tool) return 1;
  const namesAction = hasSlip || words.some((word) => ACTIONS.has(word));
  const reading = !namesAction && tool.isReading ? READING_WEIGHT : 1;
  const server = tool.server.some((word) => asked.has(word)) ? SERVER_WEIGHT : 1;
  const said = tool.own.filter((word) => match[word]?.includes("name")).length;
  // A name that the question says whole counts twice as much as one of which it says nothing.
  return reading * server * (1 + said / Math.max(1, tool.own.length));
}

function normalized(words: string[]): string[] {
  return words.flatMap((word) => normalizeWord(word) ?? []);
}
