// One gate in front of the tools, and every way to it: runs, direct calls, conversations, skills.

import { join } from "node:path";
import { analyze } from "../analyze/analyze.ts";
import { createApprovals } from "../approvals/approvals.ts";
import { approvalEvent } from "../call/approval-trail.ts";
import { watchAnswers } from "../call/watch-answers.ts";
import { createWorkUnderWay } from "../call/work-under-way.ts";
import type { PolicySnapshot } from "../decide/decide.ts";
import { createDirectCalls } from "../direct-call.ts";
import type { Executor } from "../execute/execute.ts";
import { createPassThroughs } from "../pass-through.ts";
import { createPipeline } from "../pipeline.ts";
import type { Redact } from "../protect/protect.ts";
import { createRunRegistry } from "../run/run-registry.ts";
import { createSessionAges } from "../run/session-ages.ts";
import { createSessionLabels } from "../run/session-labels.ts";
import { createFindTools } from "../services/find-tools.ts";
import { createUsableServers } from "../services/known-servers.ts";
import { createSessionNotes } from "../services/session-notes.ts";
import { createSkillDesk } from "../services/skills/skill-desk.ts";
import { createSkillShelf } from "../services/skills/skill-shelf.ts";
import { openBundleKeys } from "../skills/skills.ts";
import { createToolGate } from "../tool-gate.ts";
import type { Principal } from "../vocabulary.ts";
import type { Protection } from "./open-protection.ts";
import type { OpenRecord } from "./open-record.ts";
import type { Tools } from "./open-tools.ts";
import type { Opening } from "./opening.ts";

/** A held run keeps its process; the pool has eight for each worker, so half of them stay free. */
const HELD_PER_KEY = 4;
const HELD_PER_WORKER = 4;

export type Joined = Awaited<ReturnType<typeof joinStages>>;

type Parts = Pick<OpenRecord, "storage" | "trail"> &
  Pick<Protection, "protector" | "workspace" | "sessionDraws"> &
  Pick<Tools, "upstreams" | "catalog" | "observed"> & {
    policies(): PolicySnapshot;
    executor: Executor;
    withTokensOnly: Redact;
  };

export async function joinStages({ settings, clock, keep, log }: Opening, parts: Parts) {
  const { storage, trail, protector, workspace, sessionDraws, upstreams, catalog, policies } = parts;
  const approvals = createApprovals({
    store: storage.state,
    clock,
    bounds: { perPrincipal: HELD_PER_KEY, inTotal: settings.workers * HELD_PER_WORKER },
    record: (event) => trail.append(approvalEvent(event)),
  });
  await approvals.recover();
  const { takeRates } = storage.state;
  const { toolTimeoutMs } = settings;
  const gate = createToolGate({
    trail,
    catalog,
    upstreams,
    takeRates,
    approvals,
    policies,
    toolTimeoutMs,
    clock,
    log: (message) => log(message, "error"),
  });
  const shared = {
    policies,
    protector,
    trail,
    gate: watchAnswers(gate, catalog, parts.observed.observe),
    workspace,
    sessionAge: createSessionAges(storage.trail),
    sessionLabels: createSessionLabels(storage.trail),
    sessionDraws,
    clock,
  };
  const reading = { analyze, lookup: catalog.lookup, serverNames: createUsableServers(catalog) };
  const shelf = createSkillShelf({ store: storage.state, catalog, trail, clock });
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
    executor: parts.executor,
    approvals,
    defaultRegion: settings.defaultRegion,
    withTokensOnly: parts.withTokensOnly,
    search: findTools,
    bindings: catalog.bindings,
  });
  const sessionRuns = (principal: Principal) => policies().sessionRuns(principal, settings.runsPerSession);
  const runs = keep(createRunRegistry(pipeline, sessionRuns));
  const underWay = keep(createWorkUnderWay(sessionRuns));
  return {
    approvals,
    skills,
    findTools,
    check: pipeline.check,
    runs,
    /** Direct calls and requests of conversations. */
    underWay,
    notes: createSessionNotes(shared),
    openPassThrough: createPassThroughs({ ...shared, upstreams, catalog, underWay }).open,
    callTool: createDirectCalls({ ...shared, upstreams, underWay }).call,
  };
}
