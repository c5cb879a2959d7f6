// HTTP: routes → gateway. Guarantees: every route but /healthz passes host check, key, role and rate first, and
// every failure leaves as `{ error: { code, message, hint? } }`.

import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { checkHostAndOrigin, hasPermission, type Permission, requirePermission } from "../../admit/admit.ts";
import { ERROR_CODES, GatewayError } from "../../errors.ts";
import type { Gateway } from "../../gateway.ts";
import { REQUEST_ID_HEADER, readOrigin } from "../../request-origin.ts";
import type { Principal } from "../../vocabulary.ts";
import { openMcpSurface } from "../mcp/mcp.ts";
import { answerRun } from "./answer-run.ts";
import { addAuditRoutes } from "./audit-routes.ts";
import { errorResponse } from "./error-response.ts";
import type { Env } from "./http-env.ts";
import { openApiDocument } from "./openapi.ts";
import {
  readApprovalBody,
  readApprovalQuery,
  readCallBody,
  readCheckBody,
  readKeyBody,
  readQuery,
  readRunBody,
  readTokenizeBody,
  readToolQuery,
  refuseBrokenBody,
} from "./request-shapes.ts";
import { methodsOf } from "./route-descriptions.ts";
import { addSkillRoutes } from "./skill-routes.ts";
import { addVaultRoutes } from "./vault-routes.ts";

export type HttpOptions = {
  gateway: Gateway;
  servedHosts: string[];
  bodyKb: number;
  /** Faults that are the gateway's own, for the operator. */
  log: (message: string) => void;
};

export type HttpApp = {
  fetch(request: Request): Response | Promise<Response>;
  /** What the router serves, without what runs before every route. */
  routes(): { method: string; path: string }[];
  close(): Promise<void>;
};

export function createHttpApp(options: HttpOptions): HttpApp {
  const { gateway } = options;
  const mcp = openMcpSurface(gateway, { log: options.log });
  const app = new Hono<Env>();
  app.onError((error) => errorResponse(error, options.log));
  app.notFound((c) => notFound(c));
  app.use("*", async function nameRequest(c, next) {
    const origin = readOrigin(c.req.raw.headers);
    c.set("request", origin);
    await next();
    c.header(REQUEST_ID_HEADER, origin.id);
  });
  app.use("*", async function hostCheck(c, next) {
    checkHostAndOrigin(c.req.raw.headers, options.servedHosts, c.req.url);
    await next();
  });
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.use("*", async function authenticate(c, next) {
    const principal = await gateway.keyring.authenticate(c.req.header("authorization"));
    gateway.limiter.take(principal.name);
    c.set("principal", principal);
    await next();
  });
  app.use("*", limitBody(options.bodyKb));
  addRunRoutes(app, gateway);
  addToolRoutes(app, gateway);
  addReadRoutes(app, gateway);
  addAuditRoutes(app, gateway);
  addApprovalRoutes(app, gateway);
  addKeyRoutes(app, gateway);
  addVaultRoutes(app, gateway);
  addSkillRoutes(app, gateway);
  const description = openApiDocument();
  app.get("/openapi.json", (c) => c.json(description));
  app.all("/mcp", (c) => mcp.handle(c.req.raw, permitted(c, "run code"), c.get("request")));
  app.all("/mcp/:server", (c) => {
    const caller = { principal: permitted(c, "run code"), request: c.get("request") };
    return mcp.handleFor(c.req.param("server"), c.req.raw, caller);
  });
  return {
    fetch: (request) => app.fetch(request),
    routes: () =>
      app.routes.filter(({ path }) => path !== "/*").map(({ method, path }) => ({ method, path })),
    close: () => mcp.close(),
  };
}

function addRunRoutes(app: Hono<Env>, gateway: Gateway): void {
  app.post("/v1/runs", async function submitRun(c) {
    const principal = permitted(c, "run code");
    return answerRun(c, gateway, { ...(await readRunBody(c.req.raw)), principal });
  });
  app.get("/v1/runs/:id", async function findRun(c) {
    const principal = permitted(c, "run code");
    return c.json(await gateway.findRun(principal, c.req.param("id")));
  });
  app.post("/v1/runs/:id/cancel", async function cancelRun(c) {
    const principal = permitted(c, "run code");
    return c.json(await gateway.runs.cancel(principal, c.req.param("id")));
  });
  app.post("/v1/check", async function checkCode(c) {
    const principal = permitted(c, "check code");
    const { code, typecheck } = await readCheckBody(c.req.raw);
    return c.json(await gateway.check(principal, code, typecheck));
  });
  app.post("/v1/pii/tokenize", async function tokenizeData(c) {
    const principal = permitted(c, "tokenize data");
    const { data, session } = await readTokenizeBody(c.req.raw);
    return c.json(await gateway.tokenize(principal, data, session));
  });
}

