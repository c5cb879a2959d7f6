// How many tokens the vault holds for all sessions together. Counted in the store once, and again after something was
// forgotten; in between what is issued is added.

import type { VaultStore } from "../../storage/storage.ts";
import { vaultUnavailable } from "./session-tokens.ts";

export type VaultSize = {
  tokens(): Promise<number>;
  add(issued: number): void;
  recount(): void;
};

export function createVaultSize(store: VaultStore): VaultSize {
  let counted: Promise<number> | null = null;
  let added = 0;
  const count = async (): Promise<number> => {
    added = 0;
    const classes = await store.countClasses();
    return Object.values(classes).reduce((sum, tokens) => sum + tokens, 0);
  };
  return {
    async tokens() {
      counted ??= count();
      try {
        return (await counted) + added;
      } catch (error) {
        counted = null;
        throw vaultUnavailable(error);
      }
    },
    add(issued) {
      added += issued;
    },
    recount() {
      counted = null;
    },
  };
}
