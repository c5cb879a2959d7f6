// What `/readyz` tells: whether effects can be recorded, which policies are in force, and what stands behind.

import type { Catalog } from "../catalog/catalog.ts";
import type { PolicySnapshot, PolicyWatch } from "../decide/decide.ts";
import type { Executor } from "../execute/execute.ts";
import type { Gateway } from "../gateway.ts";
import type { Trail } from "../record/record.ts";
import type { Upstreams } from "../upstreams/upstreams.ts";
import { describeProblem } from "./follow-policies.ts";
import type { WithoutValues } from "./known-servers.ts";

export type ReadinessParts = {
  trail: Pick<Trail, "healthy">;
  policies(): PolicySnapshot;
  watch: Pick<PolicyWatch, "lastError">;
  executor: Pick<Executor, "status">;
  catalog: Pick<Catalog, "serverReport">;
  upstreams: Pick<Upstreams, "servers">;
  withoutValues: WithoutValues;
};

export function createReadiness(parts: ReadinessParts): Gateway["readiness"] {
  const { trail, policies, watch, executor, catalog, upstreams, withoutValues } = parts;
  return () => {
    const { workers: alive, idle, queued } = executor.status();
    const toolCounts = new Map(catalog.serverReport().map(({ server, tools }) => [server, tools]));
    return {
      ready: trail.healthy(),
      trail: trail.healthy() ? "ok" : "unavailable",
      policies: {
        sha256: policies().sha256,
        files: policies().files.length,
        problems: watch.lastError()?.map(describeProblem) ?? [],
      },
      workers: { alive, idle, queued },
      servers: upstreams.servers().map((server) => ({
        ...server,
        ...(server.error === undefined ? {} : { error: withoutValues(server.error) }),
        tools: toolCounts.get(server.name) ?? 0,
      })),
    };
  };
}
