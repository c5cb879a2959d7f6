// What a run may see of a tool's result: places dropped, invisible text removed, lists and size cut, labels set.

import { repeatsNames } from "../text/one-reading.ts";
import type { JsonValue, Principal } from "../vocabulary.ts";
import type { Policy, PolicySet, ResultFilter } from "./compile-policies.ts";
import { appliesTo, byName } from "./compile-policies.ts";
import { readJsonText } from "./json-in-text.ts";
import { matchesPath } from "./matchers/match-path.ts";
import { splitTool } from "./matchers/tool-pattern.ts";
import { addressesTheModel, withoutHtmlComments, withoutZeroWidth } from "./visible-text.ts";

export type FilteredResult = {
  value: JsonValue;
  labels: string[];
  /** Ids of the rules that matched the tool. */
  applied: string[];
  /** How many things each filter took away. */
  removed: Partial<
    Record<
      "drop" | "max_items" | "max_kb" | "html_comments" | "zero_width" | "depth" | "instructions",
      number
    >
  >;
  /** The rule that withholds the whole result, which then is null; the caller is told that it was withheld. */
  withheldBy: string | null;
  /** To be applied by the caller with `cutResult`, after personal values were replaced. */
  maxBytes: number | null;
  /** Ids of rules in shadow mode that matched the tool; they change nothing. */
  shadow: string[];
};

// Deeper than any honest result; keeps the walk within the stack.
const MAX_DEPTH = 256;

type Filters = {
  drops: string[][];
  maxItems: number;
  strip: ReadonlySet<"html_comments" | "zero_width">;
  lookForInstructions: boolean;
  quarantine: boolean;
};

const QUARANTINED = "[text that addresses the model, withheld by policy]";

/** `roots`: where pointers may begin, as lengths of the path: at the result itself, and at each JSON text we are inside of. */
type Walk = Filters & { removed: FilteredResult["removed"]; hasInstructions: boolean; roots: number[] };

export function filterResult(
  set: PolicySet,
  principal: Principal,
  tool: string,
  value: JsonValue,
): FilteredResult {
  const applicable = new Set(set.policies.filter((policy) => appliesTo(policy, principal)));
  const rules = set.results
    .rulesFor(tool)
    .filter((rule) => applicable.has(rule.policy))
    .sort(byName);
  const active = rules.filter((rule) => !rule.shadow);
  const walk: Walk = { ...filtersOf(active), removed: {}, hasInstructions: false, roots: [0] };
  const walked = needsWalk(walk) ? visit(value, [], walk) : value;
  const most = Math.min(...active.map((rule) => (rule.max_kb ?? Number.POSITIVE_INFINITY) * 1024));
  const labels = new Set(active.flatMap((rule) => rule.label ?? []));
  if (walk.hasInstructions) labels.add("instructions");
  const withheldBy = walk.hasInstructions
    ? (active.find((rule) => rule.instructions === "deny")?.id ?? null)
    : null;
  if (!isTrusted([...applicable], splitTool(tool).server)) labels.add("untrusted");
  return {
    value: withheldBy === null ? walked : null,
    labels: [...labels].sort(),
    applied: active.map((rule) => rule.id),
    removed: walk.removed,
    withheldBy,
    maxBytes: Number.isFinite(most) ? most : null,
    shadow: rules.filter((rule) => rule.shadow).map((rule) => rule.id),
  };
}

/** Some grant file must call the server internal, and no file untrusted. */
function isTrusted(applicable: readonly Policy[], server: string): boolean {
  const enforced = applicable.filter((policy) => !policy.shadow);
  if (enforced.some(({ servers }) => servers?.get(server) === "untrusted")) return false;
  return enforced.some(({ isCeiling, servers }) => !isCeiling && servers?.get(server) === "internal");
}

function filtersOf(rules: readonly ResultFilter[]): Filters {
  return {
    drops: rules.flatMap((rule) => rule.drop ?? []).map((pointer) => pointer.split("/").slice(1)),
    maxItems: Math.min(...rules.map((rule) => rule.max_items ?? Number.POSITIVE_INFINITY)),
    strip: new Set(rules.flatMap((rule) => rule.strip ?? [])),
    lookForInstructions: rules.some((rule) => rule.instructions !== undefined),
    quarantine: rules.some((rule) => rule.instructions === "quarantine"),
  };
}

