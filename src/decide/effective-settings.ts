// Limits and personal-data actions that hold for one principal: grant files replace the defaults, the
// strictest of them wins, and ceilings only tighten what comes out.

import type { PiiAction, PiiClass, PiiRules, Principal, RunLimits } from "../vocabulary.ts";
import { PII_CLASSES } from "../vocabulary.ts";
import type { Policy, PolicySet } from "./compile-policies.ts";
import { appliesTo } from "./compile-policies.ts";
import type { SandboxKey } from "./sandbox-schema.ts";
import { SANDBOX_KEYS, SANDBOX_LIMITS } from "./sandbox-schema.ts";

const STRICTNESS: readonly PiiAction[] = ["pass", "tokenize", "redact", "block"];

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

export function piiFor(set: PolicySet, principal: Principal): PiiRules {
  const [grants, ceilings] = enforcedFor(set, principal);
  const entries = PII_CLASSES.map((name) => {
    const granted = actionsOf(grants, name);
    const base = granted.length > 0 ? strictest(granted) : "tokenize";
    return [name, strictest([base, ...actionsOf(ceilings, name)])];
  });
  return { actions: Object.fromEntries(entries) as PiiRules["actions"] };
}

function enforcedFor(set: PolicySet, principal: Principal): [Policy[], Policy[]] {
  const enforced = set.policies.filter((policy) => !policy.shadow && appliesTo(policy, principal));
  return [enforced.filter((policy) => !policy.isCeiling), enforced.filter((policy) => policy.isCeiling)];
}

function valuesOf(policies: readonly Policy[], key: SandboxKey): number[] {
  return policies.flatMap((policy) => policy.sandbox[key] ?? []);
}

function actionsOf(policies: readonly Policy[], name: PiiClass): PiiAction[] {
  return policies.flatMap((policy) => policy.pii[name] ?? []);
}

function strictest(actions: readonly PiiAction[]): PiiAction {
  return STRICTNESS[Math.max(...actions.map((action) => STRICTNESS.indexOf(action)))] ?? "block";
}
