// `policy explain`: one call, every rule, three readers.

import {
  type Explanation,
  explainCall,
  namesOfCall,
  needsOf,
  type PolicyBundle,
  readCallFile,
  readDecidedCall,
  type Wording,
  wordExplanation,
} from "../../../decide/decide.ts";
import type { LoadedSettings } from "../../../settings.ts";
import { counted } from "../../../text/counted.ts";
import type { Cli, CommandResult } from "../cli.ts";
import { textTable } from "../present/text-table.ts";
import { readJson, readTextFile } from "../read-arguments.ts";
import { UsageError } from "../usage-error.ts";
import { lockedTools, type NameOf, openBundle, pathNamer, placeText } from "./files.ts";
import { readPrincipals, withTrail } from "./trail.ts";

type Asked = { cli: Cli; settings: LoadedSettings; folder: string };

export async function explainCallFile(asked: Asked, file: string): Promise<CommandResult> {
  const nameOf = pathNamer(asked.cli.cwd);
  const opened = await openBundle(asked.folder, nameOf);
  if ("broken" in opened) return opened.broken;
  const { text } = await readTextFile(asked.cli, file);
  const appliesTo = opened.bundle.files[0]?.content.applies_to ?? { agents: ["*"] };
  const read = readCallFile(readJson("--call", text), appliesTo);
  if (!read.ok)
    throw new UsageError(
      `The file ${file} is no call: ${read.problems[0]}.`,
      'It is like {"call": "mail.send", "args": {"to": "<EMAIL@crm.get_contact:r1>"}, "who": {"agent": "bot"}}.',
    );
  const tools = await lockedTools(asked.folder);
  const { tool, args } = read.facts;
  const remarks = tools ? namesOfCall(tool, args, tools).map(({ message }) => message) : [];
  return present(opened.bundle, explainCall(opened.bundle, read.facts), { nameOf, remarks });
}

export async function explainRecordedCall(asked: Asked, call: string): Promise<CommandResult> {
  const nameOf = pathNamer(asked.cli.cwd);
  const opened = await openBundle(asked.folder, nameOf);
  if ("broken" in opened) return opened.broken;
  const { bundle } = opened;
  return withTrail(asked.cli, asked.settings, async (trail) => {
    const { events } = await trail.readTrail({ kind: "call.decided", call, limit: 10, order: "asc" });
    const [event] = events;
    if (!event)
      throw new UsageError(
        `The trail holds no decision about "${call}".`,
        "`sallyport audit query --kind call.decided` lists them.",
      );
    const read = readDecidedCall(event, { principals: await readPrincipals(trail), needs: needsOf(bundle) });
    if ("why" in read) {
      const line = `${call}: ${event["decision"]} by ${event["rule"]}. It cannot be decided again: ${read.why}.`;
      return { data: { call, event, notReplayable: read.why }, lines: [line], failed: true };
    }
    const { recorded, policyHash } = read;
    const past = {
      ...recorded,
      at: String(event["at"]),
      samePolicies: policyHash === bundle.policies.sha256,
    };
    return present(bundle, explainCall(bundle, read.facts), { nameOf, past });
  });
}

type Past = { effect: string; rule: string; at: string; samePolicies: boolean };
type Showing = { nameOf: NameOf; past?: Past; remarks?: string[] };

function present(
  bundle: PolicyBundle,
  explanation: Explanation,
  { nameOf, past, remarks = [] }: Showing,
): CommandResult {
  const named = renamePlaces(explanation, nameOf);
  const words = wordExplanation(named);
  const concerned = named.rules.filter(
    ({ outcome }) => outcome !== "other tool" && outcome !== "other caller",
  );
  const others = named.rules.length - concerned.length;
  const rules = concerned.map((rule) => [
    placeText(rule, nameOf),
    rule.rule,
    rule.shadow ? `${rule.effect} (shadow)` : rule.effect,
    rule.outcome,
    rule.failures
      .map(({ what, verdict }) => (verdict === "unsure" ? `${what} (cannot be judged)` : what))
      .join("; "),
  ]);
  return {
    data: {
      ...explanation,
      words,
      policyHash: bundle.policies.sha256,
      ...(past && { recorded: past }),
      ...(remarks.length > 0 && { remarks }),
    },
    notes: remarks.map((remark) => `warning: ${remark}`),
    lines: [
      ...(past ? [pastLine(past)] : []),
      ...wordLines(words),
      "",
      ...textTable(["place", "rule", "effect", "outcome", "because"], rules),
      `${counted(others, "other rule")} about other tools or callers`,
      ...tokenLines(named),
    ],
  };
}

function renamePlaces(explanation: Explanation, nameOf: NameOf): Explanation {
  const rename = <T extends { file: string }>(place: T): T => ({ ...place, file: nameOf(place.file) });
  const { place, nearest, rules } = explanation;
  return {
    ...explanation,
    place: place && rename(place),
    nearest: nearest && rename(nearest),
    rules: rules.map(rename),
  };
}

function pastLine({ effect, rule, at, samePolicies }: Past): string {
  const since = samePolicies
    ? "by the policies of today"
    : "by other policies than those of today; below is what they say now";
  return `Recorded at ${at}: ${effect} by ${rule}, ${since}.`;
}

function wordLines({ reviewer, agent, endUser }: Wording): string[] {
  return [`reviewer  ${reviewer}`, `agent     ${agent}`, `end user  ${endUser}`];
}

function tokenLines({ tokens }: Explanation): string[] {
  if (tokens.length === 0) return [];
  const rows = tokens.map(({ token, class: kind, pointer, sources, flow, why }) => [
    token,
    kind,
    pointer,
    sources.join(", "),
    flow === null ? "refused" : "restored",
    why,
  ]);
  return ["", ...textTable(["token", "class", "argument", "from", "flow", "because"], rows)];
}
