// The servers' names as code may write them.

import { serverIdentifiers } from "../../server-identifiers.ts";
import { didYouMean } from "../../text/did-you-mean.ts";

export type ServerNames = {
  has(server: string): boolean;
  /** The server that a bare identifier stands for, or null. */
  ofIdentifier(name: string): string | null;
  /** `github.create_issue` or `mcp__github__create_issue`, split. */
  ofTool(written: string): { known: true; server: string; tool: string } | { known: false; server: string };
  isMisspelled(name: string): boolean;
};

export function createServerNames(servers: ReadonlySet<string>): ServerNames {
  const identifiers = new Map<string, string>();
  for (const server of servers) {
    for (const form of serverIdentifiers(server)) if (!identifiers.has(form)) identifiers.set(form, server);
  }
  // An exact name wins over another server's derived form.
  for (const server of servers) identifiers.set(server, server);
  return {
    has: (server) => servers.has(server),
    ofIdentifier: (name) => identifiers.get(name) ?? null,
    ofTool(written) {
      for (const [prefix, separator] of [["", "."] as const, ["mcp__", "__"] as const]) {
        if (!written.startsWith(prefix)) continue;
        const rest = written.slice(prefix.length);
        for (const [form, server] of identifiers) {
          const tool = rest.slice(form.length + separator.length);
          if (tool !== "" && rest.startsWith(form + separator))
            return { known: true, server, tool: `${server}.${tool}` };
        }
      }
      return { known: false, server: serverPart(written) };
    },
    isMisspelled: (name) => !isKnownName(name) && didYouMean(name, servers) !== undefined,
  };
}

function serverPart(written: string): string {
  const mcp = /^mcp__(.+?)__/.exec(written)?.[1];
  return mcp ?? written.split(".", 1)[0] ?? written;
}

const GUEST_NAMES: ReadonlySet<string> = new Set([
  "callTool",
  "searchTools",
  "tools",
  "skills",
  "workspace",
  "sleep",
  "context",
  "pii",
  "console",
  "arguments",
]);

function isKnownName(name: string): boolean {
  return GUEST_NAMES.has(name) || Object.hasOwn(globalThis, name);
}
