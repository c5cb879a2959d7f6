// A program becomes a skill: it has succeeded, it holds nothing personal, it passes analysis and policy like any code, and
// its tools are pinned. What is refused is on the trail too.

import type { PolicySnapshot, SkillDecision } from "../../decide/decide.ts";
import { GatewayError, toGatewayError } from "../../errors.ts";
import type { Protector } from "../../protect/protect.ts";
import type { Trail } from "../../record/record.ts";
import { type AnalyzeParts, analyzeFor, MAX_SOURCE_BYTES } from "../../run/analyze-code.ts";
import { skillsNamedIn } from "../../run/link-skills.ts";
import { readContent, SKILL_NAME, type Skill, type SkillContent, shaOfContent } from "../../skills/skills.ts";
import type { TrailStore } from "../../storage/storage.ts";
import type { JsonObject, Principal } from "../../vocabulary.ts";
import { type Proof, proveSuccess } from "./prove-success.ts";
import { refusePersonalData } from "./refuse-personal-data.ts";
import type { SkillShelf } from "./skill-shelf.ts";

export type SkillWish = {
  name: string;
  description: string;
  /** The run that proves the program; its code is taken when none is given. */
  run?: string;
  code?: string;
  parameters?: JsonObject;
  tags?: string[];
};

export type SaveParts = AnalyzeParts & {
  shelf: SkillShelf;
  policies: () => PolicySnapshot;
  protector: Protector;
  trail: Pick<Trail, "append">;
  trailStore: Pick<TrailStore, "query" | "codeText">;
  clock: () => Date;
};

const MOST_VERSIONS = 100;
const MOST_NAMES = 200;

export async function saveSkill(parts: SaveParts, principal: Principal, wish: SkillWish): Promise<Skill> {
  try {
    return await trySave(parts, principal, wish);
  } catch (error) {
    const { code, message } = toGatewayError(error);
    const name = SKILL_NAME.test(wish.name) ? wish.name : "(no skill's name)";
    const body = { name, error: { code, message } };
    await parts.trail.append({ kind: "skill.refused", principal: principal.name, decision: "deny", body });
    throw error;
  }
}

async function trySave(parts: SaveParts, principal: Principal, wish: SkillWish): Promise<Skill> {
  const policies = parts.policies();
  const decision = policies.decideSkillSave(principal);
  if (decision.effect === "deny") throw denied(decision);
  const { run, code, ...words } = wish;
  const version = await nextVersion(parts.shelf, principal, wish.name);
  // Before the proof: the trail knows programs by their tokens, so code with a value in it would only seem unproven.
  const given = code === undefined ? null : readContent({ ...words, code });
  if (given) await refusePersonalData(parts.protector, principal, given, policies.pii(principal));
  const proof = await proveSuccess(parts.trailStore, principal, {
    ...(run ? { run } : {}),
    ...(code ? { code } : {}),
  });
  const content = given ?? readContent({ ...words, code: proof.code });
  if (!given) await refusePersonalData(parts.protector, principal, content, policies.pii(principal));
  const used = await checkCode(parts, { principal, policies, content });
  const skill = newSkill({ content, version, principal, decision, proof, used, now: parts.clock() });
  await parts.trail.append(savedEvent(skill, decision));
  if (await parts.shelf.add(skill)) return skill;
  throw new GatewayError("SKILL_EXISTS", `Version ${version} of ${skill.name} was saved a moment ago.`, {
    hint: "Save it again to make the next version.",
  });
}

export async function nextVersion(shelf: SkillShelf, principal: Principal, name: string): Promise<number> {
  const [newest] = await shelf.versions(name);
  if (newest && newest.owner !== principal.name) {
    throw new GatewayError("SKILL_EXISTS", `The name ${name} belongs to somebody else's skill.`, {
      hint: "Choose another name.",
    });
  }
  if (newest && newest.version >= MOST_VERSIONS) throw tooMany(`${MOST_VERSIONS} versions of one skill`);
  const own = newest ? [] : (await shelf.all()).filter(({ owner }) => owner === principal.name);
  if (new Set(own.map((skill) => skill.name)).size >= MOST_NAMES) throw tooMany(`${MOST_NAMES} skills`);
  return (newest?.version ?? 0) + 1;
}

export type ToCheck = {
  principal: Principal;
  policies: PolicySnapshot;
  content: SkillContent;
  /**
   * Set where the one who brings the code will not run it, so that what policy grants to that person says nothing: the
   * skills that come with it, and what they use.
   */
  brought?: ReadonlyMap<string, readonly string[]>;
};
type Used = Pick<Skill, "tools" | "uses">;

