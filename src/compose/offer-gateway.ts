// What surfaces may ask of the parts, and nothing else of them.

import { join } from "node:path";
import { createRateLimiter, type Keyring } from "../admit/admit.ts";
import type { PolicyWatch } from "../decide/decide.ts";
import type { Executor } from "../execute/execute.ts";
import type { Gateway } from "../gateway.ts";
import type { Redact } from "../protect/protect.ts";
import { readCheckpointKeys } from "../record/record.ts";
import { createRunFinding } from "../services/find-run.ts";
import {
  createAuditReading,
  createDeciding,
  createKeyAdministration,
  createTokenizing,
} from "../services/gateway-services.ts";
import { createReadiness } from "../services/readiness.ts";
import { createRevealing } from "../services/reveal-token.ts";
import { createVaultTending } from "../services/tend-vault.ts";
import type { LoadedSettings } from "../settings.ts";
import type { Joined } from "./join-stages.ts";
import type { Protection } from "./open-protection.ts";
import type { OpenRecord } from "./open-record.ts";
import type { Tools } from "./open-tools.ts";
import type { Opening } from "./opening.ts";

type Parts = Omit<OpenRecord, "traces"> &
  Pick<Protection, "protector" | "kept"> &
  Omit<Tools, "observed"> &
  Joined & {
    keyring: Keyring;
    watch: PolicyWatch;
    executor: Executor;
    withoutValues: Redact;
    withTokensOnly: Redact;
  };

export function offerGateway({ settings, log }: Opening, parts: Parts): Omit<Gateway, "close"> {
  const { storage, trail, delivery, metrics, keyring, watch, protector, upstreams, catalog } = parts;
  const { runs, underWay, findTools, executor, withoutValues, withTokensOnly } = parts;
  const policies = watch.current;
  const reads = createAuditReading({
    trail,
    store: storage.trail,
    evidence: () => readCheckpointKeys(settings.data),
    withoutValues: withTokensOnly,
    deliveredThrough: delivery.deliveredThrough,
  });
  return {
    keyring,
    limiter: createRateLimiter(settings.requestsPerMinute),
    runs,
    openPassThrough: parts.openPassThrough,
    callTool: parts.callTool,
    check: parts.check,
    notes: parts.notes,
    skills: parts.skills,
    approvals: createDeciding({ approvals: parts.approvals, protector, policies }),
    searchTools: (principal, search) => findTools(search, { principal, policies: policies() }),
    signatures: (principal) => catalog.signatures((tool) => policies().mayCall(principal, tool)),
    onToolsChanged: parts.toolChanges.listen,
    typesOf: (principal, tool) => (policies().mayCall(principal, tool) ? catalog.typesOf(tool) : null),
    ...createTokenizing({ protector, policies, trail }),
    ...reads,
    findRun: createRunFinding({ runs, audit: reads.audit }),
    ...createKeyAdministration({ keyring, trail, work: [runs, underWay] }),
    revealToken: createRevealing({ protector, policies, trail, log }),
    vault: createVaultTending({ protector, trail, kept: parts.kept, keyFolder: keyFolderOf(settings) }),
    reloadPolicies: watch.reload,
    metrics: metrics.page,
    readiness: createReadiness({ trail, policies, watch, executor, catalog, upstreams, withoutValues }),
  };
}

/** Null where the settings give the vault's master key. */
function keyFolderOf({ masterKey, masterKeyCommand, data }: LoadedSettings): string | null {
  return masterKey === undefined && masterKeyCommand === undefined ? join(data, "keys") : null;
}
