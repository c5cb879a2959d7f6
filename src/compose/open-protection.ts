// The vault, and what is kept beside it: whatever holds tokens is forgotten together with their values.

import { join } from "node:path";
import { createProtector, openMasterKey } from "../protect/protect.ts";
import { createSessionDraws } from "../run/session-draws.ts";
import { createWorkspace } from "../run/workspace.ts";
import { forgetIdleDaily, idleForgotten } from "../services/forget-idle.ts";
import type { OpenRecord } from "./open-record.ts";
import type { Opening } from "./opening.ts";

const WORKSPACE_QUOTA_BYTES = 16 * 1024 * 1024;

export type Protection = Awaited<ReturnType<typeof openProtection>>;

export async function openProtection(
  { settings, log, clock, keep }: Opening,
  { storage, trail }: Pick<OpenRecord, "storage" | "trail">,
) {
  const workspace = createWorkspace(storage.state, WORKSPACE_QUOTA_BYTES, clock);
  const sessionDraws = createSessionDraws(storage.state);
  const kept = {
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
  return { protector, workspace, sessionDraws, kept };
}
