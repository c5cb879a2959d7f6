// What a run of the same code would meet before it starts: rules and policy on the program and on every skill in it.
// Executes nothing, issues no token, and leaves no run behind.

import type { PolicySnapshot } from "../decide/decide.ts";
import type { Redact } from "../protect/protect.ts";
import type { Analysis, Finding, JsonValue, Principal } from "../vocabulary.ts";
import { analyzeFor } from "./analyze-code.ts";
import { decideAll, type Linked, type LinkParts, linkSkills, skillFindings } from "./link-skills.ts";
import { whyRefused } from "./prepare-run.ts";
import type { Refusal } from "./run-reply.ts";

export type CheckReply = {
  verdict: "allow" | "approve" | "block";
  risk: Analysis["risk"];
  violations: Finding[];
  tools: string[];
  imports: string[];
  /** Why a run would be blocked. */
  error?: Refusal;
};

export type CheckParts = LinkParts & {
  /** The policies of this moment. */
  policies(): PolicySnapshot;
  /** For remarks on code that belongs to no session. */
  withTokensOnly: Redact;
};

export async function checkCode(
  parts: CheckParts,
  asked: { principal: Principal; code: string; typecheck?: boolean },
): Promise<CheckReply> {
  const { principal } = asked;
  const policies = parts.policies();
  const analysis = analyzeFor(parts, policies, asked);
  const linked = await linkSkills(parts, { principal, policies }, analysis);
  const decision = decideAll(policies, principal, analysis, linked);
  const violations = [...analysis.findings, ...skillFindings(linked)];
  const refused = whyRefused(analysis, linked, { findings: violations, decision });
  const safe = parts.withTokensOnly({
    violations,
    tools: toolsOf(analysis, linked),
    imports: analysis.facts.imports,
    ...(refused ? { error: refused } : {}),
  } as unknown as JsonValue) as unknown as Omit<CheckReply, "verdict" | "risk">;
  const verdict = decision.effect === "approve" ? "approve" : "allow";
  return { verdict: refused ? "block" : verdict, risk: analysis.risk, ...safe };
}

function toolsOf({ facts }: Analysis, { skills }: Linked): string[] {
  return [...new Set([...facts.tools, ...skills.flatMap(({ analysis }) => analysis.facts.tools)])];
}
