// A program calls a linked skill: its parameters lose personal values, are checked and recorded, and only then go on to
// the skill's own function inside the isolate.

import { z } from "zod";
import { shortenLeaves } from "../call/shorten-leaves.ts";
import { GatewayError } from "../errors.ts";
import type { Trail } from "../record/record.ts";
import { readParameters, type Skill } from "../skills/skills.ts";
import { didYouMean } from "../text/did-you-mean.ts";
import type { CallScope } from "../tool-gate.ts";
import type { JsonObject, JsonValue } from "../vocabulary.ts";

export type SkillCallParts = {
  trail: Pick<Trail, "append">;
  countSkill(skill: Skill, counts: { runs: number; failed: number }): Promise<void>;
};

/** What a run may call: fixed when it starts. */
export type RunSkills = { linked: ReadonlyMap<string, Skill>; called: Set<Skill> };

const callArguments = z.object({ name: z.string(), parameters: z.unknown().optional() });

export async function callSkill(parts: SkillCallParts, scope: CallScope, args: unknown): Promise<JsonObject> {
  const asked = callArguments.safeParse(args);
  if (!asked.success) throw new GatewayError("BAD_ARGUMENTS", "A skill is called by its name.");
  const { name, parameters = {} } = asked.data;
  const skill = scope.skills?.linked.get(name);
  if (!skill) throw notLinked(name, [...(scope.skills?.linked.keys() ?? [])]);
  const checked = await readTokenized(scope, skill, parameters as JsonValue);
  // Nobody but its author has looked at it: what its author's run had read, this run has read.
  if (skill.state !== "approved") for (const label of skill.labels) scope.labels.add(label);
  const { version, sha256, state } = skill;
  await parts.trail.append({
    kind: "skill.run",
    principal: scope.principal.name,
    session: scope.session.name,
    run: scope.run,
    body: { name, version, sha256, state, parameters: shortenLeaves(checked).value },
  });
  scope.skills?.called.add(skill);
  await parts.countSkill(skill, { runs: 1, failed: 0 });
  return checked;
}

async function readTokenized(
  { vault, policies, principal }: CallScope,
  { name, parameters: schema }: Skill,
  given: JsonValue,
): Promise<JsonObject> {
  const safe = await vault.tokenize(given, { from: "agent", channel: "code" }, policies.pii(principal));
  if (safe.blocked) {
    const message = `The parameters of ${name} hold ${safe.blocked.class} data, which policy blocks.`;
    throw new GatewayError("PII_BLOCKED", message);
  }
  const isToken = (text: string) => vault.findTokens(text).some(({ whole, known }) => whole && known);
  return readParameters(schema, safe.value, { skill: name, isToken });
}

function notLinked(name: string, known: string[]): GatewayError {
  const near = didYouMean(name, known);
  return new GatewayError("SKILL_UNKNOWN", "No skill of that name was linked to this run.", {
    hint: near ? `Did you mean skills.${near}?` : "Write the name out: skills.<name>({ … }).",
  });
}
