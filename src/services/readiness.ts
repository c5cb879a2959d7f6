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
    const reports = new Map(catalog.serverReport().map((report) => [report.server, report]));
    return {
      ready: trail.healthy(),
      trail: trail.healthy() ? "ok" : "unavailable",
      policies: {
        sha256: policies().sha256,
        files: policies().files.length,
        problems: watch.lastError()?.map(describeProblem) ?? [],
      },
      workers: { alive, idle, queued },
      servers: upstreams.servers().map((server) => {
        const { tools = 0, cached } = reports.get(server.name) ?? {};
        return {
          ...server,
          // Its tools are known from an earlier start, and nobody has needed it since this one.
          ...(cached && server.state === "idle" ? { state: "cached" } : {}),
          ...(server.error === undefined ? {} : { error: withoutValues(server.error) }),
          tools,
          ...(cached ? { cached } : {}),
        };
      }),
    };
  };
}
