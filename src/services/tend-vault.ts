// Forgetting and re-keying while the gateway works. Guarantee: who asked for it is on the trail before it happens.

import { GatewayError } from "../errors.ts";
import type { ForgottenValue, Protector } from "../protect/protect.ts";
import type { Trail } from "../record/record.ts";
import type { Principal } from "../vocabulary.ts";

export type VaultTending = {
  /** `session` is the owner's: principal/name. */
  forgetSession(by: Principal, session: string): Promise<{ session: string; tokens: number }>;
  /** In every spelling that counts as the same, in all sessions. */
  forgetValue(by: Principal, value: string): Promise<{ forgotten: ForgottenValue[] }>;
  /** A new key in keys/vault.key. */
  rotate(by: Principal): Promise<{ sessions: number }>;
};

type Parts = {
  protector: Pick<Protector, "forget" | "forgetValue" | "rotate">;
  trail: Pick<Trail, "append">;
  /** What holds tokens of sessions beside the vault. */
  kept: { forget(sessions: readonly string[]): Promise<void> };
  /** Where the master key's file is; null where the settings give the key. */
  keyFolder: string | null;
};

export function createVaultTending({ protector, trail, kept, keyFolder }: Parts): VaultTending {
  return {
    async forgetSession(by, session) {
      let count = 0;
      await protector.forget(session, async ({ tokens }) => {
        if (tokens === null) throw unknownSession(session);
        count = tokens;
        const body = { why: "session", sessions: [{ session, tokens }] };
        await trail.append({ kind: "vault.forgotten", principal: by.name, body });
        await kept.forget([session]);
      });
      return { session, tokens: count };
    },
    async forgetValue(by, value) {
      const forgotten = await protector.forgetValue(value, (sessions) =>
        trail.append({ kind: "vault.forgotten", principal: by.name, body: { why: "value", sessions } }),
      );
      return { forgotten };
    },
    async rotate(by) {
      if (keyFolder === null) throw keyIsElsewhere();
      const { sessions } = await protector.rotate(keyFolder, (body) =>
        trail.append({ kind: "vault.rotated", principal: by.name, body }),
      );
      return { sessions };
    },
  };
}

export function unknownSession(session: string): GatewayError {
  return new GatewayError("NOT_FOUND", `The vault holds no session ${session}.`, {
    hint: "A session is written as principal/name; sessions without personal values are not stored.",
  });
}

/** The settings would still give the old key at the next start, and the vault would not open. */
function keyIsElsewhere(): GatewayError {
  return new GatewayError(
    "BAD_REQUEST",
    "The settings give the vault's master key, so a running gateway cannot change it.",
    {
      hint: "Stop the gateway, run `sallyport vault rotate --new-key <file>`, and put the new key where the settings take it from.",
    },
  );
}
