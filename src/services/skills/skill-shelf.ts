// The skills as they stand, read from the store at each question. Guarantees: nobody gets a skill that policy hides
// from them, and a skill whose tools changed is put into quarantine, on the record, before anything else happens to it.

import type { Catalog } from "../../catalog/catalog.ts";
import type { PolicySnapshot } from "../../decide/decide.ts";
import { GatewayError } from "../../errors.ts";
import type { Trail } from "../../record/record.ts";
import type { KnownSkill, Skill, SkillState, SkillTool, ToolChange } from "../../skills/skills.ts";
import type { SkillRow, SkillStore } from "../../storage/storage.ts";
import { didYouMean } from "../../text/did-you-mean.ts";
import type { Principal } from "../../vocabulary.ts";

export type ShelfParts = {
  store: SkillStore;
  catalog: Pick<Catalog, "lookup" | "serverNames" | "serverReport" | "driftReport">;
  trail: Pick<Trail, "append">;
  clock: () => Date;
};

export type SkillShelf = {
  all(): Promise<KnownSkill[]>;
  /** The newest first. */
  versions(name: string): Promise<KnownSkill[]>;
  /** The version that this principal runs under the name; throws when there is none. */
  openSkill(principal: Principal, name: string, policies: PolicySnapshot): Promise<KnownSkill>;
  /** False when the version is there already. */
  add(skill: Skill): Promise<boolean>;
  save(skill: Skill): Promise<void>;
  /** Of the tools that the skill is pinned to: those whose definition is another one now. */
  changesOf(skill: Skill): ToolChange[];
  pinsOf(tools: readonly string[]): SkillTool[];
  quarantine(skill: Skill, changes: ToolChange[]): Promise<Skill>;
  countSkill(skill: Skill, counts: { runs: number; failed: number }): Promise<void>;
};

/** Was it given to others by a person's decision? */
export function isShared({ state, votes }: Pick<Skill, "state" | "votes">): boolean {
  return state === "approved" || (state === "quarantined" && votes.length > 0);
}

export function maySee(policies: PolicySnapshot, principal: Principal, skill: Skill): boolean {
  const { name, owner } = skill;
  return policies.maySeeSkill(principal, { name, owner, approved: isShared(skill) });
}

/** Those who decide about skills see all of them; for everybody else policy says what there is. */
export function mayLookAt(policies: PolicySnapshot, principal: Principal, skill: Skill): boolean {
  return ["reviewer", "approver", "admin"].includes(principal.role) || maySee(policies, principal, skill);
}

export function createSkillShelf(parts: ShelfParts): SkillShelf {
  const { store, clock } = parts;
  const versions = async (name: string) => (await store.skillVersions(name)).map(toKnown);
  const all = async () => (await store.listSkills()).map(toKnown);
  const shelf: SkillShelf = {
    all,
    versions,
    async openSkill(principal, name, policies) {
      const seen = (await versions(name)).filter((skill) => maySee(policies, principal, skill));
      const offered = seen.find((skill) => isOffered(skill, principal));
      if (!offered) throw await notOffered({ principal, policies, name, seen, all });
      const changes = offered.state === "quarantined" ? [] : shelf.changesOf(offered);
      const skill = changes.length > 0 ? await shelf.quarantine(offered, changes) : offered;
      if (skill.state === "quarantined") throw inQuarantine(skill);
      return offered;
    },
    add: (skill) => store.addSkill(skill.name, skill.version, JSON.stringify(skill)),
    save: (skill) => store.saveSkill(skill.name, skill.version, JSON.stringify(withoutStats(skill))),
    changesOf: (skill) => findChanges(parts.catalog, skill.tools),
    pinsOf: (tools) =>
      tools.map((tool) => {
        const looked = parts.catalog.lookup(tool);
        if ("found" in looked) return { tool: looked.found.id, pin: looked.found.pin };
        throw new GatewayError(
          "SKILL_REFUSED",
          `The tool ${tool}, which the skill names, does not exist now.`,
          {
            hint: "Name tools that are there; `sallyport tools search` lists them.",
          },
        );
      }),
    async quarantine(skill, changes) {
      const named = changes.map(({ tool, live }) =>
        live === null ? `${tool} is gone` : `${tool} has changed`,
      );
      const reason = `${named.join(", ")} since the skill was ${skill.state === "approved" ? "approved" : "saved"}.`;
      const held: Skill = {
        ...withoutStats(skill),
        state: "quarantined",
        quarantine: { at: clock().toISOString(), reason, changes },
      };
      const { name, version, sha256, state } = held;
      await parts.trail.append({
        kind: "skill.quarantined",
        principal: skill.owner,
        body: { name, version, sha256, state, reason, changes },
      });
      await shelf.save(held);
      return held;
    },
    countSkill: ({ name, version }, counts) =>
      store.countSkillRun(name, version, { ...counts, at: clock().toISOString() }),
  };
  return shelf;
}

