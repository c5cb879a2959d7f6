// The hint behind "x is not defined" and "server.x is not a function".

import { didYouMean } from "../did-you-mean.ts";
import type { ServerBinding } from "./execute.ts";

const PROGRAM_GLOBALS = [
  "callTool",
  "searchTools",
  "workspace",
  "sleep",
  "setTimeout",
  "clearTimeout",
  "setInterval",
  "clearInterval",
  "console",
  "context",
  "structuredClone",
  "atob",
  "btoa",
  "TextEncoder",
  "TextDecoder",
];

export function hintForMissingName(message: string, servers: ServerBinding[]): string | undefined {
  const missing = /^([\w$]{1,64}) is not defined$/.exec(message)?.[1];
  if (missing !== undefined) {
    const near = didYouMean(missing, [...PROGRAM_GLOBALS, ...servers.map(({ server }) => server)]);
    if (near !== undefined) return `Did you mean ${near}?`;
    return `Programs have ${PROGRAM_GLOBALS.slice(0, 4).join(", ")}, console, context, the standard JavaScript objects and ${serverList(servers)}.`;
  }
  const [, owner, member] = /^([\w$]{1,64})\.([\w$]{1,64}) is not a function$/.exec(message) ?? [];
  const server = servers.find((binding) => binding.server === owner);
  if (server === undefined || member === undefined) return undefined;
  const near = didYouMean(
    member,
    server.tools.flatMap(({ identifiers }) => identifiers),
  );
  return near === undefined
    ? `Find the tools of ${owner} with searchTools.`
    : `Did you mean ${owner}.${near}?`;
}

function serverList(servers: ServerBinding[]): string {
  if (servers.length === 0) return "no servers";
  const names = servers.slice(0, 10).map(({ server }) => server);
  return `the servers ${names.join(", ")}${servers.length > 10 ? " and more" : ""}`;
}