function addToolRoutes(app: Hono<Env>, gateway: Gateway): void {
  app.get("/v1/tools", async (c) => {
    const principal = permitted(c, "search tools");
    return c.json(await gateway.searchTools(principal, readToolQuery(readQuery(c.req.url))));
  });
  // Names of tools may hold slashes.
  app.post("/v1/tools/:tool{.+}/call", async function callTool(c) {
    const principal = permitted(c, "run code");
    const body = await readCallBody(c.req.raw);
    const { signal } = c.req.raw;
    const reply = await gateway.callTool({
      ...body,
      principal,
      request: c.get("request"),
      surface: "http",
      tool: c.req.param("tool"),
      signal,
    });
    const status = "error" in reply ? ERROR_CODES[reply.error.code].status : 200;
    return Response.json(reply, { status });
  });
}

function addReadRoutes(app: Hono<Env>, gateway: Gateway): void {
  app.post("/v1/policies/reload", async function reloadPolicies(c) {
    permitted(c, "reload policies");
    const reload = await gateway.reloadPolicies();
    if (!reload.ok) return c.json({ ok: false, problems: reload.problems }, 422);
    return c.json({ ok: true, sha256: reload.policies.sha256, changed: reload.changed });
  });
  app.get("/readyz", (c) => {
    const { ready, trail, ...behind } = gateway.readiness();
    const mayLook = hasPermission(c.get("principal"), "look behind the gateway");
    return c.json({ ready, trail, ...(mayLook ? behind : {}) }, ready ? 200 : 503);
  });
}

function addApprovalRoutes(app: Hono<Env>, gateway: Gateway): void {
  app.get("/v1/approvals", async function listApprovals(c) {
    const principal = permitted(c, "see approvals");
    return c.json({
      approvals: await gateway.approvals.list(principal, readApprovalQuery(readQuery(c.req.url))),
    });
  });
  app.post("/v1/approvals/:id", async function decideApproval(c) {
    const principal = permitted(c, "decide approvals");
    const vote = await readApprovalBody(c.req.raw);
    return c.json(await gateway.approvals.decide(principal, c.req.param("id"), vote));
  });
}

function addKeyRoutes(app: Hono<Env>, gateway: Gateway): void {
  app.get("/v1/keys", async function listKeys(c) {
    permitted(c, "manage keys");
    const keys = await gateway.keyring.list();
    return c.json({ keys: keys.map(({ hash: _secret, ...shown }) => shown) });
  });
  app.post("/v1/keys", async function createKey(c) {
    const principal = permitted(c, "manage keys");
    return c.json(await gateway.createKey(principal, await readKeyBody(c.req.raw)), 201);
  });
  app.delete("/v1/keys/:idOrName", async function revokeKey(c) {
    const principal = permitted(c, "manage keys");
    return c.json({ revoked: await gateway.revokeKey(principal, c.req.param("idOrName")) });
  });
}

function permitted(c: Context<Env>, permission: Permission): Principal {
  const principal = c.get("principal");
  requirePermission(principal, permission);
  return principal;
}

function limitBody(bodyKb: number): MiddlewareHandler<Env> {
  const limit = bodyLimit({
    maxSize: bodyKb * 1024,
    onError: () => {
      throw new GatewayError("TOO_LARGE", `The body is over the limit of ${bodyKb} KB.`, {
        hint: "Send less, or have the operator raise the setting bodyKb.",
      });
    },
  });
  // What fails in a route is answered before it comes back here: this is the reading of a body without a length.
  return (c, next) => limit(c, next).catch(refuseBrokenBody);
}

function notFound(c: Context): never {
  const method = methodsOf(c.req.path);
  if (method) {
    throw new GatewayError("METHOD_NOT_ALLOWED", `${c.req.path} does not take ${c.req.method}.`, {
      hint: `Use ${method}.`,
    });
  }
  throw new GatewayError("NOT_FOUND", "There is no such route.", { hint: "docs/http.md lists the routes." });
}
