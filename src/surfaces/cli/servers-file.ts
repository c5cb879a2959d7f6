// `servers add`: one more entry in the file of servers; everything else in it stays as it is.

import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { GatewayError } from "../../errors.ts";
import { readServersFile } from "../../upstreams/upstreams.ts";
import { UsageError } from "./usage-error.ts";

export type NewServer = { name: string; entry: Record<string, unknown>; replace: boolean };

/** The new file is read as the gateway would read it before it takes the old one's place. */
export async function addServer(path: string, { name, entry, replace }: NewServer): Promise<void> {
  const exists = existsSync(path);
  const text = exists ? await readFile(path, "utf8") : '{\n  "mcpServers": {}\n}\n';
  // Says what is wrong with the file as it is, before anything is added to it.
  const known = exists ? await readServersFile(path) : [];
  if (!replace && known.some((server) => server.name === name))
    throw new UsageError(
      `There is a server "${name}" already.`,
      "Add --replace to put this one in its place.",
    );
  const file = JSON.parse(text) as { mcpServers: Record<string, unknown> };
  const indent = /^\{\r?\n([ \t]+)/.exec(text)?.[1] ?? "  ";
  const next = { ...file, mcpServers: { ...file.mcpServers, [name]: entry } };
  const temporary = `${path}.${randomBytes(6).toString("hex")}.new`;
  try {
    const mode = exists ? (await stat(path)).mode & 0o777 : 0o600;
    await writeFile(temporary, `${JSON.stringify(next, null, indent)}\n`, { flag: "wx", mode });
    await readServersFile(temporary).catch((error: unknown) => {
      if (!(error instanceof GatewayError)) throw error;
      throw new UsageError(error.message.replace(`${temporary}: `, ""), error.hint);
    });
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** `NAME=value` pairs as an object. */
export function readPairs(flag: string, pairs: string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      if (at < 1) throw new UsageError(`${flag} wants NAME=value.`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
