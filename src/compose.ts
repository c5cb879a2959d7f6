// Settings → parts → gateway; the only file that builds things.

import { join } from "node:path";
import { createKeyring, createRateLimiter, type FirstKey } from "./admit/admit.ts";
import { analyze } from "./analyze/analyze.ts";
import { createApprovals } from "./approvals/approvals.ts";
import { approvalEvent } from "./call/approval-trail.ts";
import { watchAnswers } from "./call/watch-answers.ts";
import { createWorkUnderWay } from "./call/work-under-way.ts";
import { createCatalog, openObservedTypes, readLockFile } from "./catalog/catalog.ts";
import { addressesTheModel, type PolicySnapshot } from "./decide/decide.ts";
import { createDirectCalls } from "./direct-call.ts";
import { openExecutor } from "./execute/execute.ts";
import type { Gateway } from "./gateway.ts";
import { createMetrics, openTraces } from "./metrics/metrics.ts";
import { createPassThroughs } from "./pass-through.ts";
import { createPipeline } from "./pipeline.ts";
import { createProtector, createRedactor, openMasterKey } from "./protect/protect.ts";
import {
  openCheckpointKeys,
  openDelivery,
  openTrail,
  readCheckpointKeys,
  type Trail,
} from "./record/record.ts";
import { createRunRegistry } from "./run/run-registry.ts";
import { createSessionAges } from "./run/session-ages.ts";
import { createSessionDraws } from "./run/session-draws.ts";
import { createSessionLabels } from "./run/session-labels.ts";
import { createWorkspace } from "./run/workspace.ts";
import { createRunFinding } from "./services/find-run.ts";
import { createFindTools } from "./services/find-tools.ts";
import { followPolicies, loadPolicySet, policyLoaded } from "./services/follow-policies.ts";
import { forgetIdleDaily, idleForgotten } from "./services/forget-idle.ts";
import {
  createAuditReading,
  createDeciding,
  createKeyAdministration,
  createTokenizing,
} from "./services/gateway-services.ts";
import { createStatus } from "./services/gateway-status.ts";
import { keepToolLists } from "./services/keep-tool-lists.ts";
import { pruneDaily } from "./services/keep-trail.ts";
import { createServerLog, createUsableServers, readServers } from "./services/known-servers.ts";
import { closeAll, type Opened } from "./services/opened-parts.ts";
import { createReadiness } from "./services/readiness.ts";
import { createRevealing } from "./services/reveal-token.ts";
import { createSessionNotes } from "./services/session-notes.ts";
import { createSkillDesk } from "./services/skills/skill-desk.ts";
import { createSkillShelf } from "./services/skills/skill-shelf.ts";
import { atMost, refreshInBackground } from "./services/start-in-time.ts";
import { createVaultTending } from "./services/tend-vault.ts";
import { createToolChanges } from "./services/tool-changes.ts";
import type { LoadedSettings } from "./settings.ts";
import { openBundleKeys } from "./skills/skills.ts";
import { openSqliteStorage } from "./storage/storage.ts";
import { createToolGate } from "./tool-gate.ts";
import { openUpstreams } from "./upstreams/upstreams.ts";
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

