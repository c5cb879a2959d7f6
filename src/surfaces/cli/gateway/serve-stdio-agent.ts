// One agent over stdin and stdout. Nothing here may write to stdout: it belongs to the protocol.

import { requirePermission } from "../../../admit/admit.ts";
import { composeGateway } from "../../../compose.ts";
import { GatewayError } from "../../../errors.ts";
import type { LoadedSettings } from "../../../settings.ts";
import { serveMcpOverStdio } from "../../mcp/mcp.ts";
import type { Cli } from "../cli.ts";
import { findRunningGateway } from "./gateway-file.ts";
import { logTo } from "./operator-log.ts";
import { readKey } from "./reach-gateway.ts";
import { untilStopSignal } from "./stop-signals.ts";

/** Ends with stdin or with a signal. The agent is the principal of the local agent key. */
export async function serveStdioAgent(cli: Cli, settings: LoadedSettings): Promise<void> {
  const log = logTo(cli.stderr, settings.logFormat);
  const stopped = untilStopSignal();
  await requireOwnFolder(settings.data);
  const { gateway, newKeys } = await composeGateway({ settings, log });
  try {
    for (const { name, file } of newKeys) log(`First start: the key "${name}" is in ${file}.`);
    const secret = await readKey(cli, settings, "agent");
    const principal = await gateway.keyring.authenticate(`Bearer ${secret}`);
    requirePermission(principal, "run code");
    await Promise.race([serveMcpOverStdio(gateway, principal, { log }), stopped]);
  } finally {
    await gateway.close();
  }
}

async function requireOwnFolder(dataFolder: string): Promise<void> {
  const running = await findRunningGateway(dataFolder);
  if (!running) return;
  throw new GatewayError("STORAGE_UNAVAILABLE", `A gateway runs on this data folder (${running.url}).`, {
    hint: `Point the agent at ${running.url}/mcp, or give this one a folder of its own by --data.`,
  });
}
