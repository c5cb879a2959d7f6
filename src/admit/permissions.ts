import { GatewayError } from "../errors.ts";
import type { Principal, Role } from "../vocabulary.ts";

/** What each role may do. Everything else is refused. */
export const PERMISSIONS = {
  "run code": ["agent", "admin"],
  "check code": ["agent", "reviewer", "admin"],
  "search tools": ["agent", "reviewer", "admin"],
  "tokenize data": ["agent", "admin"],
  "reload policies": ["reviewer", "admin"],
  "see approvals": ["agent", "reviewer", "approver", "admin"],
  "decide approvals": ["reviewer", "approver", "admin"],
  "read the trail": ["auditor", "admin"],
  "prune the trail": ["admin"],
  "manage keys": ["admin"],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

export function requirePermission(principal: Principal, permission: Permission): void {
  const roles: readonly Role[] = PERMISSIONS[permission];
  if (roles.includes(principal.role)) return;
  throw new GatewayError("FORBIDDEN", `A key with the role ${principal.role} may not ${permission}.`, {
    hint: `Use a key with one of these roles: ${roles.join(", ")}.`,
  });
}
