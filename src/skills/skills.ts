// Saved programs: what a skill is, how it is described, found, checked against its parameters and packed for others.
// Guarantees: a version never changes, parameters that a schema does not name are refused, and an altered bundle is
// found out.

import type { JsonObject, Role } from "../vocabulary.ts";

/**
 * `draft`: nobody runs it before a person approved it. `private`: its author alone runs it. `approved`: whoever policy
 * lets see it. `quarantined`: a tool of it changed; nobody runs it. `retired`: out of use for good.
 */
export const SKILL_STATES = ["draft", "private", "approved", "quarantined", "retired"] as const;
export type SkillState = (typeof SKILL_STATES)[number];

/** What a person looks at before approving; `sha256` is over exactly this. */
export type SkillContent = {
  name: string;
  description: string;
  tags: string[];
  /** JSON Schema of the one object that it takes. */
  parameters: JsonObject;
  code: string;
};

/** So many of these people must approve: `role:reviewer`, `group:leads`, `name:ann`. */
export type SkillClaim = { rule: string; policy: string | null; by: readonly string[]; count: number };
export type SkillVote = {
  by: { name: string; role: Role; groups: string[] };
  at: string;
  comment?: string;
};
export type SkillTool = { tool: string; pin: string };
export type ToolChange = { tool: string; pinned: string; live: string | null };
export type SkillOrigin = { owner: string; version: number; keyId: string; exportedAt: string };

export type Skill = SkillContent & {
  version: number;
  sha256: string;
  owner: string;
  state: SkillState;
  tools: SkillTool[];
  /** Other skills that the code names; whoever runs it gets the versions that are approved then. */
  uses: string[];
  claims: SkillClaim[];
  votes: SkillVote[];
  /** The run in which it succeeded; null for an imported one. */
  provenRun: string | null;
  /** What that run had read: until somebody approved the code, whoever runs it has read that too. */
  labels: string[];
  savedAt: string;
  quarantine?: { at: string; reason: string; changes: ToolChange[] };
  origin?: SkillOrigin;
};

export type SkillStats = { runs: number; failed: number; lastRunAt: string | null };
export type KnownSkill = Skill & { stats: SkillStats };

export { type BundleKeys, openBundleKeys } from "./bundle-keys.ts";
export { checkParameterSchema, NO_PARAMETERS } from "./parameter-schema.ts";
export { rankSkills } from "./rank-skills.ts";
export { readParameters } from "./read-parameters.ts";
export {
  BUNDLE_FORMAT,
  type BundledSkill,
  type BundleProblem,
  type SkillBundle,
  signBundle,
  verifyBundle,
} from "./skill-bundle.ts";
export { readContent, SKILL_NAME, shaOfContent } from "./skill-content.ts";
export { signatureOf } from "./skill-signature.ts";
