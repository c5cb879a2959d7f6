import type { OperatorLog } from "../compose.ts";
import type { Protector } from "../protect/protect.ts";
import type { TrailEvent } from "../record/record.ts";
import type { Workspace } from "../run/workspace.ts";

export function idleForgotten(sessions: string[]): TrailEvent {
  return {
    kind: "vault.forgotten",
    body: { why: "idle", sessions: sessions.map((session) => ({ session })) },
  };
}

const DAY_MS = 86_400_000;

type Tidying = { workspace: Pick<Workspace, "idleFor" | "forget">; idleMs: number; log: OperatorLog };

/** Tokens and notes of sessions that nobody uses any more do not outlive the time that the operator set. */
export async function forgetIdleDaily(
  { forgetIdle }: Protector,
  { workspace, idleMs, log }: Tidying,
): Promise<{ close(): Promise<void> }> {
  const tidy = async (): Promise<void> => {
    const forgotten = await forgetIdle();
    if (forgotten.length > 0) log(`${forgotten.length} idle sessions were forgotten.`, "info");
    await workspace.forget(await workspace.idleFor(idleMs));
  };
  await tidy();
  const timer = setInterval(() => void tidy().catch(() => {}), DAY_MS).unref();
  return { close: async () => clearInterval(timer) };
}
