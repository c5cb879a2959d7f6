// Settings → parts → gateway: the only place that builds things. Its steps are in compose/, in the order of this file.

import { join } from "node:path";
import { createKeyring, type FirstKey } from "./admit/admit.ts";
import { joinStages } from "./compose/join-stages.ts";
import { offerGateway } from "./compose/offer-gateway.ts";
import { openProtection } from "./compose/open-protection.ts";
import { openRecord } from "./compose/open-record.ts";
import { openTools, readToolFiles } from "./compose/open-tools.ts";
import { closeAll, type Opened } from "./compose/opened-parts.ts";
import { createOpening } from "./compose/opening.ts";
import { atMost, refreshInBackground } from "./compose/start-in-time.ts";
import type { PolicySnapshot } from "./decide/decide.ts";
import { openExecutor } from "./execute/execute.ts";
import type { Gateway } from "./gateway.ts";
import { createRedactor } from "./protect/protect.ts";
import type { Trail } from "./record/record.ts";
import { followPolicies, loadPolicySet, policyLoaded } from "./services/follow-policies.ts";
import { createStatus } from "./services/gateway-status.ts";
import { pruneDaily } from "./services/keep-trail.ts";
import type { LoadedSettings } from "./settings.ts";
import { VERSION } from "./version.ts";

export type ComposeOptions = {
  settings: LoadedSettings;
  log: OperatorLog;
  clock?: () => Date;
  /** Ask every server at the start: what serves one command only has no later. */
  askServers?: boolean;
};

/** One line for the operator; never holds personal data. */
export type OperatorLog = (message: string, level: "info" | "warn" | "error") => void;

export type Composed = {
  gateway: Gateway;
  /** Keys made by the first start, to be shown once. */
  newKeys: FirstKey[];
  recovered: { calls: number; runs: number };
};

/** Servers that take longer to list their tools bring them in later. */
const START_WAIT_MS = 10_000;

export async function composeGateway(options: ComposeOptions): Promise<Composed> {
  const opened: Opened = [];
  try {
    return await compose(options, opened);
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

async function compose(
  { settings, log, clock = () => new Date(), askServers = false }: ComposeOptions,
  opened: Opened,
): Promise<Composed> {
  const opening = createOpening({ settings, log, clock }, opened);
  const { keep } = opening;
  const withoutValues = createRedactor(settings.defaultRegion);
  const withTokensOnly = createRedactor(settings.defaultRegion, { keepTokens: true });
  // What the operator wrote may be wrong: it is read before anything is opened.
  const initial = await loadPolicySet(settings.policies);
  const files = await readToolFiles(opening);

  const record = await openRecord(opening);
  const { storage, trail, delivery, metrics, traces } = record;
  const recovered = await trail.recover();
  const keyring = createKeyring(storage.state, join(settings.data, "keys"), clock);
  await recordStart(trail, initial);
  const newKeys = await keyring.bootstrap(settings.adminKey, ({ kind, row: { id, name, role } }) =>
    trail.append({ kind, body: { id, name, role } }),
  );

  const watch = keep(followPolicies(settings.policies, initial, { trail, log }));
  const protection = await openProtection(opening, record);
  const { trailKeepDays: days } = settings;
  const { deliveredThrough } = delivery;
  if (days) keep(await pruneDaily({ trail, deliveredThrough, days, clock, log }));
  const tools = await openTools(opening, { ...record, files, watch, withoutValues, askServers });
  const { workers, maxQueuedRuns: maxQueued, data } = settings;
  const executor = keep(await openExecutor({ workers, maxQueued, folder: join(data, "workers") }));
  metrics.watch(createStatus({ executor, trail, watch, delivery, traces }));
  await atMost(START_WAIT_MS, tools.catalog.load());

  const parts = { ...record, ...protection, ...tools, executor, withoutValues, withTokensOnly };
  const joined = await joinStages(opening, { ...parts, policies: watch.current });
  const gateway: Gateway = {
    ...offerGateway(opening, { ...parts, ...joined, keyring, watch }),
    async close() {
      await Promise.all([joined.runs.close(), joined.underWay.close()]);
      await trail.append({ kind: "gateway.stopped", body: { version: VERSION } }).catch(() => {});
      await closeAll(opened);
    },
  };
  if (settings.connect === "eager") keep(refreshInBackground(tools.catalog));
  return { gateway, newKeys, recovered };
}

async function recordStart(trail: Trail, policies: PolicySnapshot): Promise<void> {
  const started = { kind: "gateway.started" as const, body: { version: VERSION, node: process.version } };
  await trail.append(started, policyLoaded(policies));
}
