import { GatewayError } from "../errors.ts";
import type { Principal, Role } from "../vocabulary.ts";

/** What each role may do. Everything else is refused. */
export const PERMISSIONS = {
  "run code": ["agent", "admin"],
  "check code": ["agent", "reviewer", "admin"],
  "search tools": ["agent", "reviewer", "admin"],
  "tokenize data": ["agent", "admin"],
  "reload policies": ["reviewer", "admin"],
  "see skills": ["agent", "reviewer", "approver", "admin"],
  "save skills": ["agent", "admin"],
  "decide about skills": ["reviewer", "approver", "admin"],
  "move skills": ["reviewer", "admin"],
  "see approvals": ["agent", "reviewer", "approver", "admin"],
  "decide approvals": ["reviewer", "approver", "admin"],
  "read the trail": ["auditor", "admin"],
  "prune the trail": ["admin"],
  "manage keys": ["admin"],
  "tend the vault": ["admin"],
  /** Names of servers, their errors and the problems of policy files. */
  "look behind the gateway": ["reviewer", "approver", "auditor", "admin"],
} as const satisfies Record<string, readonly Role[]>;

/** The group that gives an auditor's key the right to see values. Everybody else's membership means nothing. */
export const REVEAL_GROUP = "vault-reveal";

/** Seeing a clear value is no part of reading the trail: an auditor's key needs the group, given when it was made. */
export function requireReveal({ role, groups }: Principal): void {
  if (role === "admin" || (role === "auditor" && groups.includes(REVEAL_GROUP))) return;
  throw new GatewayError(
    "FORBIDDEN",
    `A key with the role ${role} may not reveal values by its role alone.`,
    {
      hint: `Use an admin's key, or an auditor's that was created with --group ${REVEAL_GROUP}.`,
    },
  );
}

export type Permission = keyof typeof PERMISSIONS;

export function hasPermission({ role }: Principal, permission: Permission): boolean {
  const roles: readonly Role[] = PERMISSIONS[permission];
  return roles.includes(role);
}

export function requirePermission(principal: Principal, permission: Permission): void {
  if (hasPermission(principal, permission)) return;
  const roles: readonly Role[] = PERMISSIONS[permission];
  throw new GatewayError("FORBIDDEN", `A key with the role ${principal.role} may not ${permission}.`, {
    hint: `Use a key with one of these roles: ${roles.join(", ")}.`,
  });
}
