// Which saved skills the code names: `skills.report(…)`, `skills["report"]`, `const { report } = skills`. A name that is
// made up at run time is not found here, so that skill is not linked and the call fails.

import { lookUp } from "../parse/scopes.ts";
import { isMember, literalKey, type Node } from "../parse/syntax.ts";
import type { Visit } from "../parse/walk.ts";

/** `uses`: of the global `skills`, by its name or through the global object. */
export function findSkillMentions(uses: readonly Visit[]): string[] {
  const names = new Set<string>();
  const followed = new Set<Visit>();
  const open = [...uses];
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    if (followed.has(visit)) continue;
    followed.add(visit);
    open.push(...followUse(visit, names));
  }
  return [...names].sort();
}

function followUse({ node, key, parent }: Visit, names: Set<string>): Visit[] {
  if (parent === null) return [];
  if (isMember(parent.node) && key === "object") {
    // `globalThis.skills` is noted as the member itself.
    const name = literalKey(parent.node.property, parent.node.computed);
    if (name !== null) names.add(name);
    return [];
  }
  if (parent.node.type !== "VariableDeclarator" || key !== "init") return [];
  const { id } = parent.node;
  if (id.type === "Identifier") {
    const references = lookUp(parent.scope, id.name)?.references ?? [];
    return references.filter((reference) => reference.node !== id && reference.node !== node);
  }
  if (id.type === "ObjectPattern") for (const name of patternKeys(id)) names.add(name);
  return [];
}

function patternKeys(pattern: Node & { type: "ObjectPattern" }): string[] {
  return pattern.properties.flatMap((property) => {
    if (property.type !== "ObjectProperty") return [];
    const name = literalKey(property.key, property.computed);
    return name === null ? [] : [name];
  });
}
