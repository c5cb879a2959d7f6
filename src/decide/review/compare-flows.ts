// Where personal values may go: the paths that one set opens and the other does not.

import { distinctBounds } from "../compile-policies.ts";
import { type ListedRule, listRules, placeOfRule, type RulePlace } from "../format/list-rules.ts";
import type { PolicyBundle } from "../format/load-policies.ts";
import { covers } from "../matchers/json-pointer.ts";
import { parseToolPattern } from "../matchers/tool-pattern.ts";
import { coversPattern, coversReach } from "./glob-cover.ts";

export type PathChange = RulePlace & {
  /** `EMAIL from crm.get to mail.send#/to`. */
  path: string;
  flow: string;
  change: "new" | "loosened" | "gone" | "tightened" | "deny removed" | "deny added";
};

type FlowRule = Extract<ListedRule, { kind: "flow" }>;
type RestorePath = { flow: FlowRule; kind: string; from: string; to: string };

export const OPENING: readonly PathChange["change"][] = ["new", "loosened", "deny removed"];

export function compareRestorePaths(before: PolicyBundle, after: PolicyBundle): PathChange[] {
  const [old, fresh] = [pathsOf(before), pathsOf(after)];
  const changes = [
    ...lacking(fresh.allows, old.allows).map(([path, near]) => present(path, near ? "loosened" : "new")),
    ...lacking(old.denies, fresh.denies).map(([path]) => present(path, "deny removed")),
    ...lacking(old.allows, fresh.allows).map(([path, near]) => present(path, near ? "tightened" : "gone")),
    ...lacking(fresh.denies, old.denies).map(([path]) => present(path, "deny added")),
  ];
  // A path that is both loosened and tightened has changed in ways that cannot be ranked: the opening counts.
  const opened = new Set(changes.filter(({ change }) => change === "loosened").map(({ path }) => path));
  return changes.filter(({ change, path }) => change !== "tightened" || !opened.has(path));
}

function pathsOf({ files }: PolicyBundle): { allows: RestorePath[]; denies: RestorePath[] } {
  const flows = listRules(files).filter((rule) => rule.kind === "flow" && !rule.shadow) as FlowRule[];
  const expand = (flow: FlowRule) =>
    flow.text.class.flatMap((kind) =>
      flow.text.from.flatMap((from) => flow.text.to.map((to) => ({ flow, kind, from, to }))),
    );
  return {
    allows: flows.filter(({ text }) => text.effect === "allow").flatMap(expand),
    denies: flows.filter(({ text }) => text.effect === "deny").flatMap(expand),
  };
}

/** Paths that no path of the others covers; the flag says that one would, but for its limits. */
function lacking(paths: readonly RestorePath[], others: readonly RestorePath[]): [RestorePath, boolean][] {
  return paths.flatMap((path): [RestorePath, boolean][] => {
    const around = others.filter((other) => coversPath(other, path));
    return around.some((other) => isAsFree(other, path)) ? [] : [[path, around.length > 0]];
  });
}

function coversPath(outer: RestorePath, inner: RestorePath): boolean {
  const [outerTool = "", outerPointer] = outer.to.split("#");
  const [innerTool = "", innerPointer] = inner.to.split("#");
  const isPlaceCovered =
    outerPointer === undefined || (innerPointer !== undefined && covers(outerPointer, innerPointer));
  return (
    (outer.kind === "*" || outer.kind === inner.kind) &&
    coversSource(outer.from, inner.from) &&
    coversPattern(parseToolPattern(outerTool), parseToolPattern(innerTool)) &&
    isPlaceCovered &&
    coversReach(outer.flow.file.content.applies_to, inner.flow.file.content.applies_to)
  );
}

function coversSource(outer: string, inner: string): boolean {
  if (outer === "*" || outer === inner) return true;
  if (!outer.includes(".") || !inner.includes(".")) return false;
  return coversPattern(parseToolPattern(outer), parseToolPattern(inner));
}

function isAsFree({ flow: { text: outer } }: RestorePath, { flow: { text: inner } }: RestorePath): boolean {
  const [outerMost, innerMost] = [distinctBounds(outer.max_distinct), distinctBounds(inner.max_distinct)];
  const isSameRecord = outer.same_record_as === undefined || outer.same_record_as === inner.same_record_as;
  const isAsWide = (["call", "run", "session"] as const).every((span) => outerMost[span] >= innerMost[span]);
  return isAsWide && isSameRecord;
}

function present({ flow, kind, from, to }: RestorePath, change: PathChange["change"]): PathChange {
  return { path: `${kind} from ${from} to ${to}`, flow: flow.name, change, ...placeOfRule(flow) };
}