/** A held run keeps its process; the pool has eight for each worker, so half of them stay free. */
const HELD_PER_KEY = 4;
const HELD_PER_WORKER = 4;
const WORKSPACE_QUOTA_BYTES = 16 * 1024 * 1024;
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
  const keep = <Part extends Opened[number]>(part: Part): Part => {
    opened.push(part);
    return part;
  };
  const withoutValues = createRedactor(settings.defaultRegion);
  const logServer = createServerLog(log, withoutValues);
  const withTokensOnly = createRedactor(settings.defaultRegion, { keepTokens: true });
  const initial = await loadPolicySet(settings.policies);
  const servers = await readServers(settings, log);
  const lockFile = await readLockFile(join(settings.policies, "tools.lock.json"));

  const storage = keep(await openSqliteStorage(settings.data, { segmentMb: settings.trailSegmentMb }));
  const keys = await openCheckpointKeys(settings.data);
  const metrics = createMetrics();
  const { traceEndpoint } = settings;
  const traces = traceEndpoint ? keep(openTraces({ endpoint: traceEndpoint, log })) : null;
  const { trail: store, state: cursors } = storage;
  const delivery = keep(await openDelivery({ store, cursors, sinks: settings.auditSinks, log }));
  const trail = keep(
    await openTrail(store, clock, {
      keys,
      onAppended(events, waitedMs) {
        metrics.onAppended(events, waitedMs);
        traces?.add(events);
        delivery.wake();
      },
      onRefused: metrics.onRefused,
    }),
  );
  const recovered = await trail.recover();
  const keyring = createKeyring(storage.state, join(settings.data, "keys"), clock);
  await recordStart(trail, initial);
  const newKeys = await keyring.bootstrap(settings.adminKey, ({ kind, row: { id, name, role } }) =>
    trail.append({ kind, body: { id, name, role } }),
  );

  const watch = keep(followPolicies(settings.policies, initial, { trail, log }));
  const policies = watch.current;

  const workspace = createWorkspace(storage.state, WORKSPACE_QUOTA_BYTES, clock);
  const sessionDraws = createSessionDraws(storage.state);
  const kept = {
    /** What is kept beside the vault goes with its tokens: nobody could read it any more. */
    async forget(sessions: readonly string[]) {
      await workspace.forget(sessions);
      await sessionDraws.forget(sessions);
    },
  };
  const idleMs = settings.vaultIdleDays * 86_400_000;
  const protector = createProtector({
    store: storage.vault,
    masterKey: await openMasterKey(join(settings.data, "keys"), settings, storage.vault),
    idleMs,
    async beforeIdleForgotten(sessions) {
      await trail.append(idleForgotten(sessions));
      await kept.forget(sessions);
    },
    clock,
    maxTokensPerSession: settings.maxTokensPerSession,
    maxTokensInVault: settings.maxTokensInVault,
    maxWrittenValues: settings.maxWrittenValues,
    defaultRegion: settings.defaultRegion,
  });
  keep(await forgetIdleDaily(protector, { workspace, idleMs, log }));
  const { connectTimeoutMs, toolTimeoutMs, trailKeepDays } = settings;
  const { deliveredThrough } = delivery;
  if (trailKeepDays) keep(await pruneDaily({ trail, deliveredThrough, days: trailKeepDays, clock, log }));
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
  const executor = keep(
    await openExecutor({
      workers: settings.workers,
      maxQueued: settings.maxQueuedRuns,
      folder: join(settings.data, "workers"),
    }),
  );
  metrics.watch(createStatus({ executor, trail, watch, delivery, traces }));
  await atMost(START_WAIT_MS, catalog.load());

  const approvals = createApprovals({
    store: storage.state,
    clock,
    bounds: { perPrincipal: HELD_PER_KEY, inTotal: settings.workers * HELD_PER_WORKER },
    record: (event) => trail.append(approvalEvent(event)),
  });
  await approvals.recover();
  const { takeRates } = storage.state;
  const shelf = createSkillShelf({ store: storage.state, catalog, trail, clock });
  const shared = {
    policies,
    protector,
    trail,
    gate: watchAnswers(
      createToolGate({
        trail,
        catalog,
        upstreams,
        takeRates,
        approvals,
        policies,
        toolTimeoutMs,
        clock,
      }),
      catalog,
      observed.observe,
    ),
    workspace,
    sessionAge: createSessionAges(storage.trail),
    sessionLabels: createSessionLabels(storage.trail),
    sessionDraws,
    clock,
  };
  const reading = { analyze, lookup: catalog.lookup, serverNames: createUsableServers(catalog) };
  const skills = createSkillDesk({
    ...shared,
    ...reading,
    shelf,
    trailStore: storage.trail,
    bundleKeys: () => openBundleKeys(join(settings.data, "keys")),
  });
  const findTools = createFindTools(catalog, skills);
  const pipeline = createPipeline({
    ...shared,
    ...reading,
    ...shelf,
    executor,
    approvals,
    defaultRegion: settings.defaultRegion,
    withTokensOnly,
    search: findTools,
    bindings: catalog.bindings,
  });
  const runs = keep(createRunRegistry(pipeline, settings.runsPerSession));
  const directWork = keep(createWorkUnderWay(settings.runsPerSession));
  const reads = createAuditReading({
    trail,
    store: storage.trail,
    evidence: () => readCheckpointKeys(settings.data),
    withoutValues: withTokensOnly,
    deliveredThrough,
  });
  const gateway: Gateway = {
    keyring,
    limiter: createRateLimiter(settings.requestsPerMinute),
    runs,
    openPassThrough: createPassThroughs({ ...shared, upstreams, catalog, underWay: directWork }).open,
    callTool: createDirectCalls({ ...shared, upstreams, underWay: directWork }).call,
    check: pipeline.check,
    notes: createSessionNotes(shared),
    skills,
    approvals: createDeciding({ approvals, protector, policies: policies }),
    searchTools: (principal, search) => findTools(search, { principal, policies: policies() }),
    signatures: (principal) => catalog.signatures((tool) => policies().mayCall(principal, tool)),
    onToolsChanged: toolChanges.listen,
    typesOf: (principal, tool) => (policies().mayCall(principal, tool) ? catalog.typesOf(tool) : null),
    ...createTokenizing({ protector, policies, trail }),
    ...reads,
    findRun: createRunFinding({ runs, audit: reads.audit }),
    ...createKeyAdministration({ keyring, trail, work: [runs, directWork] }),
    revealToken: createRevealing({ protector, policies, trail, log }),
    vault: createVaultTending({ protector, trail, kept, keyFolder: keyFolderOf(settings) }),
    reloadPolicies: watch.reload,
    metrics: metrics.page,
    readiness: createReadiness({ trail, policies, watch, executor, catalog, upstreams, withoutValues }),
    async close() {
      await Promise.all([runs.close(), directWork.close()]);
      await trail.append({ kind: "gateway.stopped", body: { version: VERSION } }).catch(() => {});
      await closeAll(opened);
    },
  };
  if (settings.connect === "eager") keep(refreshInBackground(catalog));
  return { gateway, newKeys, recovered };
}

async function recordStart(trail: Trail, policies: PolicySnapshot): Promise<void> {
  const started = { kind: "gateway.started" as const, body: { version: VERSION, node: process.version } };
  await trail.append(started, policyLoaded(policies));
}

/** Null where the settings give the vault's master key. */
function keyFolderOf({ masterKey, masterKeyCommand, data }: LoadedSettings): string | null {
  return masterKey === undefined && masterKeyCommand === undefined ? join(data, "keys") : null;
}
