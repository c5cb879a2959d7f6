import assert from "node:assert/strict";
import { test } from "node:test";
import { PERMISSIONS, type Permission, requirePermission } from "../../src/admit/admit.ts";
import { ERROR_CODES, type ErrorCode } from "../../src/errors.ts";
import { ROLES, type Role } from "../../src/vocabulary.ts";

const MAY: Record<Role, Permission[]> = {
  agent: [
    "run code",
    "check code",
    "search tools",
    "tokenize data",
    "see approvals",
    "see skills",
    "save skills",
  ],
  reviewer: [
    "check code",
    "search tools",
    "reload policies",
    "see approvals",
    "decide approvals",
    "see skills",
    "decide about skills",
    "move skills",
    "look behind the gateway",
  ],
  approver: [
    "see approvals",
    "decide approvals",
    "see skills",
    "decide about skills",
    "look behind the gateway",
  ],
  auditor: ["read the trail", "look behind the gateway"],
  admin: [
    "run code",
    "check code",
    "search tools",
    "tokenize data",
    "reload policies",
    "see approvals",
    "decide approvals",
    "read the trail",
    "prune the trail",
    "see skills",
    "save skills",
    "decide about skills",
    "move skills",
    "manage keys",
    "tend the vault",
    "look behind the gateway",
  ],
};

for (const role of ROLES) {
  for (const permission of Object.keys(PERMISSIONS) as Permission[]) {
    const isGranted = MAY[role].includes(permission);
    test(`the role ${role} ${isGranted ? "may" : "may not"} ${permission}`, () => {
      const attempt = () => requirePermission({ name: "ann", role, groups: ["admin"] }, permission);
      if (isGranted) attempt();
      else assert.throws(attempt, { code: "FORBIDDEN", status: 403 });
    });
  }
}

test("a role that does not exist may do nothing", () => {
  for (const permission of Object.keys(PERMISSIONS) as Permission[]) {
    const stranger = { name: "ann", role: "root" as Role, groups: [] };
    assert.throws(() => requirePermission(stranger, permission), { code: "FORBIDDEN" });
  }
});

const STATUSES: Partial<Record<ErrorCode, number>> = {
  BAD_REQUEST: 400,
  BAD_JSON: 400,
  BAD_SESSION: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  HOST_REFUSED: 403,
  NOT_FOUND: 404,
  TOO_LARGE: 413,
  CODE_TOO_LARGE: 413,
  RATE_LIMITED: 429,
  BUSY: 429,
  AUDIT_UNAVAILABLE: 503,
  STORAGE_UNAVAILABLE: 503,
  VAULT_UNAVAILABLE: 503,
};

test("refusals answer with the documented HTTP status", () => {
  for (const [code, status] of Object.entries(STATUSES)) {
    assert.equal(ERROR_CODES[code as ErrorCode].status, status, code);
  }
});
