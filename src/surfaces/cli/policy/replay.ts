// `policy replay`: last week under another policy.

import { type Flip, needsOf, type ReplayReport, replayDecisions } from "../../../decide/decide.ts";
import type { LoadedSettings } from "../../../settings.ts";
import { counted } from "../../../text/counted.ts";
import type { Cli, CommandResult } from "../cli.ts";
import { openProgress, watched } from "../present/progress.ts";
import { textTable } from "../present/text-table.ts";
import { openBundle, pathNamer } from "./files.ts";
import { readPrincipals, type TrailRange, trailEvents, withTrail } from "./trail.ts";

export type ReplayFlags = { candidate: string; range: TrailRange; failOnWiden: boolean; json?: boolean };

export async function replayTrail(
  cli: Cli,
  settings: LoadedSettings,
  flags: ReplayFlags,
): Promise<CommandResult> {
  const opened = await openBundle(flags.candidate, pathNamer(cli.cwd));
  if ("broken" in opened) return opened.broken;
  const { bundle } = opened;
  const report = await withTrail(cli, settings, async (trail) =>
    replayDecisions(watched(trailEvents(trail, flags.range), openProgress(cli, "replaying", flags)), {
      candidate: bundle.policies,
      needs: needsOf(bundle),
      principals: await readPrincipals(trail),
    }),
  );
  return {
    data: { candidate: bundle.policies.sha256, ...report },
    lines: reportLines(report),
    notes: noteLines(report),
    failed: flags.failOnWiden && report.flips.some(({ direction }) => direction === "wider"),
  };
}

function reportLines(report: ReplayReport): string[] {
  const flips = report.flips.map((flip) => [
    flip.direction,
    String(flip.count),
    `${flip.from.effect} by ${flip.from.rule}`,
    `${flip.to.effect} by ${nameOf(flip.to)}`,
    flip.what === "code" ? "code" : flip.tools.join(", "),
    flip.examples.map(({ id }) => id).join(" "),
  ]);
  const skipped = report.skipped.map(({ why, count, examples }) => [
    String(count),
    why,
    examples.map(({ id }) => id).join(" "),
  ]);
  return [
    ...(flips.length > 0 ? ["Decisions that come out differently"] : []),
    ...textTable(["change", "count", "was", "becomes", "tools", "examples"], flips).map(
      (line) => `  ${line}`,
    ),
    ...(skipped.length > 0 ? ["Decisions that cannot be made again"] : []),
    ...textTable(["count", "because", "examples"], skipped).map((line) => `  ${line}`),
    summaryOf(report),
  ];
}

function nameOf({ policy, rule }: Flip["to"]): string {
  return policy === null ? rule : `${policy}/${rule}`;
}

function summaryOf({ decisions, replayed, unchanged, flips, otherRule }: ReplayReport): string {
  if (decisions === 0) return "The trail holds no decisions in this time.";
  const flipped = flips.reduce((sum, { count }) => sum + count, 0);
  const others = otherRule > 0 ? ` (${otherRule} of them by another rule)` : "";
  return `${replayed} of ${counted(decisions, "decision")} decided again: ${unchanged} unchanged${others}, ${flipped} different.`;
}

function noteLines({ from, until }: ReplayReport): string[] {
  return from && until ? [`From ${from} until ${until}.`] : [];
}
