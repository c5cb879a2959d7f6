// Skills, shared workspaces and requests of servers, asked of both sets.

import { isDeepStrictEqual } from "node:util";
import type { Effect, Principal } from "../../vocabulary.ts";
import { SERVER_REQUESTS } from "../../vocabulary.ts";
import type { PolicyBundle } from "../format/load-policies.ts";
import type { PolicyFile } from "../format/policy-schema.ts";
import type { SettingChange } from "./compare-settings.ts";
import { changed } from "./compare-settings.ts";

const RANK: Record<Effect, number> = { deny: 0, approve: 1, allow: 2 };
/** No key has this name. */
const ANOTHER = "(another key)";
const ACCESS = ["none", "read", "write"];

export function compareSharing(
  before: PolicyBundle,
  after: PolicyBundle,
  principal: Principal,
): SettingChange[] {
  const bundles = [before, after] as const;
  const contents = bundles.flatMap(({ files }) => files.map(({ content }) => content));
  return [
    ...compareSaving(bundles, principal),
    ...compareSeen(bundles, principal, contents),
    ...compareWorkspaces(bundles, principal, contents),
    ...compareRequests(bundles, principal, contents),
  ];
}

type Both = readonly [PolicyBundle, PolicyBundle];

function compareSaving(bundles: Both, principal: Principal): SettingChange[] {
  const [old, fresh] = both(bundles, ({ policies }) => policies.decideSkillSave(principal));
  const effects: [Effect, Effect] = [old.effect, fresh.effect];
  const ranked = changed("saving a skill", effects, RANK[effects[1]] - RANK[effects[0]]);
  if (ranked.length > 0 || isDeepStrictEqual(old.approvals, fresh.approvals)) return ranked;
  const present = ({ approvals = [] }: typeof old) =>
    approvals.map(({ count, by }) => `${count} of ${by.join(", ")}`).join("; ");
  return [{ what: "approval of a skill", change: "unclear", before: present(old), after: present(fresh) }];
}

/** A pattern stands for a skill that only it and wider ones match. */
function compareSeen(bundles: Both, principal: Principal, contents: readonly PolicyFile[]): SettingChange[] {
  const globs = new Set(["any-skill", ...contents.flatMap(({ skills }) => skills?.see ?? [])]);
  return [...globs].flatMap((glob) => {
    const skill = { name: glob.replaceAll("*", "any"), owner: ANOTHER, approved: true };
    const seen = both(bundles, ({ policies }) => policies.maySeeSkill(principal, skill));
    return changed(`skill ${glob} of others`, seen, Number(seen[1]) - Number(seen[0]));
  });
}

function compareWorkspaces(
  bundles: Both,
  principal: Principal,
  contents: readonly PolicyFile[],
): SettingChange[] {
  const names = new Set(contents.flatMap(({ workspaces }) => workspaces?.map(({ name }) => name) ?? []));
  return [...names].sort().flatMap((name) => {
    const access = both(bundles, ({ policies }) => {
      const shared = policies.sharedWorkspaces(principal).find((workspace) => workspace.name === name);
      return shared?.access ?? "none";
    });
    return changed(`workspace ${name}`, access, ACCESS.indexOf(access[1]) - ACCESS.indexOf(access[0]));
  });
}

function compareRequests(
  bundles: Both,
  principal: Principal,
  contents: readonly PolicyFile[],
): SettingChange[] {
  const servers = new Set(contents.flatMap(({ servers: listed }) => Object.keys(listed ?? {})));
  return [...servers].sort().flatMap((server) =>
    SERVER_REQUESTS.flatMap((request) => {
      const effects = both(
        bundles,
        ({ policies }) => policies.decideRequest(principal, server, request).effect,
      );
      return changed(`${request} asked by ${server}`, effects, RANK[effects[1]] - RANK[effects[0]]);
    }),
  );
}

function both<T>([before, after]: Both, ask: (bundle: PolicyBundle) => T): [T, T] {
  return [ask(before), ask(after)];
}
