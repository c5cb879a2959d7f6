// What skills, shared workspaces and requests of servers must keep to beyond their shape.

import type { Complain } from "./check-policy.ts";
import type { PolicyFile } from "./policy-schema.ts";

const ONLY = "a ceiling may only deny, escalate or limit";

export function checkSharing(file: PolicyFile, complain: Complain): void {
  const isCeiling = file.role === "ceiling";
  checkSkills(file, isCeiling, complain);
  checkWorkspaces(file, isCeiling, complain);
  if (!isCeiling) return;
  for (const [server, { requests }] of Object.entries(file.servers ?? {})) {
    for (const [kind, effect] of Object.entries(requests ?? {}))
      if (effect === "allow") complain(["servers", server, "requests", kind], `${ONLY}, not allow`);
  }
}

function checkSkills({ skills }: PolicyFile, isCeiling: boolean, complain: Complain): void {
  if (isCeiling && skills?.save === "allow") complain(["skills", "save"], `${ONLY}, not allow`);
  if (skills?.approval && skills.save !== undefined && skills.save !== "approve")
    complain(["skills", "approval"], `an approval belongs to \`save: approve\`, not to ${skills.save}`);
}

function checkWorkspaces(file: PolicyFile, isCeiling: boolean, complain: Complain): void {
  const seen = new Set<string>();
  for (const [index, { name, access }] of (file.workspaces ?? []).entries()) {
    const path = ["workspaces", index];
    if (seen.has(name)) complain([...path, "name"], `the workspace "${name}" is named twice in this file`);
    seen.add(name);
    if (isCeiling) {
      if (access === undefined || access === "write")
        complain(
          [...path, access ? "access" : "name"],
          `${ONLY}: write \`access: read\` or \`access: none\``,
        );
      continue;
    }
    if (name.includes("*"))
      complain([...path, "name"], `"${name}" is a pattern: a workspace that is shared has a whole name`);
    if (access === "none")
      complain([...path, "access"], '"none" is for ceilings: remove the entry, and nothing is shared');
  }
  const { agents, roles } = file.applies_to;
  if (file.workspaces && !isCeiling && (agents?.includes("*") || roles))
    complain(
      ["workspaces"],
      "a workspace for everybody is no safe place: name agents or groups in `applies_to`",
    );
}
