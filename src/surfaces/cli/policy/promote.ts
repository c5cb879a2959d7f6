// `policy promote`: the evidence of a rule in shadow mode, and the edit that enforces it.

import { writeFile } from "node:fs/promises";
import {
  bundlePolicies,
  findRule,
  type ListedRule,
  promoteRule,
  type ShadowEvidence,
  shadowEvidence,
} from "../../../decide/decide.ts";
import type { LoadedSettings } from "../../../settings.ts";
import { counted } from "../../../text/counted.ts";
import type { Cli, CommandResult } from "../cli.ts";
import { UsageError } from "../usage-error.ts";
import { openBundle, PATTERNS, pathNamer, presentProblems } from "./files.ts";
import { type TrailRange, trailEvents, withTrail } from "./trail.ts";

export type PromoteOptions = { rule: string; folder: string; range: TrailRange; write: boolean };

export async function promote(
  cli: Cli,
  settings: LoadedSettings,
  options: PromoteOptions,
): Promise<CommandResult> {
  const nameOf = pathNamer(cli.cwd);
  const opened = await openBundle(options.folder, nameOf);
  if ("broken" in opened) return opened.broken;
  const rule = requireOne(findRule(opened.bundle.files, options.rule), options.rule);
  const edit = promoteRule(rule);
  if (!edit.ok) throw new UsageError(`The rule "${rule.name}" cannot be promoted: ${edit.why}.`);
  const others = opened.bundle.files.filter((file) => file !== rule.file);
  const policies = [...others, { path: rule.file.path, text: edit.text }];
  const loaded = bundlePolicies({ policies, tests: [] }, { patterns: PATTERNS });
  if (!loaded.ok) return presentProblems(loaded.problems, nameOf);
  const evidence = await withTrail(cli, settings, (trail) =>
    shadowEvidence(trailEvents(trail, options.range), { rule: rule.id, policy: rule.policy }),
  );
  if (options.write) await writeFile(rule.file.path, edit.text);
  const place = `${nameOf(rule.file.path)}:${edit.line}:${edit.column}`;
  return {
    data: {
      rule: rule.name,
      place,
      before: edit.before,
      after: edit.after,
      evidence,
      written: options.write,
    },
    lines: [
      ...evidenceLines(evidence, rule),
      `${place}`,
      `- ${edit.before}`,
      ...(edit.after === "" ? [] : [`+ ${edit.after}`]),
      options.write
        ? "Written. Run `sallyport policy test` before you merge it."
        : "Nothing was written: add --write to make this edit.",
    ],
  };
}

function requireOne(found: ListedRule[], name: string): ListedRule {
  const [rule, ...more] = found;
  if (rule && more.length === 0) return rule;
  if (!rule)
    throw new UsageError(`No policy has the rule "${name}".`, "Write the rule's id, or policy/rule.");
  throw new UsageError(
    `"${name}" is a rule of several policies.`,
    `Write one of ${found.map((it) => it.name).join(", ")}.`,
  );
}

function evidenceLines(evidence: ShadowEvidence, { name, text }: ListedRule): string[] {
  const { decisions, matched, wouldChange, tools, principals, examples, from, until } = evidence;
  if (decisions === 0)
    return [`There is no evidence about "${name}": the trail holds no decisions in this time.`];
  const changes = Object.entries(wouldChange).map(([effect, count]) => `${count} that were ${effect}`);
  const effect = "effect" in text && text.effect ? text.effect : "apply";
  return [
    `"${name}" (${effect}) matched ${matched} of ${counted(decisions, "decision")} from ${from} until ${until}.`,
    changes.length === 0
      ? "Enforced, it would have changed none of them."
      : `Enforced, it would have changed ${changes.join(" and ")}.`,
    ...(matched > 0 ? [`Callers: ${principals.join(", ")}. Tools: ${tools.join(", ") || "code"}.`] : []),
    ...examples.map(({ id, at, principal, tool }) => `  ${at}  ${principal}  ${tool ?? "code"}  ${id}`),
  ];
}
