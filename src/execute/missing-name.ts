// The hint behind "x is not defined" and "server.x is not a function".

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
    const near = nearest(missing, [...PROGRAM_GLOBALS, ...servers.map(({ server }) => server)]);
    if (near !== undefined) return `Did you mean ${near}?`;
    return `Programs have ${PROGRAM_GLOBALS.slice(0, 4).join(", ")}, console, context, the standard JavaScript objects and ${serverList(servers)}.`;
  }
  const [, owner, member] = /^([\w$]{1,64})\.([\w$]{1,64}) is not a function$/.exec(message) ?? [];
  const server = servers.find((binding) => binding.server === owner);
  if (server === undefined || member === undefined) return undefined;
  const near = nearest(
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

function nearest(name: string, candidates: string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = name.length < 4 ? 2 : 3;
  for (const candidate of candidates) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 3;
}
