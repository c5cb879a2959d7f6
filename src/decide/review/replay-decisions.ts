// Every recorded decision, decided again by other policies. Memory grows with the number of rules, not of events.

import type { Effect, JsonObject } from "../../vocabulary.ts";
import type { PolicySnapshot } from "../decide.ts";
import {
  asObject,
  type FactNeeds,
  type KnownPrincipals,
  type Recorded,
  readDecidedCall,
  readDecidedCode,
} from "./read-decided.ts";
import { createReplayedDraws, type ReplayedDraws } from "./replayed-draws.ts";

export type ReplayExample = { id: string; at: string; principal: string; tool: string | null };

export type Flip = {
  what: "call" | "code";
  from: Recorded;
  to: Recorded & { policy: string | null };
  direction: "wider" | "narrower";
  count: number;
  /** Tools of the first calls that flipped so. */
  tools: string[];
  examples: ReplayExample[];
};

export type ReplayReport = {
  decisions: number;
  replayed: number;
  unchanged: number;
  /** The same effect by another rule. */
  otherRule: number;
  flips: Flip[];
  /** Decisions that cannot be made again, with the reason. */
  skipped: { why: string; count: number; examples: ReplayExample[] }[];
  from: string | null;
  until: string | null;
};

export type ReplayOptions = { candidate: PolicySnapshot; needs: FactNeeds; principals: KnownPrincipals };

const MOST_EXAMPLES = 3;
const MOST_TOOLS = 8;
// Runs whose check was read and whose decision was not; the trail writes both in one step, so this stays small.
const MOST_OPEN_RUNS = 1000;

const RANK: Record<Effect, number> = { deny: 0, approve: 1, allow: 2 };

type Tally = {
  report: Omit<ReplayReport, "flips" | "skipped">;
  flips: Map<string, Flip>;
  skipped: Map<string, ReplayReport["skipped"][number]>;
};

export async function replayDecisions(
  events: AsyncIterable<JsonObject>,
  options: ReplayOptions,
): Promise<ReplayReport> {
  const tally: Tally = {
    report: { decisions: 0, replayed: 0, unchanged: 0, otherRule: 0, from: null, until: null },
    flips: new Map(),
    skipped: new Map(),
  };
  const checks = new Map<string, JsonObject>();
  const drawn = createReplayedDraws();
  for await (const event of events) {
    const { kind, run } = event;
    if (kind === "code.checked") keepCheck(checks, String(run), asObject(event["body"]) ?? {});
    if (kind === "call.decided") count(tally, event, () => decideCallAgain(event, options, drawn));
    if (kind === "run.decided") {
      const checked = checks.get(String(run));
      checks.delete(String(run));
      count(tally, event, () => decideCodeAgain(event, checked, options));
    }
  }
  const flips = [...tally.flips.values()].sort((a, b) => b.count - a.count);
  const skipped = [...tally.skipped.values()].sort((a, b) => b.count - a.count);
  return { ...tally.report, flips, skipped };
}

function keepCheck(checks: Map<string, JsonObject>, run: string, body: JsonObject): void {
  checks.set(run, body);
  const [oldest] = checks.keys();
  if (checks.size > MOST_OPEN_RUNS && oldest !== undefined) checks.delete(oldest);
}

type Again = { recorded: Recorded; decided: Flip["to"] } | { why: string };

function decideCallAgain(
  event: JsonObject,
  { candidate, ...reading }: ReplayOptions,
  drawn: ReplayedDraws,
): Again {
  const read = readDecidedCall(event, reading);
  if ("why" in read) return read;
  const place = { run: String(event["run"]), session: `${event["principal"]}/${event["session"]}` };
  const facts = { ...read.facts, drawnBefore: drawn.before(place, read.drawn) };
  const { effect, rule, policy, draws = [] } = candidate.decideCall(facts);
  if (effect !== "deny") drawn.take(place, draws);
  return { recorded: read.recorded, decided: { effect, rule, policy } };
}

function decideCodeAgain(
  event: JsonObject,
  checked: JsonObject | undefined,
  { candidate, ...reading }: ReplayOptions,
): Again {
  const read = readDecidedCode(event, checked, reading);
  if ("why" in read) return read;
  const { effect, rule, policy } = candidate.decideCode(read.principal, read.facts, read.findings);
  return { recorded: read.recorded, decided: { effect, rule, policy } };
}

function count({ report, flips, skipped }: Tally, event: JsonObject, decideAgain: () => Again): void {
  report.decisions += 1;
  report.from ??= String(event["at"]);
  report.until = String(event["at"]);
  const again = decideAgain();
  if ("why" in again) {
    const entry = skipped.get(again.why) ?? { why: again.why, count: 0, examples: [] };
    skipped.set(again.why, entry);
    noteExample(entry, event);
    return;
  }
  report.replayed += 1;
  const { recorded, decided } = again;
  if (recorded.effect === decided.effect) {
    report.unchanged += 1;
    if (recorded.rule !== decided.rule) report.otherRule += 1;
    return;
  }
  const what = event["kind"] === "call.decided" ? "call" : "code";
  const key = JSON.stringify([what, recorded, decided]);
  const direction = RANK[decided.effect] > RANK[recorded.effect] ? "wider" : "narrower";
  const flip = flips.get(key) ?? {
    what,
    from: recorded,
    to: decided,
    direction,
    count: 0,
    tools: [],
    examples: [],
  };
  flips.set(key, flip);
  noteExample(flip, event);
  const { tool } = event;
  if (typeof tool === "string" && flip.tools.length < MOST_TOOLS && !flip.tools.includes(tool))
    flip.tools.push(tool);
}

function noteExample(entry: { count: number; examples: ReplayExample[] }, event: JsonObject): void {
  entry.count += 1;
  if (entry.examples.length >= MOST_EXAMPLES) return;
  const { call, run, at, principal, tool } = event;
  entry.examples.push({
    id: String(call ?? run ?? ""),
    at: String(at),
    principal: String(principal ?? ""),
    tool: typeof tool === "string" ? tool : null,
  });
}
