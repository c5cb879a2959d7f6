// A granted call that a person has to agree to: held for what was shown, and decided once more when they did.

import type { CallDecision } from "../decide/decide.ts";
import { canonicalJson } from "../text/canonical-json.ts";
import type { Attempt, ToolGateParts } from "../tool-gate.ts";
import { decidedEvents } from "./call-trail.ts";
import { lookUp } from "./confirm-tool.ts";
import { ageOf, claimRoom, decideNow, MISSING, ratesOf, refused } from "./gate-decisions.ts";
import { holdCall } from "./hold-for-approval.ts";
import type { Granted } from "./route.ts";
import type { Brought } from "./tokenize-wish.ts";
import { describeRefusal } from "./tool-refusal.ts";

type Asked = { decision: CallDecision; granted: Granted; brought: Brought | null };

/**
 * Waits for a person, then decides once more: by the run's policies and by those of this moment, because much may
 * have changed meanwhile. The approval is for this call of this definition; the strictest answer wins.
 */
export async function askApprover(
  parts: ToolGateParts,
  attempt: Attempt,
  { decision: held, granted, brought }: Asked,
): Promise<Granted> {
  const { scope, call, tool, found, waiting } = attempt;
  const { args, uses } = granted;
  const pin = "found" in found ? found.found.pin : null;
  const shown = { call, tool, pin: pin ?? "", args, uses, ...(brought ? { brought } : {}) };
  const approval = await holdCall(parts.approvals, scope, held, shown, waiting);
  const live = attempt.route.found ? found : lookUp(parts.catalog, scope, tool);
  const answers = [scope.policies, parts.policies()].map((policies) =>
    decideNow(parts, scope, policies, { tool, ...granted }),
  );
  const wants = ({ approvals }: CallDecision) => canonicalJson(approvals ?? []);
  const other = answers.find((answer) => answer.effect === "approve" && wants(answer) !== wants(held));
  let decision = answers.find(({ effect }) => effect === "deny") ?? held;
  if (decision.effect !== "deny" && other)
    decision = refused(other, "policy_changed", "policy wants another approval by now; ask again");
  if (!("found" in live) || live.found.pin !== pin) decision = refused(decision, "tool_drift", MISSING.drift);
  else if (decision.effect !== "deny") {
    const room = { rates: ratesOf(answers), draws: answers.flatMap(({ draws = [] }) => draws) };
    decision = await claimRoom(parts, scope, { ...held, ...room, effect: "allow", approval });
  }
  const labels = [...scope.labels];
  const sessionAgeMs = ageOf(parts, scope);
  await parts.trail.append(
    ...decidedEvents(attempt, { args, brought, uses, labels, sessionAgeMs, decision, issued: [] }),
  );
  if (decision.effect === "allow") return granted;
  throw describeRefusal(decision, tool, live, (name) => scope.policies.mayCall(scope.principal, name));
}
