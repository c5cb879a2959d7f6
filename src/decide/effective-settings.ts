// Limits and personal-data actions that hold for one principal: grant files replace the defaults, the
// strictest of them wins, and ceilings only tighten what comes out.

import type { PiiRules, Principal, RunLimits } from "../vocabulary.ts";
import type { Policy, PolicySet } from "./compile-policies.ts";
import { appliesTo } from "./compile-policies.ts";
import { mergePii } from "./effective-pii.ts";
import type { SandboxKey } from "./format/sandbox-schema.ts";
import { SANDBOX_KEYS, SANDBOX_LIMITS } from "./format/sandbox-schema.ts";

export function limitsFor(set: PolicySet, principal: Principal): RunLimits {
  const [grants, ceilings] = enforcedFor(set, principal);
  const entries = SANDBOX_KEYS.map((key) => {
    const { field, unit, initial } = SANDBOX_LIMITS[key];
    const granted = valuesOf(grants, key);
    const base = granted.length > 0 ? Math.min(...granted) : initial;
    return [field, Math.min(base, ...valuesOf(ceilings, key)) * unit];
  });
  return Object.fromEntries(entries) as RunLimits;
}

/** Runs that a session of the principal may have under way; the gateway's own bound is `most`. */
export function sessionRunsFor(set: PolicySet, principal: Principal, most: number): number {
  const policies = enforcedFor(set, principal).flat();
  return Math.min(most, ...policies.flatMap(({ sandbox }) => sandbox.session_runs ?? []));
}

export function piiFor(set: PolicySet, principal: Principal): PiiRules {
  const [grants, ceilings] = enforcedFor(set, principal);
  return mergePii(
    grants.map((policy) => policy.pii),
    ceilings.map((policy) => policy.pii),
  );
}

/** Grant files and ceilings that hold for the principal. */
export function enforcedFor(set: PolicySet, principal: Principal): [Policy[], Policy[]] {
  const enforced = set.policies.filter((policy) => !policy.shadow && appliesTo(policy, principal));
  return [enforced.filter((policy) => !policy.isCeiling), enforced.filter((policy) => policy.isCeiling)];
}

function valuesOf(policies: readonly Policy[], key: SandboxKey): number[] {
  return policies.flatMap((policy) => policy.sandbox[key] ?? []);
}
