// One search for every surface: the tools that a principal may call, and the saved programs that do the same.

import type { Catalog, ToolPage, ToolSearch } from "../catalog/catalog.ts";
import type { PolicySnapshot } from "../decide/decide.ts";
import type { Principal } from "../vocabulary.ts";
import type { SkillDesk } from "./skills/skill-desk.ts";

/** Policies are those of the run that asks, or those of this moment. */
export type FindTools = (
  search: ToolSearch,
  asker: { principal: Principal; policies: Pick<PolicySnapshot, "mayCall"> },
) => Promise<ToolPage>;

export function createFindTools(
  catalog: Pick<Catalog, "search">,
  skills: Pick<SkillDesk, "suggest">,
): FindTools {
  return async (search, { principal, policies }) => {
    const page = catalog.search(search, (tool) => policies.mayCall(principal, tool));
    // They stand on the first page only, and not where one server's tools were asked for.
    if (search.cursor !== undefined || search.server !== undefined) return page;
    const found = await skills.suggest(principal, search.query);
    return found.length > 0 ? { ...page, skills: found } : page;
  };
}
