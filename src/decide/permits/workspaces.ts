// Workspaces that several keys share. Grant files add up, ceilings cap.

import type { Decision, Principal } from "../../vocabulary.ts";
import type { Policy, PolicySet, WorkspaceAccess } from "../compile-policies.ts";
import { appliesTo } from "../compile-policies.ts";
import type { SharedWorkspace } from "../decide.ts";
import { enforcedFor } from "../effective-settings.ts";
import { FIXED_RULE_MEANINGS } from "../fixed-rules.ts";
import { matchesGlob } from "../matchers/tool-pattern.ts";

const RANK: Record<WorkspaceAccess, number> = { none: 0, read: 1, write: 2 };

export function sharedWorkspaces(set: PolicySet, principal: Principal): SharedWorkspace[] {
  const [grants, ceilings] = enforcedFor(set, principal);
  const names = new Set(grants.flatMap(({ workspaces }) => workspaces.map(({ name }) => name)));
  return [...names].sort().flatMap((name) => accessTo(name, grants, ceilings) ?? []);
}

export function decideWorkspace(
  set: PolicySet,
  principal: Principal,
  { name, access }: { name: string; access: "read" | "write" },
): Decision {
  const shared = sharedWorkspaces(set, principal).find((workspace) => workspace.name === name);
  const shadow = watchedShares(set, principal, name);
  if (shared && RANK[shared.access] >= RANK[access])
    return {
      effect: "allow",
      rule: "workspace_shared",
      policy: shared.policy,
      reason: FIXED_RULE_MEANINGS.workspace_shared,
      shadow,
    };
  return {
    effect: "deny",
    rule: "workspace_not_shared",
    policy: shared?.policy ?? null,
    reason: shared
      ? "This key may read the shared workspace and not write to it."
      : FIXED_RULE_MEANINGS.workspace_not_shared,
    hint: "Use the workspace of the session, or ask the owner of the policy to share this one.",
    shadow,
  };
}

function accessTo(
  name: string,
  grants: readonly Policy[],
  ceilings: readonly Policy[],
): SharedWorkspace | null {
  const granted = entries(grants, (own) => own === name).sort((a, b) => RANK[b.access] - RANK[a.access])[0];
  const capped = entries(ceilings, (glob) => matchesGlob(glob, name)).sort(
    (a, b) => RANK[a.access] - RANK[b.access],
  )[0];
  if (!granted) return null;
  const { access, policy } = capped && RANK[capped.access] < RANK[granted.access] ? capped : granted;
  return access === "none" ? null : { name, access, policy };
}

function entries(policies: readonly Policy[], isMeant: (name: string) => boolean) {
  return policies.flatMap(({ id, workspaces }) =>
    workspaces.filter(({ name }) => isMeant(name)).map(({ access }) => ({ access, policy: id })),
  );
}

function watchedShares(set: PolicySet, principal: Principal, name: string): Decision["shadow"] {
  return set.policies
    .filter((policy) => policy.shadow && appliesTo(policy, principal))
    .flatMap(({ id, isCeiling, workspaces }) =>
      workspaces.some((workspace) => matchesGlob(workspace.name, name))
        ? [
            {
              rule: "workspace_shared",
              policy: id,
              effect: isCeiling ? ("deny" as const) : ("allow" as const),
            },
          ]
        : [],
    );
}
