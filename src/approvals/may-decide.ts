// Who may decide: somebody with the right, whom the rule names, and who is not the one that asked.

import type { Principal } from "../vocabulary.ts";
import type { Approval, Claim } from "./approvals.ts";

/** Null when the principal may decide, else why not. */
export function whyNot(principal: Principal, approval: Approval): string | null {
  // Whatever a rule says: the model behind an agent's key must not be able to grant its own wish.
  if (principal.role === "agent") return "A key with the role agent never decides.";
  if (principal.name === approval.principal) return "Whoever asked does not decide.";
  if (approval.votes.some((vote) => vote.by === principal.name)) return "This key has decided already.";
  if (!approval.claims.some((claim) => isNamed(principal, claim))) {
    const named = [...new Set(approval.claims.flatMap(({ by }) => by))].join(", ");
    return `The rule names somebody else: ${named}.`;
  }
  return null;
}

/** Does the claim have enough approving votes of people whom it names? */
export function isSatisfied(claim: Pick<Claim, "by" | "count">, voters: readonly Principal[]): boolean {
  return voters.filter((voter) => isNamed(voter, claim)).length >= claim.count;
}

export function isNamed({ name, role, groups }: Principal, { by }: Pick<Claim, "by">): boolean {
  return by.some((who) => {
    const [kind, ...rest] = who.split(":");
    const wanted = rest.join(":");
    if (kind === "group") return groups.includes(wanted);
    if (kind === "name") return name === wanted;
    return kind === "role" && role === wanted;
  });
}
