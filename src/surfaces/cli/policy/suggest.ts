// `policy suggest`: proposals from repeated denials. They are printed, never written.

import { type Suggestion, suggestRules } from "../../../decide/decide.ts";
import type { LoadedSettings } from "../../../settings.ts";
import { counted } from "../../../text/counted.ts";
import type { Cli, CommandResult } from "../cli.ts";
import { codeAnalyzer, openBundle, PATTERNS, pathNamer } from "./files.ts";
import { readPrincipals, type TrailRange, trailEvents, withTrail } from "./trail.ts";

export type SuggestFlags = { folder: string; range: TrailRange; least: number };

export async function suggestPolicies(
  cli: Cli,
  settings: LoadedSettings,
  { folder, range, least }: SuggestFlags,
): Promise<CommandResult> {
  const opened = await openBundle(folder, pathNamer(cli.cwd));
  if ("broken" in opened) return opened.broken;
  const analyzeCode = await codeAnalyzer(settings);
  const suggestions = await withTrail(cli, settings, async (trail) =>
    suggestRules(trailEvents(trail, { ...range, kind: "call.decided", decision: "deny" }), {
      bundle: opened.bundle,
      patterns: PATTERNS,
      principals: await readPrincipals(trail),
      analyzeCode,
      least,
    }),
  );
  const summary =
    suggestions.length === 0
      ? `No call was denied ${least} times in a way that a narrow rule could grant.`
      : `${counted(suggestions.length, "proposal")}. Nothing was written: save what you agree with as a file of its own, then run \`sallyport policy test\`.`;
  return { data: { suggestions }, lines: suggestions.flatMap(proposalLines), notes: [summary] };
}

function proposalLines({
  principal,
  tool,
  denials,
  rule,
  from,
  until,
  calls,
  text,
  grants,
  of,
}: Suggestion): string[] {
  return [
    `# ${principal} was denied ${tool} ${denials} times (${rule}) from ${from} until ${until}.`,
    `# For example: ${calls.join(" ")}. This would grant ${grants} of ${of} of them.`,
    ...text.trimEnd().split("\n"),
    "",
  ];
}
