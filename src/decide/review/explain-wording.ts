// One explanation for three readers. The reviewer sees rules and places, the agent what it may act on, the end
// user neither rules nor arguments.

import type { Explanation, RuleTrace } from "./explain-call.ts";

export type Wording = { reviewer: string; agent: string; endUser: string };

export function wordExplanation(explanation: Explanation): Wording {
  return {
    reviewer: forReviewer(explanation),
    agent: forAgent(explanation),
    endUser: forEndUser(explanation),
  };
}

function forReviewer({ decision, place, nearest, tokens, rules, tool, principal }: Explanation): string {
  const { effect, rule, policy, reason } = decision;
  const where = place ? ` (${place.file}:${place.line}:${place.column})` : "";
  const by = policy === null ? rule : `${policy}/${rule}`;
  const parts = [`${principal.name} calling ${tool}: ${effect} by ${by}${where}. ${reason}`];
  if (nearest && effect === "deny") {
    const more = nearest.further > 0 ? ` (and ${nearest.further} more)` : "";
    parts.push(
      `Nearest grant: ${nearest.rule} at ${nearest.file}:${nearest.line}:${nearest.column}, but ${nearest.failure.what}${more}.`,
    );
  }
  const stopped = tokens.filter(({ flow }) => flow === null);
  if (stopped.length > 0)
    parts.push(
      `Tokens that may not go there: ${stopped.map(({ token, why }) => `${token} (${why})`).join("; ")}.`,
    );
  const shadows = rules.filter((trace) => trace.shadow && trace.outcome === "matches");
  if (shadows.length > 0) parts.push(`In shadow mode: ${shadows.map(describeShadow).join(", ")}.`);
  return parts.join(" ");
}

function describeShadow({ rule, effect }: RuleTrace): string {
  return `${rule} would ${effect}`;
}

/** The same words that the gate answers with: reason and hint, no other rule. */
function forAgent({ decision, tool }: Explanation): string {
  const { effect, reason, hint } = decision;
  if (effect === "allow") return `${tool} may be called like this.`;
  if (effect === "approve") return `${tool} waits for a person's approval: ${reason}`;
  return `${tool} is refused: ${reason}${hint ? ` ${hint}` : ""}`;
}

function forEndUser({ decision, tokens }: Explanation): string {
  const { effect, rule, byFlow } = decision;
  if (effect === "allow") return "The assistant may do this.";
  if (effect === "approve") return "A person has to approve this before the assistant may do it.";
  if (byFlow || rule === "no_flow")
    return "The assistant may not send personal data there, so it did not do this.";
  if (tokens.some(({ known }) => !known))
    return "The assistant referred to data that it does not have, so it did not do this.";
  return "The assistant is not permitted to do this. Ask the people who run it if you think it should be.";
}