/** What its name means to this principal: drafts and retired versions mean nothing yet, or nothing any more. */
function isOffered({ state, owner }: Skill, principal: Principal): boolean {
  const open: SkillState[] = ["approved", "quarantined"];
  return open.includes(state) || (state === "private" && owner === principal.name);
}

function findChanges(catalog: ShelfParts["catalog"], tools: readonly SkillTool[]): ToolChange[] {
  return tools.flatMap(({ tool, pin: pinned }): ToolChange[] => {
    const looked = catalog.lookup(tool);
    if ("found" in looked)
      return looked.found.pin === pinned ? [] : [{ tool, pinned, live: looked.found.pin }];
    const drift = catalog.driftReport().find(({ id }) => id === tool);
    if (drift) return [{ tool, pinned, live: drift.live }];
    // A server that does not answer has taken nothing back; its calls fail by themselves.
    const server = catalog.serverReport().find((report) => tool.startsWith(`${report.server}.`));
    const isListed = server !== undefined && server.error === undefined;
    return isListed ? [{ tool, pinned, live: null }] : [];
  });
}

function toKnown({ text, runs, failed, lastRunAt }: SkillRow): KnownSkill {
  return { ...(JSON.parse(text) as Skill), stats: { runs, failed, lastRunAt } };
}

function withoutStats(skill: Skill & { stats?: unknown }): Skill {
  const { stats: _, ...rest } = skill;
  return rest;
}

type Asked = {
  principal: Principal;
  policies: PolicySnapshot;
  name: string;
  seen: Skill[];
  all(): Promise<Skill[]>;
};

async function notOffered({ principal, policies, name, seen, all }: Asked): Promise<GatewayError> {
  if (seen.some(({ state }) => state === "draft")) {
    return new GatewayError("SKILL_NOT_APPROVED", `The skill ${name} waits until a person has approved it.`, {
      hint: "Run the code itself meanwhile; a reviewer decides with `sallyport skills approve`.",
    });
  }
  const others = (await all()).filter(
    (skill) => maySee(policies, principal, skill) && isOffered(skill, principal),
  );
  const near = didYouMean(
    name,
    others.map((skill) => skill.name),
  );
  const shown = /^\w{1,64}$/.test(name) ? ` "${name}"` : "";
  return new GatewayError("SKILL_UNKNOWN", `There is no skill${shown}.`, {
    hint: near ? `Did you mean "${near}"?` : "Search the skills: search_skills, or `sallyport skills list`.",
  });
}

function inQuarantine({ name, version, quarantine }: Skill): GatewayError {
  const message = `The skill ${name} (version ${version}) is in quarantine: ${quarantine?.reason ?? ""}`;
  return new GatewayError("SKILL_QUARANTINED", message, {
    hint: "A reviewer looks at the change and approves it again, or its owner saves a new version.",
  });
}
