// Which skills a question means: words of the query against name, tags, description and parameter names. There are tens
// or hundreds of skills, so every one is looked at.

import { didYouMean } from "../text/did-you-mean.ts";
import { isObject } from "./parameter-schema.ts";
import type { SkillContent } from "./skills.ts";

const WEIGHTS = { name: 4, tags: 3, description: 2, parameters: 1 };
/** Words that say nothing about what a skill does. */
const EMPTY_WORDS: ReadonlySet<string> = new Set([
  ..."a an and are as at be by do for from get how i in is it me my of on or our please some that the this to we with you".split(
    " ",
  ),
  ..."skill skills program run use what which".split(" "),
]);
const SHORTEST_TYPO = 4;

/** The best first; everything, by name, for a query without words. */
export function rankSkills<T extends SkillContent>(skills: readonly T[], query: string): T[] {
  const words = wordsOf(query);
  if (words.length === 0) return [...skills].sort(byName);
  const read = skills.map((skill) => ({ skill, fields: fieldsOf(skill), score: 0 }));
  for (const word of words) {
    // A word that some skill has is no slip: `stale` does not mean `sale` then.
    const isKnown = read.some(({ fields }) => scoreOf(word, fields, isMeant) > 0);
    for (const entry of read) entry.score += scoreOf(word, entry.fields, isKnown ? isMeant : isMistyped);
  }
  return read
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || byName(a.skill, b.skill))
    .map(({ skill }) => skill);
}

function byName(a: SkillContent, b: SkillContent): number {
  return a.name < b.name ? -1 : 1;
}

type Fields = Record<keyof typeof WEIGHTS, string[]>;
type Likeness = (word: string, known: readonly string[]) => number;

function fieldsOf({ name, tags, description, parameters }: SkillContent): Fields {
  const properties = isObject(parameters["properties"]) ? Object.keys(parameters["properties"]) : [];
  return {
    name: wordsOf(name),
    tags: tags.flatMap(wordsOf),
    description: wordsOf(description),
    parameters: properties.flatMap(wordsOf),
  };
}

function scoreOf(word: string, fields: Fields, likeness: Likeness): number {
  const names = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];
  return Math.max(...names.map((field) => WEIGHTS[field] * likeness(word, fields[field])));
}

function isMeant(word: string, known: readonly string[]): number {
  if (known.includes(word)) return 1;
  const isPart = (other: string) => other.length > 2 && (other.startsWith(word) || word.startsWith(other));
  return known.some(isPart) ? 0.7 : 0;
}

function isMistyped(word: string, known: readonly string[]): number {
  return word.length >= SHORTEST_TYPO && didYouMean(word, known) !== undefined ? 0.4 : 0;
}

function wordsOf(text: string): string[] {
  const words = text
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return [...new Set(words.filter((word) => word.length > 1 && !EMPTY_WORDS.has(word)).map(stem))];
}

/** `customers` and `customer` are one word here; more is not needed to find one of a few hundred. */
function stem(word: string): string {
  return word.length > 4 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}
