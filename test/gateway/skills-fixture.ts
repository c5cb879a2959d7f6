// A whole gateway with a server whose tools can change, and keys of everybody who has to do with skills.

import { fileURLToPath } from "node:url";
import type { SkillView } from "../../src/services/skills/present-skill.ts";
import type { Run } from "../../src/vocabulary.ts";
import { openTestGateway, type TestGateway } from "./gateway-fixture.ts";

export const SHOP_POLICY = `
policy: 1
id: shop
applies_to: { agents: ["*"] }
tools:
  - { id: shop.find, match: [shop.find, shop.change], effect: allow }
`;
/** Bob may look at skills of others and call nothing; Ann alone may remove. */
const OTHERS = `
policy: 1
id: ann
applies_to: { agents: [ann] }
tools:
  - { id: shop.remove, match: [shop.remove], effect: allow }
`;

export const TOP = {
  name: "top_customers",
  description: "The customers of a city who spend most.",
  tags: ["sales"],
  parameters: {
    type: "object",
    properties: {
      city: { type: "string", minLength: 2 },
      limit: { type: "integer", minimum: 1, maximum: 50, default: 1 },
    },
    required: ["city"],
    additionalProperties: false,
  },
};
export const TOP_CODE = `const found = await shop.find({ city: context.city });
const sorted = found.sort((a, b) => b.spent - a.spent);
return sorted.slice(0, context.limit ?? 1).map(({ id, spent }) => ({ id, spent }));`;

export type Answer<T> = {
  status: number;
  body: T & { error?: { code: string; message: string; hint?: string } };
};

export type SkillGateway = TestGateway & {
  keys: Record<"ann" | "bob" | "rita" | "admin", string>;
  ask<T = SkillView>(path: string, body?: object, key?: string): Promise<Answer<T>>;
  /** Ann runs the code and saves that run. */
  save(wish: object, code?: string, context?: object): Promise<Answer<SkillView>>;
  approve(name: string, version?: number): Promise<Answer<SkillView>>;
  runSkill(name: string, parameters: object, key?: string): Promise<Answer<Run>>;
};

export async function openSkillGateway(policies: Record<string, string> = {}): Promise<SkillGateway> {
  const server = fileURLToPath(new URL("../fakes/changing-server.ts", import.meta.url));
  const gateway = await openTestGateway({
    policies: { "shop.yaml": SHOP_POLICY, "ann.yaml": OTHERS, ...policies },
    servers: { shop: { command: process.execPath, args: [server] } },
  });
  const keys = { admin: gateway.key("admin") } as SkillGateway["keys"];
  const ask: SkillGateway["ask"] = async (path, body, key = keys.ann) => {
    const init = body
      ? { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } }
      : {};
    const response = await gateway.fetch(path, { ...init, key });
    return { status: response.status, body: (await response.json()) as never };
  };
  for (const [name, role] of [
    ["ann", "agent"],
    ["bob", "agent"],
    ["rita", "reviewer"],
  ] as const) {
    keys[name] = (await ask<{ key: string }>("/v1/keys", { name, role }, keys.admin)).body.key;
  }
  return {
    ...gateway,
    keys,
    ask,
    async save(wish, code = TOP_CODE, context = { city: "Oslo" }) {
      const run = await ask<Run>("/v1/runs", { code, context });
      return ask("/v1/skills", { ...wish, run: run.body.id });
    },
    approve: (name, version = 1) => ask(`/v1/skills/${name}/approve`, { version }, keys.rita),
    runSkill: (name, parameters, key = keys.ann) => ask(`/v1/skills/${name}/run`, { parameters }, key),
  };
}
