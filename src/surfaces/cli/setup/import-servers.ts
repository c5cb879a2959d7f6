// The servers of a client's configuration as the gateway's own file names them.

import { randomBytes } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { readServersFile, SERVER_KEYS } from "../../../upstreams/upstreams.ts";
import { isObject } from "./client-configs.ts";

export type Imported = { servers: Record<string, Record<string, unknown>>; notes: string[] };

export function importServers(found: Record<string, unknown>): Imported {
  const servers: Imported["servers"] = {};
  const notes: string[] = [];
  for (const [name, entry] of Object.entries(found)) {
    const why = reasonToSkip(name, entry);
    if (why !== null || !isObject(entry)) {
      notes.push(`${name}: left out, ${why}`);
      continue;
    }
    const kept = Object.entries(entry).filter(([key]) => SERVER_KEYS.includes(key));
    const dropped = Object.keys(entry).filter((key) => !SERVER_KEYS.includes(key) && key !== "disabled");
    if (dropped.length > 0) notes.push(`${name}: without ${dropped.join(", ")}, which only the client knows`);
    servers[name] = Object.fromEntries(kept.map(([key, value]) => [key, translate(value)]));
  }
  return { servers, notes };
}

function reasonToSkip(name: string, entry: unknown): string | null {
  if (!isObject(entry)) return "it is no object";
  if (entry["disabled"] === true) return "it is disabled";
  const text = JSON.stringify([name, entry["command"], entry["args"]]);
  if (/sallyport/i.test(text)) return "it is this gateway";
  return "command" in entry || "url" in entry ? null : 'it has neither "command" nor "url"';
}

/** `${env:NAME}` of Cursor and VS Code is `${NAME}` here; `${input:key}` asks a person, so it becomes a variable too. */
function translate(value: unknown): unknown {
  if (typeof value === "string") {
    return value
      .replace(/\$\{env:(\w+)\}/g, "$${$1}")
      .replace(/\$\{input:([\w-]+)\}/g, (_, key: string) => `\${${key.replace(/-/g, "_").toUpperCase()}}`);
  }
  if (Array.isArray(value)) return value.map(translate);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, translate(inner)]));
}

/** Never takes the place of a file. It may hold secrets that stood in the client's file, so only its owner reads it. */
export async function writeServersFile(path: string, servers: Imported["servers"]): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.new`;
  try {
    const text = `${JSON.stringify({ mcpServers: servers }, null, 2)}\n`;
    await writeFile(temporary, text, { flag: "wx", mode: 0o600 });
    // Variables may not be set yet; the check is about names and shapes.
    await readServersFile(temporary, new Proxy({}, { get: () => "x", has: () => true }));
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}
