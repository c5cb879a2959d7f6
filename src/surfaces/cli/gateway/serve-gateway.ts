// The gateway as a process: listens, says where, and ends in good order.

import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Composed, composeGateway } from "../../../compose.ts";
import type { Readiness } from "../../../gateway.ts";
import type { LoadedSettings } from "../../../settings.ts";
import { counted } from "../../../text/counted.ts";
import { VERSION } from "../../../version.ts";
import { createHttpApp } from "../../http/app.ts";
import { type Listening, listen } from "../../http/listen.ts";
import type { Cli, CommandResult } from "../cli.ts";
import { oneLine } from "../present/terminal-text.ts";
import { removeGatewayFile, writeGatewayFile } from "./gateway-file.ts";
import { logTo, type OperatorLogging } from "./operator-log.ts";
import { untilStopSignal } from "./stop-signals.ts";

export async function serveGateway(
  cli: Cli,
  settings: LoadedSettings,
  ready: (started: CommandResult) => void,
): Promise<void> {
  const log = logTo(cli.stderr, settings.logFormat);
  // Heard from the start: a signal while servers are still connecting ends the gateway in good order too.
  const stopped = untilStopSignal();
  const composed = await composeGateway({ settings, log });
  try {
    await serveUntil(stopped, composed, { settings, log, ready });
  } finally {
    await composed.gateway.close();
  }
  log("The gateway has stopped.");
}

type Serving = {
  settings: LoadedSettings;
  log: OperatorLogging;
  ready: (started: CommandResult) => void;
};

/** What is under way may finish by itself; then runs are cancelled, and their callers still get that answer. */
const FINISH_MS = 2000;

/** Order of the end: no new requests, open streams closed, requests finished, runs cancelled, connections cut. */
async function serveUntil(
  stopped: Promise<string>,
  composed: Composed,
  { settings, log, ready }: Serving,
): Promise<void> {
  const { host, port, allowedHosts, bodyKb, data } = settings;
  const app = createHttpApp({
    gateway: composed.gateway,
    servedHosts: [...servedNames(host), ...allowedHosts],
    bodyKb,
    log: (fault) => log(fault, "error"),
  });
  try {
    const listening = await listen(app, { host, port });
    await writeGatewayFile(data, { url: listening.url, pid: process.pid });
    ready(presentStart(listening, composed, settings));
    log(`${await stopped}: stopping.`);
    removeGatewayFile(data);
    const closed = listening.close();
    await app.close();
    await Promise.race([closed, setTimeout(FINISH_MS, undefined, { ref: false })]);
    await composed.gateway.close();
    await closed;
  } finally {
    await app.close();
    removeGatewayFile(data);
  }
}

/** As a Host header names it. A wildcard address is no name: pages of any site could use it. */
function servedNames(host: string): string[] {
  if (host === "0.0.0.0" || host === "::") return [];
  return [host.includes(":") ? `[${host}]` : host];
}

function presentStart({ url }: Listening, composed: Composed, settings: LoadedSettings): CommandResult {
  const { gateway, newKeys, recovered } = composed;
  const { servers, policies } = gateway.readiness();
  const keys = join(settings.data, "keys");
  const files = newKeys.map(({ name, file }) => ({ name, file }));
  return {
    data: { version: VERSION, url, mcp: `${url}/mcp`, keys, newKeys: files, policies, servers, recovered },
    lines: [
      `sallyport ${VERSION} serves ${url} (MCP: ${url}/mcp)`,
      `policies  ${settings.policies}, sha256 ${policies.sha256.slice(0, 16)}`,
      `keys      ${keys}`,
      ...newKeys.map(({ name, secret }) => `new key   ${name}  ${secret}  (shown only now)`),
      ...servers.map(serverLine),
      ...recoveredLines(recovered),
    ],
  };
}

function serverLine({ name, state, tools, error }: Readiness["servers"][number]): string {
  return `server    ${name}  ${state}, ${error ? oneLine(error) : counted(tools, "tool")}`;
}

function recoveredLines({ calls, runs }: Composed["recovered"]): string[] {
  if (calls + runs === 0) return [];
  return [`recovered ${runs} runs and ${calls} calls that the last stop cut off; the trail marks them`];
}
