// openapi.json is true: it names every route of the router and no other, and the running gateway keeps to it.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { PERMISSIONS } from "../../../src/admit/admit.ts";
import { createHttpApp } from "../../../src/surfaces/http/app.ts";
import { openApiDocument } from "../../../src/surfaces/http/openapi.ts";
import { methodsOf, ROUTES, type RouteDescription } from "../../../src/surfaces/http/route-descriptions.ts";
import { ROLES } from "../../../src/vocabulary.ts";
import { openTestGateway, type TestGateway } from "../../gateway/gateway-fixture.ts";

let gateway: TestGateway;
const keys = new Map<string, string>();
before(async () => {
  gateway = await openTestGateway();
  await gateway.fetch("/v1/keys", json("POST", { name: "to-be-revoked" }, gateway.key("admin")));
  for (const role of ROLES) {
    const made = await gateway.fetch(
      "/v1/keys",
      json("POST", { name: `test-${role}`, role }, gateway.key("admin")),
    );
    keys.set(role, ((await made.json()) as { key: string }).key);
  }
  await saveSkill("first_skill");
  await approveSkill("first_skill");
  await saveSkill("third_skill");
});
after(() => gateway.close());

async function saveSkill(name: string): Promise<Response> {
  const admin = gateway.key("admin");
  const ran = await gateway.fetch("/v1/runs", json("POST", { code: "return 40 + 2" }, admin));
  const { id } = (await ran.json()) as { id: string };
  const wish = { name, description: "Answers the question.", run: id };
  return gateway.fetch("/v1/skills", json("POST", wish, admin));
}

function json(method: string, body?: unknown, key?: string) {
  const headers = { "content-type": "application/json" };
  return {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(key ? { key } : {}),
  };
}

const named = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

test("every route of the router is described, and every described route is there", () => {
  const app = createHttpApp({ gateway: gateway.gateway, servedHosts: [], bodyKb: 1, log: () => {} });
  // A route for all methods is described by each method that it answers.
  const served = app.routes().flatMap((route) => {
    if (route.method !== "ALL") return [named(route)];
    return ROUTES.filter(({ path }) => path === route.path).map(named);
  });
  assert.deepEqual([...new Set(served)].sort(), ROUTES.map(named).sort());
});

test("a wrong method is told the right one", () => {
  const table: [path: string, methods: string][] = [
    ["/v1/runs", "POST"],
    ["/v1/keys", "GET or POST"],
    ["/v1/tools/a.b/c/call", "POST"],
    ["/v1/runs/run_1", "GET"],
    ["/openapiXjson", ""],
    ["/v1/runs/run_1/more", ""],
  ];
  for (const [path, methods] of table) assert.equal(methodsOf(path), methods, path);
});

test("the document is served, has one operation per route, and each has a name of its own", async () => {
  const served = await (await gateway.fetch("/openapi.json")).json();
  assert.deepEqual(served, JSON.parse(JSON.stringify(openApiDocument())));
  const paths = Object.values(
    (served as { paths: Record<string, Record<string, { operationId: string }>> }).paths,
  );
  const ids = paths.flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  assert.equal(ids.length, ROUTES.length);
  assert.equal(new Set(ids).size, ids.length);
});

/** Not by whoever saved it. */
function approveSkill(name: string): Promise<Response> {
  return gateway.fetch(`/v1/skills/${name}/approve`, json("POST", { version: 1 }, keys.get("reviewer")));
}

/** A request that the route takes, as far as one is needed to see an answer of the described shape. */
async function askWell(route: RouteDescription): Promise<Response | null> {
  const key = gateway.key("admin");
  const run = await gateway.run("return 1");
  const bodies: Record<string, unknown> = {
    "POST /v1/runs": { code: "console.log(1); return (await notes.person()).name" },
    "POST /v1/check": { code: "return eval('1')" },
    "POST /v1/tools/:tool{.+}/call": { arguments: {} },
    "POST /v1/pii/tokenize": { data: { email: "ann@example.com" } },
    "POST /v1/audit/sql": { sql: "select count(*) from events" },
    "POST /v1/audit/prune": { before: "2020-01-01T00:00:00Z" },
    "POST /v1/policies/reload": undefined,
    "POST /v1/keys": { name: `made-${Date.now()}`, role: "agent" },
    "POST /v1/runs/:id/cancel": undefined,
    "POST /v1/skills/:name/run": { parameters: {} },
    "POST /v1/skills/:name/retire": { version: 1 },
    "POST /v1/vault/rotate": {},
    "POST /v1/skills/export": { names: ["first_skill"] },
  };
  const name = named(route);
  if (name === "POST /v1/skills") return saveSkill("second_skill");
  if (name === "POST /v1/skills/:name/approve") return approveSkill("third_skill");
  const path = route.path
    .replace(":tool{.+}", "notes.person")
    .replace(":idOrName", "to-be-revoked")
    .replace(":id", run.id)
    .replace(":name", name.endsWith("/retire") ? "third_skill" : "first_skill");
  if (route.path.startsWith("/mcp") || (route.method === "POST" && !(name in bodies))) return null;
  return gateway.fetch(path, json(route.method, bodies[name], key));
}

describe("the running gateway answers as described", () => {
  // Keys are revoked last.
  for (const route of [...ROUTES].sort(
    (a, b) => Number(a.method === "DELETE") - Number(b.method === "DELETE"),
  )) {
    test(named(route), async () => {
      const reply = await askWell(route);
      if (reply === null) {
        // Needs something that must be made first; its own tests look at the answer.
        assert.ok(
          route.path.startsWith("/mcp") ||
            [
              "/v1/approvals/:id",
              "/v1/vault/reveal",
              "/v1/vault/forget",
              "/v1/skills/verify",
              "/v1/skills/import",
            ].includes(route.path),
          named(route),
        );
        return;
      }
      if (route.path.endsWith("/cancel")) return assert.ok([200, 404, 409].includes(reply.status));
      assert.equal(reply.status, route.status ?? 200, await reply.clone().text());
      if (!route.reply)
        return assert.ok(route.streams?.some((type) => reply.headers.get("content-type")?.startsWith(type)));
      const parsed = route.reply.safeParse(await reply.json());
      assert.ok(parsed.success, `${named(route)}: ${parsed.error?.message}`);
    });
  }
});

describe("each route lets in whom the description names", () => {
  for (const route of ROUTES) {
    test(named(route), async () => {
      const path = route.path.replace(/:\w+(\{\.\+\})?/g, "none.such");
      const bare = await gateway.fetch(path, { method: route.method, key: "sp_agent_nobody_has_this_key" });
      assert.equal(bare.status, route.needs === "none" ? 200 : 401);
      if (route.needs === "none" || route.needs === "any" || route.needs === "reveal tokens") return;
      const allowed: readonly string[] = PERMISSIONS[route.needs];
      for (const role of ROLES) {
        const key = keys.get(role) ?? "";
        if (allowed.includes(role)) continue;
        const refused = await gateway.fetch(
          path,
          json(route.method, route.method === "POST" ? {} : undefined, key),
        );
        assert.equal(refused.status, 403, `${role} got ${refused.status}`);
      }
    });
  }
});
