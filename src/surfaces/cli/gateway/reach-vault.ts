// The vault that a command changes: of the gateway that works, asked over HTTP, else the files of one that is stopped.

import type { LoadedSettings } from "../../../settings.ts";
import type { Cli } from "../cli.ts";
import { UsageError } from "../usage-error.ts";
import { connectGateway } from "./http-client.ts";
import { findUrl, readKey } from "./reach-gateway.ts";
import type { StoppedVault } from "./stopped-vault.ts";

export type ReachedVault = Omit<StoppedVault, "stats"> & { isRunning: boolean };

export async function reachVault(cli: Cli, settings: LoadedSettings): Promise<ReachedVault> {
  const url = await findUrl(cli, settings);
  if (url === null) {
    const { openStoppedVault } = await import("./stopped-vault.ts");
    return { ...(await openStoppedVault(settings, "write")), isRunning: false };
  }
  const gateway = connectGateway(url, await readKey(cli, settings, "admin"));
  return {
    isRunning: true,
    forgetSession: async (session) => (await gateway.vault.forgetSession(session)).tokens,
    forgetValue: async (value) => (await gateway.vault.forgetValue(value)).forgotten,
    rotate(newKey) {
      if (newKey === null) return gateway.vault.rotate();
      throw new UsageError(
        "A running gateway takes no key from here: its settings would still give the old one at the next start.",
        "Stop it, rotate, and put the new key where the settings take it from.",
      );
    },
    close: gateway.close,
  };
}
