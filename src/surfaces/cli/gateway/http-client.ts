// A running gateway, over HTTP.

import type { Approval } from "../../../approvals/approvals.ts";
import { ERROR_CODES, type ErrorCode, GatewayError } from "../../../errors.ts";
import type { ForgottenValue } from "../../../protect/protect.ts";
import type { JsonObject } from "../../../vocabulary.ts";
import type { ReachedGateway, ShownKey } from "./reach-gateway.ts";
import { skillsOverHttp } from "./reached-skills.ts";

type Asked = { method?: string; query?: Record<string, unknown>; body?: unknown; signal?: AbortSignal };
type Ask = <T>(path: string, asked?: Asked) => Promise<T>;

/** What only a gateway that works can be asked; the files of a stopped one are changed by stopped-vault.ts. */
export type RunningVault = {
  forgetSession(session: string): Promise<{ tokens: number }>;
  forgetValue(value: string): Promise<{ forgotten: ForgottenValue[] }>;
  rotate(): Promise<{ sessions: number }>;
};

export function connectGateway(url: string, secret: string): ReachedGateway & { vault: RunningVault } {
  const ask: Ask = (path, asked = {}) => request(new URL(path, url), secret, asked);
  return {
    skills: skillsOverHttp(ask),
    run: (body, signal) => ask("/v1/runs", { method: "POST", body, signal }),
    check: (code) => ask("/v1/check", { method: "POST", body: { code } }),
    searchTools: (search) => ask("/v1/tools", { query: search }),
    readTrail: (filter) => ask("/v1/audit/events", { query: filter }),
    verifyTrail: () => ask("/v1/audit/verify"),
    listApprovals: async (state) => {
      const query = { state };
      return (await ask<{ approvals: Approval[] }>("/v1/approvals", { query })).approvals;
    },
    decideApproval: (id, vote) =>
      ask<Approval>(`/v1/approvals/${encodeURIComponent(id)}`, { method: "POST", body: vote }),
    listKeys: async () => (await ask<{ keys: ShownKey[] }>("/v1/keys")).keys,
    createKey: (body) => ask("/v1/keys", { method: "POST", body }),
    revealToken: (body) => ask("/v1/vault/reveal", { method: "POST", body }),
    vault: {
      forgetSession: (session) => ask("/v1/vault/forget", { method: "POST", body: { session } }),
      forgetValue: (value) => ask("/v1/vault/forget", { method: "POST", body: { value } }),
      rotate: () => ask("/v1/vault/rotate", { method: "POST", body: {} }),
    },
    revokeKey: async (idOrName) => {
      const path = `/v1/keys/${encodeURIComponent(idOrName)}`;
      return (await ask<{ revoked: JsonObject[] }>(path, { method: "DELETE" })).revoked;
    },
    close: async () => {},
  };
}

export async function request<T>(url: URL, secret: string, asked: Asked): Promise<T> {
  const { method = "GET", query = {}, body, signal } = asked;
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const reply = await send(url, {
    method,
    // A key is for this gateway alone and is not carried on to another host.
    redirect: "error",
    headers: {
      authorization: `Bearer ${secret}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  const content: unknown = await reply.json().catch(() => null);
  if (!reply.ok) throw errorOf(content, reply.status);
  if (typeof content === "object" && content !== null) return content as T;
  throw errorOf(content, reply.status);
}

async function send(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    if (init.signal?.aborted) throw new GatewayError("CANCELLED", "The run was stopped.", { cause });
    throw connectionLost(url, cause);
  }
}

export function errorOf(content: unknown, status: number): GatewayError {
  const error = (content as { error?: { code?: unknown; message?: unknown; hint?: unknown } } | null)?.error;
  const { code, message, hint } = error ?? {};
  if (typeof code === "string" && Object.hasOwn(ERROR_CODES, code) && typeof message === "string") {
    return new GatewayError(code as ErrorCode, message, typeof hint === "string" ? { hint } : {});
  }
  return new GatewayError(
    "BAD_REQUEST",
    `The gateway answered with the status ${status} and no known error.`,
    {
      hint: "Check that SALLYPORT_URL names a gateway of the same version.",
    },
  );
}

export function connectionLost(url: URL, cause: unknown): GatewayError {
  return new GatewayError("UPSTREAM_UNAVAILABLE", `The gateway at ${url.origin} closed the connection.`, {
    hint: "Its log says why, and its trail what was done: `sallyport audit query`.",
    cause,
  });
}
