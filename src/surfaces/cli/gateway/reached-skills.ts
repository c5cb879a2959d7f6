// What commands ask about skills, of a running gateway or of one opened for the command.

import { type Permission, requirePermission } from "../../../admit/admit.ts";
import type { Gateway } from "../../../gateway.ts";
import type { SkillVoteWish } from "../../../services/skills/decide-skill.ts";
import type { ImportWish } from "../../../services/skills/move-skills.ts";
import type { SkillView } from "../../../services/skills/present-skill.ts";
import type { SkillWish } from "../../../services/skills/save-skill.ts";
import type { SkillPage, SkillSearch } from "../../../services/skills/skill-desk.ts";
import type { SkillBundle } from "../../../skills/skills.ts";
import type { JsonValue, Principal, Run } from "../../../vocabulary.ts";

import type { RunWatch } from "./reach-gateway.ts";
import { startWatched } from "./watch-run.ts";

export type SkillRunRequest = { parameters?: JsonValue; session?: string; timeoutMs?: number };

export type ReachedSkills = {
  search(search: SkillSearch): Promise<SkillPage>;
  show(name: string, version?: number): Promise<SkillView>;
  save(wish: SkillWish): Promise<SkillView>;
  run(name: string, request: SkillRunRequest, watch: RunWatch): Promise<Run>;
  approve(name: string, wish: SkillVoteWish): Promise<SkillView>;
  retire(name: string, version: number): Promise<SkillView>;
  exportBundle(names: string[]): Promise<SkillBundle>;
  importBundle(wish: ImportWish): Promise<{ skills: SkillView[] }>;
};

type Ask = <T>(path: string, asked?: { method?: string; query?: object; body?: unknown }) => Promise<T>;
type StartRun = (path: string, body: unknown, watch: RunWatch) => Promise<Run>;

export function skillsOverHttp(ask: Ask, start: StartRun): ReachedSkills {
  const at = (name: string, action = "") => `/v1/skills/${encodeURIComponent(name)}${action}`;
  const post = <T>(path: string, body: unknown) => ask<T>(path, { method: "POST", body });
  return {
    search: (search) => ask("/v1/skills", { query: search }),
    show: (name, version) => ask(at(name), { query: { version } }),
    save: (wish) => post("/v1/skills", wish),
    run: (name, request, watch) => start(at(name, "/run"), request, watch),
    approve: (name, wish) => post(at(name, "/approve"), wish),
    retire: (name, version) => post(at(name, "/retire"), { version }),
    exportBundle: (names) => post("/v1/skills/export", { names }),
    importBundle: (wish) => post("/v1/skills/import", wish),
  };
}

export function skillsHere({ skills, runs }: Gateway, principal: Principal): ReachedSkills {
  const need = (permission: Permission) => requirePermission(principal, permission);
  return {
    async search(search) {
      need("see skills");
      return skills.search(principal, search);
    },
    async show(name, version) {
      need("see skills");
      return skills.show(principal, name, version);
    },
    async save(wish) {
      need("save skills");
      return skills.save(principal, wish);
    },
    async run(name, { parameters, ...rest }, watch) {
      need("run code");
      const program = await skills.programFor(principal, name, parameters);
      return startWatched(runs, { ...program, ...rest, principal }, watch);
    },
    async approve(name, wish) {
      need("decide about skills");
      return skills.approve(principal, name, wish);
    },
    async retire(name, version) {
      need("see skills");
      return skills.retire(principal, name, version);
    },
    async exportBundle(names) {
      need("move skills");
      return skills.exportBundle(principal, names);
    },
    async importBundle(wish) {
      need("move skills");
      return { skills: await skills.importBundle(principal, wish) };
    },
  };
}
