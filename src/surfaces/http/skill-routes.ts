// Skills over HTTP: found, saved, run like a program, decided about, and moved between teams.

import type { Hono } from "hono";
import { z } from "zod";
import { requirePermission } from "../../admit/admit.ts";
import type { Gateway } from "../../gateway.ts";
import { SKILL_STATES } from "../../skills/skills.ts";
import type { JsonObject, JsonValue } from "../../vocabulary.ts";
import { answerRun } from "./answer-run.ts";
import type { Env } from "./http-env.ts";
import { readBody, readQuery, readShape, runOptions, withoutUndefined } from "./request-shapes.ts";

const json = z.custom<JsonValue>((value) => value !== undefined, "must be a JSON value");
const object = z.custom<JsonObject>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "must be an object",
);
const version = z.coerce.number().int().min(1);

export const saveBody = z.strictObject({
  name: z.string(),
  description: z.string(),
  run: z.string().max(64).optional(),
  code: z.string().min(1, "must not be empty").optional(),
  parameters: object.optional(),
  tags: z.array(z.string()).optional(),
});
export const runBody = z.strictObject({ parameters: json.optional(), ...runOptions });
export const approveBody = z.strictObject({
  version: z.number().int().min(1),
  sha256: z.string().max(64).optional(),
  comment: z.string().max(500).optional(),
});
export const retireBody = z.strictObject({ version: z.number().int().min(1) });
export const exportBody = z.strictObject({ names: z.array(z.string()).min(1, "must name a skill").max(100) });
export const importBody = z.strictObject({ bundle: json, trust: z.string().max(2000).optional() });
export const searchQuery = z.strictObject({
  query: z.string().max(500).default(""),
  limit: z.coerce.number().int().min(1).max(200).default(20),
  state: z.enum(SKILL_STATES).optional(),
});
export const showQuery = z.strictObject({ version: version.optional() });

export function addSkillRoutes(app: Hono<Env>, gateway: Gateway): void {
  const { skills } = gateway;
  app.get("/v1/skills", async function searchSkills(c) {
    const principal = c.get("principal");
    requirePermission(principal, "see skills");
    const search = withoutUndefined(readShape(readQuery(c.req.url), searchQuery, "query"));
    return c.json(await skills.search(principal, search));
  });
  app.post("/v1/skills", async function saveSkill(c) {
    const principal = c.get("principal");
    requirePermission(principal, "save skills");
    const wish = withoutUndefined(await readBody(c.req.raw, saveBody));
    return c.json(await skills.save(principal, wish), 201);
  });
  addMovingRoutes(app, gateway);
  app.get("/v1/skills/:name", async function showSkill(c) {
    const principal = c.get("principal");
    requirePermission(principal, "see skills");
    const asked = readShape(readQuery(c.req.url), showQuery, "query");
    return c.json(await skills.show(principal, c.req.param("name"), asked.version));
  });
  app.get("/v1/skills/:name/versions", async function listVersions(c) {
    const principal = c.get("principal");
    requirePermission(principal, "see skills");
    return c.json({ versions: await skills.versions(principal, c.req.param("name")) });
  });
  app.post("/v1/skills/:name/run", async function runSkill(c) {
    const principal = c.get("principal");
    requirePermission(principal, "run code");
    const { parameters, ...rest } = withoutUndefined(await readBody(c.req.raw, runBody));
    const program = await skills.programFor(principal, c.req.param("name"), parameters);
    return answerRun(c, gateway, { ...program, ...rest, principal });
  });
  addDecidingRoutes(app, gateway);
}

function addDecidingRoutes(app: Hono<Env>, { skills }: Gateway): void {
  app.post("/v1/skills/:name/approve", async function approveSkill(c) {
    const principal = c.get("principal");
    requirePermission(principal, "decide about skills");
    const wish = withoutUndefined(await readBody(c.req.raw, approveBody));
    return c.json(await skills.approve(principal, c.req.param("name"), wish));
  });
  app.post("/v1/skills/:name/retire", async function retireSkill(c) {
    const principal = c.get("principal");
    requirePermission(principal, "see skills");
    const { version: retired } = await readBody(c.req.raw, retireBody);
    return c.json(await skills.retire(principal, c.req.param("name"), retired));
  });
}

function addMovingRoutes(app: Hono<Env>, { skills }: Gateway): void {
  app.post("/v1/skills/export", async function exportSkills(c) {
    const principal = c.get("principal");
    requirePermission(principal, "move skills");
    const { names } = await readBody(c.req.raw, exportBody);
    return c.json(await skills.exportBundle(principal, names));
  });
  app.post("/v1/skills/verify", async function verifyBundle(c) {
    requirePermission(c.get("principal"), "move skills");
    return c.json(await skills.checkBundle(await readImport(c.req.raw)));
  });
  app.post("/v1/skills/import", async function importSkills(c) {
    const principal = c.get("principal");
    requirePermission(principal, "move skills");
    return c.json({ skills: await skills.importBundle(principal, await readImport(c.req.raw)) }, 201);
  });
}

async function readImport(request: Request): Promise<{ bundle: JsonValue; trust?: string }> {
  return withoutUndefined(await readBody(request, importBody));
}
