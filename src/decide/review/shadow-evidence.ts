// What a rule in shadow mode would have done, from the trail.

import type { JsonObject } from "../../vocabulary.ts";
import { asObject } from "./read-decided.ts";
import type { ReplayExample } from "./replay-decisions.ts";

export type ShadowEvidence = {
  decisions: number;
  /** Decisions in which the rule matched. */
  matched: number;
  /** Of these, how many would have come out differently, by the enforced effect. */
  wouldChange: Record<string, number>;
  principals: string[];
  tools: string[];
  examples: ReplayExample[];
  from: string | null;
  until: string | null;
};

const MOST = 10;

export async function shadowEvidence(
  events: AsyncIterable<JsonObject>,
  { rule, policy }: { rule: string; policy: string },
): Promise<ShadowEvidence> {
  const found: ShadowEvidence = {
    decisions: 0,
    matched: 0,
    wouldChange: {},
    principals: [],
    tools: [],
    examples: [],
    from: null,
    until: null,
  };
  for await (const event of events) {
    if (event["kind"] !== "call.decided" && event["kind"] !== "run.decided") continue;
    found.decisions += 1;
    found.from ??= String(event["at"]);
    found.until = String(event["at"]);
    const shadow = asObject(event["body"])?.["shadow"];
    const own = (Array.isArray(shadow) ? shadow.map((item) => asObject(item)) : []).find(
      (entry) => entry?.["rule"] === rule && entry["policy"] === policy,
    );
    if (own) note(found, event, String(own["effect"]));
  }
  return found;
}

function note(found: ShadowEvidence, event: JsonObject, effect: string): void {
  const { decision, call, run, at, principal, tool } = event;
  found.matched += 1;
  if (changes(String(decision), effect))
    found.wouldChange[String(decision)] = (found.wouldChange[String(decision)] ?? 0) + 1;
  remember(found.principals, String(principal));
  if (typeof tool === "string") remember(found.tools, tool);
  if (found.examples.length < 3)
    found.examples.push({
      id: String(call ?? run ?? ""),
      at: String(at),
      principal: String(principal),
      tool: typeof tool === "string" ? tool : null,
    });
}

/** By rank alone: a grant lifts a denial, a deny ends all but a denial, an escalate turns allow into approve. */
function changes(enforced: string, shadow: string): boolean {
  if (shadow === "deny") return enforced !== "deny";
  if (shadow === "escalate" || shadow === "approve")
    return enforced !== "approve" && (shadow === "approve" || enforced === "allow");
  return enforced === "deny";
}

function remember(list: string[], item: string): void {
  if (list.length < MOST && !list.includes(item)) list.push(item);
}
