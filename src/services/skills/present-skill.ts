// A skill as callers see it: a line for those who search, the whole of it for those who look at it.

import { type Skill, type SkillStats, signatureOf } from "../../skills/skills.ts";
import type { JsonObject } from "../../vocabulary.ts";

export type SkillHit = {
  name: string;
  /** How a program calls it. */
  call: string;
  description: string;
  tags: string[];
  version: number;
  state: Skill["state"];
  owner: string;
  /** Why nobody can run it now. */
  reason?: string;
};

export type SkillView = SkillHit & {
  parameters: JsonObject;
  code: string;
  sha256: string;
  tools: Skill["tools"];
  uses: string[];
  stats: SkillStats;
  savedAt: string;
  provenRun: string | null;
  labels: string[];
  waitsFor: { by: readonly string[]; count: number }[];
  approvedBy: { name: string; at: string; comment?: string }[];
  quarantine?: Skill["quarantine"];
  origin?: Skill["origin"];
};

export function hitOf(skill: Skill): SkillHit {
  const { name, description, tags, version, state, owner, parameters } = skill;
  const reason = reasonOf(skill);
  return {
    name,
    call: signatureOf(name, parameters),
    description,
    tags,
    version,
    state,
    owner,
    ...(reason ? { reason } : {}),
  };
}

export function viewOf(skill: Skill & { stats?: SkillStats }): SkillView {
  const { parameters, code, sha256, tools, uses, savedAt, provenRun, labels, votes, claims, state } = skill;
  const isOpen = state === "draft" || state === "quarantined";
  return {
    ...hitOf(skill),
    parameters,
    code,
    sha256,
    tools,
    uses,
    stats: skill.stats ?? { runs: 0, failed: 0, lastRunAt: null },
    savedAt,
    provenRun,
    labels,
    waitsFor: isOpen ? claims.map(({ by, count }) => ({ by, count })) : [],
    approvedBy: votes.map(({ by, at, comment }) => ({ name: by.name, at, ...(comment ? { comment } : {}) })),
    ...(skill.quarantine ? { quarantine: skill.quarantine } : {}),
    ...(skill.origin ? { origin: skill.origin } : {}),
  };
}

function reasonOf({ state, quarantine }: Skill): string | undefined {
  if (state === "draft") return "It waits until a person has approved it.";
  return state === "quarantined" ? quarantine?.reason : undefined;
}
