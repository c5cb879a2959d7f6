import { createProtector, type Protector } from "../../src/protect/protect.ts";
import { DEFAULT_PII_ACTIONS, type PiiAction, type PiiClass, type PiiRules } from "../../src/vocabulary.ts";
import { createMemoryVaultStore, type MemoryVaultStore } from "../fakes/memory-vault-store.ts";

export const MASTER_KEY = new Uint8Array(32).fill(7);
export const FROM_CRM = { from: "upstream", tool: "crm.list", call: "call_1" } as const;
export const FROM_WEB = { from: "upstream", tool: "web.fetch", call: "call_2" } as const;
export const FROM_CODE = { from: "agent", channel: "code" } as const;

export function rulesWith(changes: Partial<Record<PiiClass, PiiAction>> = {}): PiiRules {
  return { actions: { ...DEFAULT_PII_ACTIONS, ...changes } };
}

export function protectorOn(
  store: MemoryVaultStore = createMemoryVaultStore(),
  maxTokensPerSession = 10_000,
): Protector {
  return createProtector({ store, masterKey: MASTER_KEY, maxTokensPerSession, defaultRegion: "US" });
}
