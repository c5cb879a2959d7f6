// The skills that a program names, made part of its run before it starts: each is checked like the program itself, for
// the principal that runs it, and what was checked is what is linked. They share the run's isolate, gate and limits.

import type { PolicySnapshot } from "../decide/decide.ts";
import { GatewayError, toGatewayError } from "../errors.ts";
import type { Skill } from "../skills/skills.ts";
import type { CallScope } from "../tool-gate.ts";
import type { Analysis, Decision, Effect, Finding, Principal, Program } from "../vocabulary.ts";
import { type AnalyzeParts, analyzeFor } from "./analyze-code.ts";
import type { RunSkills } from "./call-skill.ts";
import type { Refusal } from "./run-reply.ts";

const MOST_LINKED = 16;
const SKILL_MODULE = "skills/";

export type LinkParts = AnalyzeParts & {
  /** Throws when there is no such skill for this principal, or nobody may run it now. */
  openSkill(principal: Principal, name: string, policies: PolicySnapshot): Promise<Skill>;
};

export type LinkedSkill = { skill: Skill; analysis: Analysis; program: Program };
export type Linked = { skills: LinkedSkill[]; refused?: Refusal };

/** Names of the skills that analyzed code calls or imports. */
export function skillsNamedIn({ facts }: Analysis): string[] {
  return facts.imports
    .filter((name) => name.startsWith(SKILL_MODULE))
    .map((name) => name.slice(SKILL_MODULE.length));
}

type Runner = Pick<CallScope, "principal" | "policies">;

export async function linkSkills(parts: LinkParts, scope: Runner, analysis: Analysis): Promise<Linked> {
  const linked = new Map<string, LinkedSkill>();
  try {
    await follow(skillsNamedIn(analysis), []);
    return { skills: [...linked.values()] };
  } catch (error) {
    const { code, message, hint } = toGatewayError(error);
    return { skills: [], refused: { code, message, ...(hint ? { hint } : {}) } };
  }

  async function follow(names: string[], path: string[]): Promise<void> {
    for (const name of names) {
      if (path.includes(name)) throw circular([...path, name]);
      if (linked.has(name)) continue;
      const skill = await parts.openSkill(scope.principal, name, scope.policies);
      const found = checkSkill(parts, scope, skill);
      await follow(skillsNamedIn(found.analysis), [...path, name]);
      linked.set(name, found);
      if (linked.size > MOST_LINKED) throw tooMany();
    }
  }
}

function checkSkill(parts: LinkParts, { policies, principal }: Runner, skill: Skill): LinkedSkill {
  const hidden = skill.tools.filter(({ tool }) => !policies.mayCall(principal, tool));
  if (hidden.length > 0) throw notGranted(skill);
  const analysis = analyzeFor(parts, policies, { principal, code: skill.code, parameter: "context" });
  if (analysis.program !== null) return { skill, analysis, program: analysis.program };
  const [finding] = analysis.findings;
  throw new GatewayError(
    "CODE_FORBIDDEN",
    `The skill ${skill.name} does not pass today's rules: ${finding?.message ?? "it cannot be read"}.`,
    { hint: "Save a version of it that does." },
  );
}

const RANK: Record<Effect, number> = { allow: 0, approve: 1, deny: 2 };

/** Policy on the program and on every skill in it; the strictest answer counts. */
export function decideAll(
  policies: PolicySnapshot,
  principal: Principal,
  analysis: Analysis,
  { skills, refused }: Linked,
): Decision {
  const own = policies.decideCode(principal, analysis.facts, analysis.findings);
  if (refused) return { ...own, effect: "deny", rule: "skill_not_usable", reason: refused.message };
  return skills.reduce<Decision>((strictest, { skill, analysis: { facts, findings } }) => {
    const decision = policies.decideCode(principal, facts, findings);
    if (RANK[decision.effect] <= RANK[strictest.effect]) return strictest;
    return { ...decision, reason: `In the skill ${skill.name}: ${decision.reason}` };
  }, own);
}

/** Remarks on the skills' code, said as such. */
export function skillFindings({ skills }: Linked): Finding[] {
  return skills.flatMap(({ skill, analysis }) =>
    analysis.findings.map((finding) => ({
      ...finding,
      message: `In the skill ${skill.name}: ${finding.message}`,
    })),
  );
}

export function skillsOfRun({ skills }: Linked): RunSkills {
  return { linked: new Map(skills.map(({ skill }) => [skill.name, skill])), called: new Set() };
}

/** The names and hashes by which the trail knows them. */
export function nameLinked({ skills }: Linked) {
  return skills.map(({ skill: { name, version, sha256 }, analysis: { risk } }) => {
    return { name, version, sha256, risk };
  });
}

/** What an approver reads beside the program. */
export function codeOfLinked({ skills }: Linked): string {
  return skills
    .map(({ skill }) => `\n\n// skill ${skill.name}, version ${skill.version}\n${skill.code}`)
    .join("");
}

function circular(path: string[]): GatewayError {
  return new GatewayError("SKILL_REFUSED", `Skills call each other in a circle: ${path.join(" → ")}.`, {
    hint: "Save a version of one of them that does without the other.",
  });
}

function tooMany(): GatewayError {
  return new GatewayError("SKILL_REFUSED", `One run may hold ${MOST_LINKED} skills.`, {
    hint: "Use fewer skills in one program.",
  });
}

function notGranted({ name }: Skill): GatewayError {
  return new GatewayError(
    "TOOL_DENIED",
    `The skill ${name} calls tools that policy does not grant to this key.`,
    {
      hint: "A skill has the rights of whoever runs it. Use another skill, or ask the owner of the policy.",
    },
  );
}
