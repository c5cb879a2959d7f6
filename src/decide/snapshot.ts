// One immutable set of policies, ready to answer.

import type { LoadedFile, PolicySet } from "./compile-policies.ts";
import type { PolicySnapshot, PolicyTest } from "./decide.ts";
import { decideCall, mayCall } from "./decide-call.ts";
import { decideCode } from "./decide-code.ts";
import { limitsFor, piiFor, sessionRunsFor } from "./effective-settings.ts";
import { filterResult } from "./filter-result.ts";
import { decideRequest } from "./permits/server-requests.ts";
import { decideSkillSave, maySeeSkill } from "./permits/skills.ts";
import { decideWorkspace, sharedWorkspaces } from "./permits/workspaces.ts";

export function createSnapshot(set: PolicySet, files: readonly LoadedFile[]): PolicySnapshot {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  return Object.freeze({
    sha256: set.sha256,
    files: sorted.map(({ path, content }) => ({ path, id: content.id, rules: countRules(content) })),
    tests: sorted.flatMap(testsOf),
    decideCode: (principal, facts, findings) => decideCode(set, principal, facts, findings),
    decideCall: (facts) => decideCall(set, facts),
    mayCall: (principal, tool) => mayCall(set, principal, tool),
    limits: (principal) => limitsFor(set, principal),
    sessionRuns: (principal, most) => sessionRunsFor(set, principal, most),
    pii: (principal) => piiFor(set, principal),
    filterResult: (principal, tool, value) => filterResult(set, principal, tool, value),
    decideSkillSave: (principal) => decideSkillSave(set, principal),
    maySeeSkill: (principal, skill) => maySeeSkill(set, principal, skill),
    sharedWorkspaces: (principal) => sharedWorkspaces(set, principal),
    decideWorkspace: (principal, name, access) => decideWorkspace(set, principal, { name, access }),
    decideRequest: (principal, server, request) => decideRequest(set, principal, { server, request }),
  } satisfies PolicySnapshot);
}

function countRules({ tools, flows, results, code }: LoadedFile["content"]): number {
  return [tools, flows, results, code?.risks].reduce((sum, list) => sum + (list?.length ?? 0), 0);
}

function testsOf({ path, content, testPlaces }: LoadedFile): PolicyTest[] {
  return (content.tests ?? []).map((test, index) => ({
    file: path,
    ...(testPlaces[index] ?? { line: 1, column: 1 }),
    appliesTo: content.applies_to,
    test,
  }));
}
