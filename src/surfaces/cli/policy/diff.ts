// `policy diff`: what each caller may do more or less.

import { diffPolicies, type PolicyDiff } from "../../../decide/decide.ts";
import type { LoadedSettings } from "../../../settings.ts";
import { counted } from "../../../text/counted.ts";
import type { CommandResult } from "../cli.ts";
import { textTable } from "../present/text-table.ts";
import { lockedTools, type NameOf, pathNamer, placeText } from "./files.ts";
import { openSide } from "./sides.ts";

export type DiffOptions = { before: string; after: string; cwd: string; failOnWiden: boolean };

export async function comparePolicies(
  settings: LoadedSettings,
  options: DiffOptions,
): Promise<CommandResult> {
  const before = await openSide(options.cwd, options.before);
  if ("broken" in before) return before.broken;
  const after = await openSide(options.cwd, options.after);
  if ("broken" in after) return after.broken;
  const tools = await lockedTools(settings.policies).catch(() => undefined);
  const diff = diffPolicies(before.bundle, after.bundle, tools?.keys() ?? []);
  return {
    data: diff,
    lines: diffLines(diff, pathNamer(options.cwd)),
    failed: options.failOnWiden && diff.widens,
  };
}

function diffLines(diff: PolicyDiff, nameOf: NameOf): string[] {
  const restores = diff.restores.map((path) => [path.change, path.path, path.flow, placeText(path, nameOf)]);
  const tools = diff.tools.map(({ change, principal, tool, rules }) => [
    change,
    principal,
    tool,
    rules.map(({ rule, what }) => `${rule}: ${what}`).join("; "),
  ]);
  const settings = diff.settings.map(({ change, principal, what, before, after }) => [
    change === "unclear" ? "may widen" : change,
    principal,
    what,
    `${before} → ${after}`,
  ]);
  return [
    ...section(
      "Places that personal values may reach",
      textTable(["change", "path", "flow", "place"], restores),
    ),
    ...section("Tools", textTable(["change", "caller", "tool", "because"], tools)),
    ...section(
      "Limits, code, personal data and results",
      textTable(["change", "caller", "what", "values"], settings),
    ),
    summaryOf(diff),
  ];
}

function section(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), ""];
}

function summaryOf({ tools, restores, settings, unchanged, widens }: PolicyDiff): string {
  if (tools.length + restores.length + settings.length === 0) return "Nothing changes for anybody.";
  const count = (word: string) => tools.filter(({ change }) => change === word).length;
  const parts = [
    `${count("wider")} wider`,
    `${count("may widen")} may widen`,
    `${count("narrower")} narrower`,
  ];
  return `${parts.join(", ")}, ${counted(unchanged, "pair")} of caller and tool unchanged: the change ${widens ? "may widen access" : "only narrows access"}.`;
}