function needsWalk(walk: Walk): boolean {
  return (
    walk.drops.length > 0 || Number.isFinite(walk.maxItems) || walk.strip.size > 0 || walk.lookForInstructions
  );
}

function visit(value: JsonValue, path: readonly string[], walk: Walk): JsonValue {
  if (typeof value === "string") return visitJsonText(visitText(value, walk), path, walk);
  if (value === null || typeof value !== "object") return value;
  if (path.length >= MAX_DEPTH) {
    count(walk, "depth", 1);
    return null;
  }
  if (Array.isArray(value)) {
    const kept = value.length > walk.maxItems ? value.slice(0, walk.maxItems) : value;
    count(walk, "max_items", value.length - kept.length);
    return kept.flatMap((item, index) => visitMember(item, [...path, String(index)], walk));
  }
  const entries = Object.entries(value).flatMap(([key, item]) =>
    visitMember(item, [...path, key], walk).map((kept): [string, JsonValue] => [visitKey(key, walk), kept]),
  );
  return named(entries);
}

/** The member as a list of one, or of none when a rule drops it. */
function visitMember(item: JsonValue, path: readonly string[], walk: Walk): [JsonValue] | [] {
  if (walk.drops.some((glob) => walk.roots.some((root) => matchesPath(glob, path.slice(root))))) {
    count(walk, "drop", 1);
    return [];
  }
  return [visit(item, path, walk)];
}

/** Pointers see through JSON that is sent as text, from the text's own root as well; text without anything to drop stays as it is. */
function visitJsonText(text: string, path: readonly string[], walk: Walk): string {
  const read = readJsonText(text);
  if (read === undefined) return text;
  const before = JSON.stringify(walk.removed);
  walk.roots.push(path.length);
  const kept = visit(read, path, walk);
  walk.roots.pop();
  const isSame = JSON.stringify(walk.removed) === before && !repeatsNames(text, read);
  return isSame ? text : JSON.stringify(kept);
}

/** A name may speak to the model too; one that is taken out keeps its member reachable. */
function visitKey(key: string, walk: Walk): string {
  if (walk.lookForInstructions && addressesTheModel(key)) {
    walk.hasInstructions = true;
    if (walk.quarantine) {
      count(walk, "instructions", 1);
      return `withheld_${walk.removed.instructions}`;
    }
  }
  return stripped(key, walk);
}

/** A name that became the name of another member gets a number, so that none is lost. */
function named(entries: readonly [string, JsonValue][]): JsonValue {
  const members = new Map<string, JsonValue>();
  for (const [name, item] of entries) {
    let free = name;
    for (let number = 2; members.has(free); number++) free = `${name}_${number}`;
    members.set(free, item);
  }
  return Object.fromEntries(members);
}

function visitText(text: string, walk: Walk): string {
  // Looked at before anything is removed: what hides in a comment is the most telling.
  if (walk.lookForInstructions && (walk.quarantine || !walk.hasInstructions) && addressesTheModel(text)) {
    walk.hasInstructions = true;
    if (walk.quarantine) {
      count(walk, "instructions", 1);
      return QUARANTINED;
    }
  }
  return stripped(text, walk);
}

function stripped(text: string, walk: Walk): string {
  let visible = text;
  if (walk.strip.has("html_comments"))
    visible = counted(walk, "html_comments", visible, withoutHtmlComments(visible));
  if (walk.strip.has("zero_width")) visible = counted(walk, "zero_width", visible, withoutZeroWidth(visible));
  return visible;
}

function counted(walk: Walk, what: keyof FilteredResult["removed"], before: string, after: string): string {
  if (after !== before) count(walk, what, 1);
  return after;
}

function count(walk: Walk, what: keyof FilteredResult["removed"], by: number): void {
  if (by > 0) walk.removed[what] = (walk.removed[what] ?? 0) + by;
}