export async function checkCode(
  parts: SaveParts,
  { principal, policies, content, brought }: ToCheck,
): Promise<Used> {
  const { name, code } = content;
  const isBrought = brought !== undefined;
  if (Buffer.byteLength(code) > MAX_SOURCE_BYTES)
    throw refused(`The code is larger than ${MAX_SOURCE_BYTES} bytes.`);
  const seenBy = isBrought ? { ...policies, mayCall: () => true } : policies;
  const analysis = analyzeFor(parts, seenBy, { principal, code, parameter: "context" });
  const { facts, findings, program } = analysis;
  if (program === null)
    throw refused(`The code cannot be run: ${findings[0]?.message ?? "it cannot be read"}`);
  const grave = findings.find(({ severity }) => severity === "high" || severity === "critical");
  if (isBrought && grave) throw refused(`The code breaks the rule ${grave.rule}: ${grave.message}`);
  const decision = policies.decideCode(principal, facts, findings);
  if (!isBrought && decision.effect === "deny")
    throw refused(`Rule ${decision.rule} refuses this code: ${decision.reason}`);
  if (facts.dynamicTools) {
    throw refused("The code makes up the name of a tool while it runs, so its tools cannot be pinned.", {
      hint: "Write the tools' names out.",
    });
  }
  const uses = skillsNamedIn(analysis);
  const { shelf } = parts;
  const usesOf = async (used: string) =>
    brought ? usesOfBrought(shelf, brought, used) : (await shelf.openSkill(principal, used, policies)).uses;
  for (const used of uses) await refuseCircle(usesOf, name, [used]);
  return { tools: shelf.pinsOf(facts.tools), uses };
}

async function refuseCircle(
  usesOf: (name: string) => Promise<readonly string[]>,
  name: string,
  path: string[],
): Promise<void> {
  const last = path.at(-1) ?? "";
  if (last === name) {
    throw refused(`The skill would call itself: ${[name, ...path].join(" → ")}.`, {
      hint: "Write the loop inside one skill instead.",
    });
  }
  for (const next of await usesOf(last))
    if (!path.includes(next)) await refuseCircle(usesOf, name, [...path, next]);
}

/** From the bundle, else of the version that is approved here. */
async function usesOfBrought(
  shelf: SkillShelf,
  brought: ReadonlyMap<string, readonly string[]>,
  name: string,
): Promise<readonly string[]> {
  const along = brought.get(name);
  if (along) return along;
  const here = (await shelf.versions(name)).find(({ state }) => state === "approved");
  if (here) return here.uses;
  throw new GatewayError(
    "SKILL_UNKNOWN",
    `The skill ${name}, which it uses, is neither here nor in the bundle.`,
    {
      hint: "Export both into one bundle.",
    },
  );
}

type NewSkill = {
  content: SkillContent;
  version: number;
  principal: Principal;
  decision: SkillDecision;
  proof: Proof;
  used: Used;
  now: Date;
};

function newSkill({ content, version, principal, decision, proof, used, now }: NewSkill): Skill {
  return {
    ...content,
    ...used,
    version,
    sha256: shaOfContent(content),
    owner: principal.name,
    state: decision.effect === "allow" ? "private" : "draft",
    claims: [
      ...(decision.approvals ?? [{ rule: "skill_sharing", policy: null, by: ["role:reviewer"], count: 1 }]),
    ],
    votes: [],
    provenRun: proof.run,
    labels: proof.labels,
    savedAt: now.toISOString(),
  };
}

function savedEvent(skill: Skill, { rule, policy, reason, shadow }: SkillDecision) {
  const { name, version, sha256, state, code, tools, provenRun, labels } = skill;
  return {
    kind: "skill.saved" as const,
    principal: skill.owner,
    decision: "allow",
    rule,
    body: { name, version, sha256, state, code, tools, provenRun, labels, reason, policy, shadow },
  };
}

function denied({ rule, reason, hint }: SkillDecision): GatewayError {
  return new GatewayError("POLICY_DENIED", `Rule ${rule}: ${reason}`, hint ? { hint } : {});
}

function refused(message: string, options: { hint?: string } = {}): GatewayError {
  return new GatewayError("SKILL_REFUSED", message, options);
}

function tooMany(what: string): GatewayError {
  return refused(`One key may keep ${what}.`, {
    hint: "Retire what nobody uses, or improve a skill that is there.",
  });
}
