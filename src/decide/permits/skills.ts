// Saving a skill, and seeing those of others. The strictest file decides about saving; what is seen adds up over
// grant files, and every ceiling with a list must name the skill too.

import type { Decision, Effect, Principal } from "../../vocabulary.ts";
import type { Policy, PolicySet } from "../compile-policies.ts";
import { appliesTo } from "../compile-policies.ts";
import type { SkillDecision } from "../decide.ts";
import { enforcedFor } from "../effective-settings.ts";
import { matchesGlob } from "../matchers/tool-pattern.ts";

const RANK: Record<Effect, number> = { allow: 0, approve: 1, deny: 2 };
const REVIEWER = { by: ["role:reviewer"], count: 1 };
const HINTS: Record<Effect, string | undefined> = {
  allow: undefined,
  approve: "Run the code itself meanwhile; the skill can be run by name once a reviewer has approved it.",
  deny: "Run the code itself; ask the owner of the policy if the skill is needed.",
};

export function decideSkillSave(set: PolicySet, principal: Principal): SkillDecision {
  const [grants, ceilings] = enforcedFor(set, principal);
  const shadow = watchedSaves(set, principal);
  if (grants.length === 0) return { ...answer("deny", null), rule: "no_policy", shadow };
  const spoken = strictest(grants) ?? { effect: "approve", policy: null };
  const limit = strictest(ceilings);
  const { effect, policy } = limit && RANK[limit.effect] > RANK[spoken.effect] ? limit : spoken;
  if (effect !== "approve") return { ...answer(effect, policy), shadow };
  return { ...answer(effect, policy), shadow, approvals: claims([...grants, ...ceilings]) };
}

export function maySeeSkill(
  set: PolicySet,
  principal: Principal,
  skill: { name: string; owner: string; approved: boolean },
): boolean {
  const [grants, ceilings] = enforcedFor(set, principal);
  if (grants.length === 0) return false;
  if (skill.owner === principal.name) return true;
  const names = (list: readonly string[]) => list.some((glob) => matchesGlob(glob, skill.name));
  const granted = grants.some(({ skills }) => names(skills.see ?? ["*"]));
  return skill.approved && granted && ceilings.every(({ skills }) => !skills.see || names(skills.see));
}

type Spoken = { effect: Effect; policy: string | null };

function strictest(policies: readonly Policy[]): Spoken | null {
  const spoken = policies.flatMap(({ id, skills }): Spoken[] =>
    skills.save ? [{ effect: skills.save, policy: id }] : [],
  );
  return spoken.reduce<Spoken | null>(
    (worst, next) => (worst === null || RANK[next.effect] > RANK[worst.effect] ? next : worst),
    null,
  );
}

/** Every file that asks for a person names its own; a key that no file asks for waits for one reviewer. */
function claims(policies: readonly Policy[]): NonNullable<SkillDecision["approvals"]> {
  const asking = policies.filter(({ skills }) => skills.save === "approve");
  const named = asking.map(({ id, skills: { approval } }) => ({
    rule: "skill_saving",
    policy: id,
    by: approval?.by ?? REVIEWER.by,
    count: approval?.count ?? REVIEWER.count,
  }));
  return named.length > 0 ? named : [{ rule: "skill_saving", policy: null, ...REVIEWER }];
}

function watchedSaves(set: PolicySet, principal: Principal): Decision["shadow"] {
  return set.policies.flatMap((policy) =>
    policy.shadow && policy.skills.save && appliesTo(policy, principal)
      ? [{ rule: "skill_saving", policy: policy.id, effect: policy.skills.save }]
      : [],
  );
}

function answer(effect: Effect, policy: string | null): Omit<Decision, "shadow"> {
  const hint = HINTS[effect];
  const reason = {
    allow: "Skills may be saved.",
    approve: "A saved skill waits until a person has approved it.",
    deny: "Skills may not be saved.",
  }[effect];
  return { effect, rule: "skill_saving", policy, reason, ...(hint && { hint }) };
}
