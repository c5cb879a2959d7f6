// A running gateway, over HTTP.

import type { Approval } from "../../../approvals/approvals.ts";
import type { ForgottenValue } from "../../../protect/protect.ts";
import type { JsonObject } from "../../../vocabulary.ts";
import { type Asked, request } from "./http-request.ts";
import type { ReachedGateway, ShownKey } from "./reach-gateway.ts";
import { skillsOverHttp } from "./reached-skills.ts";
import { watchRun } from "./watch-run.ts";

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
    isRunning: true,
    skills: skillsOverHttp(ask, (path, body, watch) => watchRun(new URL(path, url), secret, { body, watch })),
    run: (body, watch) => watchRun(new URL("/v1/runs", url), secret, { body, watch }),
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
