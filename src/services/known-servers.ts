// The MCP servers that the operator names, and what they say to the operator.

import { existsSync } from "node:fs";
import type { Catalog, Visible } from "../catalog/catalog.ts";
import type { OperatorLog } from "../compose.ts";
import type { LoadedSettings } from "../settings.ts";
import { readServersFile, type ServerConfig, type UpstreamLogEntry } from "../upstreams/upstreams.ts";

/** Text with its personal values blacked out. */
export type WithoutValues = (text: string) => string;

/** A server's words may quote what a call sent or found. */
export function createServerLog(log: OperatorLog, withoutValues: WithoutValues) {
  return ({ level, server, message }: UpstreamLogEntry): void => {
    if (level !== "debug") log(`${server}: ${withoutValues(message)}`, level);
  };
}

export async function readServers(settings: LoadedSettings, log: OperatorLog): Promise<ServerConfig[]> {
  if (settings.serversGiven || existsSync(settings.servers)) {
    return readServersFile(settings.servers, process.env);
  }
  log(
    `There is no ${settings.servers}, so the gateway has no tools. \`sallyport init\` imports a client's servers, \`sallyport servers add\` names one.`,
    "warn",
  );
  return [];
}

/** Servers of which a principal may call at least one tool. */
export function createUsableServers(catalog: Pick<Catalog, "bindings" | "serverNames">) {
  return (isVisible: Visible): string[] =>
    catalog
      .bindings(catalog.serverNames(), isVisible)
      .flatMap(({ server, tools }) => (tools.length > 0 ? [server] : []));
}
