// Skills between teams: out in a bundle that this gateway signs, in from a bundle whose key a person trusts. What comes in
// is checked like code that is saved here, and waits for approval whatever it was where it came from.

import { createPublicKey, type KeyObject } from "node:crypto";
import { GatewayError } from "../../errors.ts";
import { analyzeFor } from "../../run/analyze-code.ts";
import { skillsNamedIn } from "../../run/link-skills.ts";
import {
  type BundledSkill,
  type BundleKeys,
  type BundleProblem,
  readContent,
  type Skill,
  type SkillBundle,
  shaOfContent,
  signBundle,
  verifyBundle,
} from "../../skills/skills.ts";
import type { Principal } from "../../vocabulary.ts";
import { unknownVersion } from "./decide-skill.ts";
import { refusePersonalData } from "./refuse-personal-data.ts";
import { checkCode, nextVersion, type SaveParts } from "./save-skill.ts";

export type MoveParts = SaveParts & { bundleKeys(): Promise<BundleKeys> };
/** `trust`: PEM of a public key, given by the person who imports. */
export type ImportWish = { bundle: unknown; trust?: string };
export type BundleReport = { ok: boolean; keyId: string | null; problems: BundleProblem[]; skills: string[] };

export async function exportSkills(
  parts: MoveParts,
  principal: Principal,
  names: readonly string[],
): Promise<SkillBundle> {
  const chosen = await Promise.all(
    [...new Set(names)].map(async (name) => {
      const approved = (await parts.shelf.versions(name)).find(({ state }) => state === "approved");
      if (approved) return approved;
      throw (await parts.shelf.versions(name)).length === 0 ? unknownVersion(name) : notApproved(name);
    }),
  );
  const keys = await parts.bundleKeys();
  const bundle = signBundle(chosen.map(toBundled), parts.clock().toISOString(), keys);
  await parts.trail.append({
    kind: "skill.exported",
    principal: principal.name,
    body: {
      keyId: keys.keyId,
      skills: chosen.map(({ name, version, sha256 }) => ({ name, version, sha256 })),
    },
  });
  return bundle;
}

export async function checkBundle(parts: MoveParts, { bundle, trust }: ImportWish): Promise<BundleReport> {
  const verified = verifyBundle(bundle, await trustedKeys(parts, trust));
  if (!verified.ok) return { ok: false, keyId: verified.keyId, problems: verified.problems, skills: [] };
  const skills = verified.bundle.skills.map(({ name, version }) => `${name}@${version}`);
  return { ok: true, keyId: verified.keyId, problems: [], skills };
}

/** All of them or none. */
export async function importSkills(
  parts: MoveParts,
  principal: Principal,
  { bundle, trust }: ImportWish,
): Promise<Skill[]> {
  const verified = verifyBundle(bundle, await trustedKeys(parts, trust));
  if (!verified.ok) throw invalid(verified.problems);
  const { keyId } = verified;
  const { exportedAt, skills } = verified.bundle;
  const brought = usesInBundle(parts, principal, skills);
  const made: Skill[] = [];
  for (const bundled of skills) {
    const { owner, version } = bundled;
    const origin = { owner, version, keyId, exportedAt };
    made.push(await toSkill(parts, principal, { bundled, origin, brought }));
  }
  await parts.trail.append(
    ...made.map((skill) => {
      const { name, version, sha256, state, code } = skill;
      const body = { name, version, sha256, state, code, origin: { ...skill.origin } };
      return { kind: "skill.imported" as const, principal: principal.name, body };
    }),
  );
  for (const skill of made) if (!(await parts.shelf.add(skill))) throw savedMeanwhile(skill);
  return made;
}

/** What each skill of a bundle names, for those that use each other. */
function usesInBundle(
  parts: MoveParts,
  principal: Principal,
  skills: readonly BundledSkill[],
): ReadonlyMap<string, readonly string[]> {
  const policies = { ...parts.policies(), mayCall: () => true };
  return new Map(
    skills.map(({ name, code }) => {
      const analysis = analyzeFor(parts, policies, { principal, code, parameter: "context" });
      return [name, skillsNamedIn(analysis)];
    }),
  );
}

type Arriving = {
  bundled: BundledSkill;
  origin: NonNullable<Skill["origin"]>;
  brought: ReadonlyMap<string, readonly string[]>;
};

async function toSkill(
  parts: MoveParts,
  principal: Principal,
  { bundled, origin, brought }: Arriving,
): Promise<Skill> {
  const { name, description, tags, parameters, code } = bundled;
  const policies = parts.policies();
  const content = readContent({ name, description, tags, parameters, code });
  await refusePersonalData(parts.protector, principal, content, policies.pii(principal));
  const version = await nextVersion(parts.shelf, principal, name);
  const used = await checkCode(parts, { principal, policies, content, brought });
  return {
    ...content,
    ...used,
    version,
    sha256: shaOfContent(content),
    owner: principal.name,
    state: "draft",
    claims: [{ rule: "skill_import", policy: null, by: ["role:reviewer", "role:admin"], count: 1 }],
    votes: [],
    provenRun: null,
    labels: [],
    savedAt: parts.clock().toISOString(),
    origin,
  };
}

function toBundled({
  name,
  version,
  owner,
  description,
  tags,
  parameters,
  code,
  tools,
}: Skill): BundledSkill {
  return { name, version, owner, description, tags, parameters, code, tools };
}

async function trustedKeys({ bundleKeys }: MoveParts, trust: string | undefined): Promise<KeyObject[]> {
  const own = (await bundleKeys()).publicKey;
  if (trust === undefined) return [own];
  try {
    const key = createPublicKey(trust);
    if (key.asymmetricKeyType === "ed25519") return [own, key];
  } catch {
    // Told below, like a key of another kind.
  }
  throw new GatewayError("BAD_REQUEST", "The key to trust is no Ed25519 public key in PEM.", {
    hint: "Ask the team that made the bundle for its keys/skill-bundles.pub.pem.",
  });
}

function invalid(problems: readonly BundleProblem[]): GatewayError {
  const told = problems.slice(0, 5).map(({ place, problem }) => `${place} ${problem}`);
  return new GatewayError("BUNDLE_INVALID", `The bundle is not taken: ${told.join("; ")}.`, {
    hint: "Get it again from the team that made it, and give its public key with --key.",
  });
}

function savedMeanwhile({ name, version }: Skill): GatewayError {
  return new GatewayError("SKILL_EXISTS", `Version ${version} of ${name} was saved a moment ago.`, {
    hint: "Look at what there is, then import the rest of the bundle again.",
  });
}

function notApproved(name: string): GatewayError {
  return new GatewayError("SKILL_NOT_APPROVED", `No version of ${name} is approved.`, {
    hint: "Only approved versions are exported.",
  });
}
