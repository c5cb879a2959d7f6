// The servers behind us and the list of their tools.

import { join } from "node:path";
import { createCatalog, openObservedTypes, readLockFile } from "../catalog/catalog.ts";
import { addressesTheModel, type PolicyWatch } from "../decide/decide.ts";
import type { Redact } from "../protect/protect.ts";
import { keepToolLists } from "../services/keep-tool-lists.ts";
import { createServerLog, readServers } from "../services/known-servers.ts";
import { createToolChanges } from "../services/tool-changes.ts";
import { openUpstreams } from "../upstreams/upstreams.ts";
import type { OpenRecord } from "./open-record.ts";
import type { Opening } from "./opening.ts";

export type Tools = Awaited<ReturnType<typeof openTools>>;

/** What the operator wrote about servers and tools: read before anything is opened, since it may be wrong. */
export async function readToolFiles({ settings, log }: Pick<Opening, "settings" | "log">) {
  return {
    servers: await readServers(settings, log),
    lockFile: await readLockFile(join(settings.policies, "tools.lock.json")),
  };
}

type Parts = Pick<OpenRecord, "storage" | "trail"> & {
  files: Awaited<ReturnType<typeof readToolFiles>>;
  watch: Pick<PolicyWatch, "onChange">;
  withoutValues: Redact;
  /** Ask every server, whatever is known of its tools from the last time. */
  askServers: boolean;
};

export async function openTools(
  { settings, log, keep }: Opening,
  { storage, trail, files: { servers, lockFile }, watch, withoutValues, askServers }: Parts,
) {
  const logServer = createServerLog(log, withoutValues);
  const { connectTimeoutMs } = settings;
  const upstreams = keep(openUpstreams(servers, { connectTimeoutMs, log: logServer }));
  const toolChanges = keep(createToolChanges());
  watch.onChange(toolChanges.announce);
  const observed = await openObservedTypes(storage.state, (message) => log(message, "warn"), {
    addressesModel: addressesTheModel,
    onLearned: toolChanges.announce,
  });
  const catalog = createCatalog({
    upstreams,
    cache: await keepToolLists(storage.state, servers, { writeOnly: askServers }),
    pins: storage.state,
    ...(lockFile ? { lockFile } : {}),
    withoutValues,
    addressesModel: addressesTheModel,
    observed: observed.schemaOf,
    onRenewed: toolChanges.announce,
    onFlagged: (tools) => trail.append({ kind: "tools.flagged", body: { tools } }),
    log: logServer,
    onPinned: (pins) => trail.append({ kind: "tools.pinned", body: { pins: Object.fromEntries(pins) } }),
  });
  return { upstreams, catalog, observed, toolChanges };
}
