// What surfaces ask about skills. Who may ask for what by role is checked by the surface, as for everything else.

import {
  type KnownSkill,
  rankSkills,
  readParameters,
  type SkillBundle,
  type SkillState,
} from "../../skills/skills.ts";
import type { JsonObject, JsonValue, Principal } from "../../vocabulary.ts";
import {
  approveSkill,
  type DecideParts,
  retireSkill,
  type SkillVoteWish,
  unknownVersion,
} from "./decide-skill.ts";
import {
  type BundleReport,
  checkBundle,
  exportSkills,
  type ImportWish,
  importSkills,
  type MoveParts,
} from "./move-skills.ts";
import { hitOf, type SkillHit, type SkillView, viewOf } from "./present-skill.ts";
import { type SkillWish, saveSkill } from "./save-skill.ts";
import { mayLookAt, maySee } from "./skill-shelf.ts";

const MOST_SUGGESTED = 3;

export type SkillSearch = { query: string; limit: number; state?: SkillState };
export type SkillPage = { total: number; skills: SkillHit[] };

export type SkillDesk = {
  save(principal: Principal, wish: SkillWish): Promise<SkillView>;
  search(principal: Principal, search: SkillSearch): Promise<SkillPage>;
  /** The few that the principal can run now and that a search for tools should show beside them. */
  suggest(principal: Principal, query: string): Promise<{ call: string; description: string }[]>;
  /** One version, the newest that the principal sees when none is named. */
  show(principal: Principal, name: string, version?: number): Promise<SkillView>;
  versions(principal: Principal, name: string): Promise<SkillView[]>;
  /** The program that runs a skill by its name; what is wrong with the parameters is said before anything runs. */
  programFor(
    principal: Principal,
    name: string,
    parameters: JsonValue | undefined,
  ): Promise<{ code: string; context: JsonObject }>;
  approve(principal: Principal, name: string, wish: SkillVoteWish): Promise<SkillView>;
  retire(principal: Principal, name: string, version: number): Promise<SkillView>;
  exportBundle(principal: Principal, names: readonly string[]): Promise<SkillBundle>;
  checkBundle(wish: ImportWish): Promise<BundleReport>;
  importBundle(principal: Principal, wish: ImportWish): Promise<SkillView[]>;
};

export function createSkillDesk(parts: MoveParts & DecideParts): SkillDesk {
  const { shelf } = parts;
  const seenVersions = async (principal: Principal, name: string): Promise<KnownSkill[]> => {
    const policies = parts.policies();
    return (await shelf.versions(name)).filter((skill) => mayLookAt(policies, principal, skill));
  };
  return {
    save: async (principal, wish) => viewOf(await saveSkill(parts, principal, wish)),
    async search(principal, { query, limit, state }) {
      const policies = parts.policies();
      const seen = (await shelf.all()).filter((skill) => mayLookAt(policies, principal, skill));
      const meant =
        state === undefined ? onePerName(seen, principal) : seen.filter((skill) => skill.state === state);
      const found = rankSkills(meant, query);
      return { total: found.length, skills: found.slice(0, limit).map(hitOf) };
    },
    async suggest(principal, query) {
      if (query.trim() === "") return [];
      const policies = parts.policies();
      const usable = onePerName(await shelf.all(), principal).filter(
        (skill) => maySee(policies, principal, skill) && isUsable(skill, principal),
      );
      const found = rankSkills(usable, query).slice(0, MOST_SUGGESTED).map(hitOf);
      return found.map(({ call, description }) => ({ call, description }));
    },
    async show(principal, name, version) {
      const seen = await seenVersions(principal, name);
      const found = version === undefined ? seen[0] : seen.find((skill) => skill.version === version);
      if (found) return viewOf(found);
      throw unknownVersion(name, version);
    },
    async versions(principal, name) {
      const seen = await seenVersions(principal, name);
      if (seen.length > 0) return seen.map(viewOf);
      throw unknownVersion(name);
    },
    async programFor(principal, name, parameters) {
      const skill = await shelf.openSkill(principal, name, parts.policies());
      const context = readParameters(skill.parameters, parameters, { skill: name });
      return { code: `return await skills.${name}(context);`, context };
    },
    approve: async (principal, name, wish) => viewOf(await approveSkill(parts, principal, name, wish)),
    retire: async (principal, name, version) => viewOf(await retireSkill(parts, principal, name, version)),
    exportBundle: (principal, names) => exportSkills(parts, principal, names),
    checkBundle: (wish) => checkBundle(parts, wish),
    importBundle: async (principal, wish) => (await importSkills(parts, principal, wish)).map(viewOf),
  };
}

/** The version that the name means to the principal; one that waits is shown only while there is no other. */
function onePerName(skills: readonly KnownSkill[], principal: Principal): KnownSkill[] {
  const best = new Map<string, KnownSkill>();
  for (const skill of skills) {
    if (skill.state === "retired") continue;
    const known = best.get(skill.name);
    if (!known || rankOf(skill, principal) > rankOf(known, principal)) best.set(skill.name, skill);
  }
  return [...best.values()];
}

function rankOf(skill: KnownSkill, principal: Principal): number {
  return (isUsable(skill, principal) ? 2000 : skill.state === "quarantined" ? 1000 : 0) + skill.version;
}

function isUsable({ state, owner }: KnownSkill, principal: Principal): boolean {
  return state === "approved" || (state === "private" && owner === principal.name);
}
