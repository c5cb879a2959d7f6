// The one route that answers with a clear value.

import type { Hono } from "hono";
import { z } from "zod";
import { requireReveal } from "../../admit/admit.ts";
import type { Gateway } from "../../gateway.ts";
import type { Env } from "./http-env.ts";
import { readBody } from "./request-shapes.ts";

export const revealBody = z.strictObject({
  token: z.string().min(1).max(128),
  session: z.string().regex(/^[^/\s]{1,128}\/[A-Za-z0-9_-]{1,64}$/, "must be principal/name"),
  reason: z.string().trim().min(1, "must not be empty").max(500),
});

export function addVaultRoutes(app: Hono<Env>, gateway: Gateway): void {
  app.post("/v1/vault/reveal", async function revealToken(c) {
    const principal = c.get("principal");
    requireReveal(principal);
    const revealed = await gateway.revealToken(principal, await readBody(c.req.raw, revealBody));
    c.header("cache-control", "no-store");
    return c.json(revealed);
  });
}
