// Does one pattern cover all that another can match? Sound, not complete: a `true` can be relied on.

import type { Policy } from "../compile-policies.ts";
import type { PolicyFile } from "../format/policy-schema.ts";
import type { ToolPattern } from "../matchers/tool-pattern.ts";
import { matchesGlob, matchesTool, parseToolPattern } from "../matchers/tool-pattern.ts";

// A star of the inner pattern is a character that no tool name has, so only a star of the outer one matches it.
export function coversPattern(outer: ToolPattern, inner: ToolPattern): boolean {
  if (outer.text === "*") return true;
  if (inner.text === "*") return outer.server === "*" && outer.tool === "*";
  return matchesGlob(outer.server, inner.server) && matchesGlob(outer.tool, inner.tool);
}

export function coversAll(outer: readonly string[], inner: readonly string[]): boolean {
  const patterns = outer.map(parseToolPattern);
  return inner.every((text) => patterns.some((pattern) => coversPattern(pattern, parseToolPattern(text))));
}

/** May some tool match both? Errs towards yes. */
export function overlaps(a: string, b: string): boolean {
  const [left, right] = [parseToolPattern(a), parseToolPattern(b)];
  if (!a.includes("*")) return matchesTool(right, a);
  if (!b.includes("*")) return matchesTool(left, b);
  return (
    left.text === "*" ||
    right.text === "*" ||
    (partsMayMeet(left.server, right.server) && partsMayMeet(left.tool, right.tool))
  );
}

function partsMayMeet(a: string, b: string): boolean {
  const [headA = "", headB = ""] = [a.split("*")[0], b.split("*")[0]];
  const [tailA = "", tailB = ""] = [a.split("*").pop(), b.split("*").pop()];
  if (!a.includes("*")) return matchesGlob(b, a);
  if (!b.includes("*")) return matchesGlob(a, b);
  const startsAlike = headA.startsWith(headB) || headB.startsWith(headA);
  return startsAlike && (tailA.endsWith(tailB) || tailB.endsWith(tailA));
}

/** Is everybody in `inner` also in `outer`? */
export function coversReach(outer: PolicyFile["applies_to"], inner: Policy["appliesTo"]): boolean {
  if (outer.agents?.includes("*")) return true;
  if (inner.agents?.includes("*")) return false;
  const within = (mine: readonly string[] = [], theirs: readonly string[] = []) =>
    mine.every((name) => theirs.includes(name));
  return (
    within(inner.agents, outer.agents) &&
    within(inner.groups, outer.groups) &&
    within(inner.roles, outer.roles)
  );
}
