// People decide about a version: approve it, or take it out of use. Guarantees: whoever saved it does not approve it,
// only people whom policy names count, and the decision is for exactly the version that was named.

import { isNamed, isSatisfied } from "../../approvals/approvals.ts";
import type { PolicySnapshot } from "../../decide/decide.ts";
import { GatewayError } from "../../errors.ts";
import type { Protector } from "../../protect/protect.ts";
import type { Trail } from "../../record/record.ts";
import type { KnownSkill, Skill, SkillTool } from "../../skills/skills.ts";
import { type Principal, sessionOf } from "../../vocabulary.ts";
import type { SkillShelf } from "./skill-shelf.ts";

export type SkillVoteWish = { version: number; sha256?: string; comment?: string };

export type DecideParts = {
  shelf: SkillShelf;
  protector: Protector;
  policies: () => PolicySnapshot;
  trail: Pick<Trail, "append">;
  clock: () => Date;
};

export async function approveSkill(
  parts: DecideParts,
  principal: Principal,
  name: string,
  { version, sha256, comment }: SkillVoteWish,
): Promise<Skill> {
  const skill = await findVersion(parts.shelf, name, version);
  const why = whyNot(principal, skill, sha256);
  if (why) throw why;
  const tools = await currentTools(parts.shelf, skill);
  const said = comment === undefined ? undefined : await withoutValues(parts, principal, comment);
  const { name: by, role, groups } = principal;
  const vote = {
    by: { name: by, role, groups },
    at: parts.clock().toISOString(),
    ...(said ? { comment: said } : {}),
  };
  const { stats: _, quarantine: __, ...rest } = skill;
  const votes = [...standingVotes(skill), vote];
  const voters = votes.map((each) => each.by);
  const isDone = skill.claims.every((claim) => isSatisfied(claim, voters));
  const held = skill.quarantine && !isDone ? { quarantine: skill.quarantine } : {};
  const next: Skill = { ...rest, ...held, tools, votes, state: isDone ? "approved" : openState(skill) };
  await parts.trail.append({
    kind: "skill.approved",
    principal: by,
    decision: "allow",
    body: { ...namesOf(next), owner: skill.owner, tools, ...(said ? { comment: said } : {}) },
  });
  await parts.shelf.save(next);
  return next;
}

export async function retireSkill(
  parts: DecideParts,
  principal: Principal,
  name: string,
  version: number,
): Promise<Skill> {
  const { stats: _, ...skill } = await findVersion(parts.shelf, name, version);
  if (principal.role === "agent" && skill.owner !== principal.name) throw unknownVersion(name, version);
  const retired: Skill = { ...skill, state: "retired" };
  await parts.trail.append({ kind: "skill.retired", principal: principal.name, body: namesOf(retired) });
  await parts.shelf.save(retired);
  return retired;
}

export async function findVersion(shelf: SkillShelf, name: string, version: number): Promise<KnownSkill> {
  const found = (await shelf.versions(name)).find((skill) => skill.version === version);
  if (found) return found;
  throw unknownVersion(name, version);
}

export function unknownVersion(name: string, version?: number): GatewayError {
  const shown = /^\w{1,64}$/.test(name) ? ` ${name}` : "";
  const which = version === undefined ? "" : ` with a version ${version}`;
  return new GatewayError("SKILL_UNKNOWN", `There is no skill${shown}${which}.`, {
    hint: "`sallyport skills list` shows what there is.",
  });
}

function namesOf({ name, version, sha256, state }: Skill) {
  return { name, version, sha256, state };
}

/** A vote that is not enough yet changes nothing but the count of votes. */
function openState({ state }: Skill): Skill["state"] {
  return state === "approved" ? "draft" : state;
}

function whyNot(principal: Principal, skill: Skill, sha256: string | undefined): GatewayError | null {
  if (principal.role === "agent") return forbidden("A key with the role agent never approves a skill.");
  if (principal.name === skill.owner)
    return forbidden("Whoever saved or imported a skill does not approve it.");
  if (!skill.claims.some((claim) => isNamed(principal, claim))) {
    const named = skill.claims.flatMap(({ by }) => by).join(", ");
    return forbidden(`Policy names others who approve this skill: ${named}.`);
  }
  if (sha256 !== undefined && sha256 !== skill.sha256) {
    return new GatewayError(
      "APPROVAL_CLOSED",
      `Version ${skill.version} of ${skill.name} has another SHA-256.`,
      {
        hint: "Look at the version again before approving it.",
      },
    );
  }
  if (skill.state === "retired" || skill.state === "approved") {
    return new GatewayError(
      "APPROVAL_CLOSED",
      `Version ${skill.version} of ${skill.name} is ${skill.state}.`,
    );
  }
  if (standingVotes(skill).some(({ by }) => by.name === principal.name))
    return forbidden("This key has approved it already; somebody else is needed too.");
  return null;
}

function forbidden(message: string): GatewayError {
  return new GatewayError("FORBIDDEN", message, { hint: "Have somebody else decide whom policy names." });
}

/** Votes from before a quarantine were for other tools. */
function standingVotes({ votes, quarantine }: Skill): Skill["votes"] {
  return votes.filter(({ at }) => quarantine === undefined || at > quarantine.at);
}

/** The definitions that hold from now on. A draft whose tools changed since it was saved is looked at again first. */
async function currentTools(shelf: SkillShelf, skill: Skill): Promise<SkillTool[]> {
  const changes = shelf.changesOf(skill);
  if (changes.length > 0 && skill.state !== "quarantined") {
    const held = await shelf.quarantine(skill, changes);
    throw new GatewayError(
      "SKILL_QUARANTINED",
      `The skill ${skill.name} cannot be approved: ${held.quarantine?.reason}`,
      {
        hint: "Look at what changed with `sallyport skills show`, then approve it again.",
      },
    );
  }
  return shelf.pinsOf(skill.tools.map(({ tool }) => tool));
}

async function withoutValues(parts: DecideParts, principal: Principal, comment: string): Promise<string> {
  const vault = await parts.protector.session(sessionOf(principal, "approvals").key);
  const rules = parts.policies().pii(principal);
  const safe = await vault.tokenize(comment, { from: "agent", channel: "context" }, rules);
  return typeof safe.value === "string" ? safe.value : "(withheld)";
}
