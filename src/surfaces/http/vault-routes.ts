// What people do with the vault. The first route is the one that answers with a clear value; none of them repeats one.

import type { Hono } from "hono";
import { z } from "zod";
import { requirePermission, requireReveal } from "../../admit/admit.ts";
import type { Gateway } from "../../gateway.ts";
import type { Env } from "./http-env.ts";
import { readBody } from "./request-shapes.ts";

const session = z.string().regex(/^[^/\s]{1,128}\/[A-Za-z0-9_-]{1,64}$/, "must be principal/name");

export const revealBody = z.strictObject({
  token: z.string().min(1).max(128),
  session,
  reason: z.string().trim().min(1, "must not be empty").max(500),
});

export const forgetBody = z
  .strictObject({
    session: session.optional(),
    value: z.string().trim().min(1, "must not be empty").max(10_000).optional(),
  })
  .refine((body) => (body.session === undefined) !== (body.value === undefined), {
    error: "must have either session or value",
  });

export const rotateBody = z.strictObject({});

export function addVaultRoutes(app: Hono<Env>, gateway: Gateway): void {
  app.post("/v1/vault/reveal", async function revealToken(c) {
    const principal = c.get("principal");
    requireReveal(principal);
    const revealed = await gateway.revealToken(principal, await readBody(c.req.raw, revealBody));
    c.header("cache-control", "no-store");
    return c.json(revealed);
  });
  app.post("/v1/vault/forget", async function forgetStored(c) {
    const principal = c.get("principal");
    requirePermission(principal, "tend the vault");
    const { session: name, value = "" } = await readBody(c.req.raw, forgetBody);
    if (name !== undefined) return c.json(await gateway.vault.forgetSession(principal, name));
    return c.json(await gateway.vault.forgetValue(principal, value));
  });
  app.post("/v1/vault/rotate", async function rotateKey(c) {
    const principal = c.get("principal");
    requirePermission(principal, "tend the vault");
    await readBody(c.req.raw, rotateBody);
    return c.json(await gateway.vault.rotate(principal));
  });
}
