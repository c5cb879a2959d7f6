// Puts the real servers into a folder outside the tree, once; a second start finds them there.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { REAL_SERVERS, type RealServer } from "./real-servers.ts";

export type ServerEntry = { command: string; args: string[]; env?: Record<string, string> };

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const KUBECONFIG = `apiVersion: v1
kind: Config
clusters: [{ name: none, cluster: { server: "http://127.0.0.1:9" } }]
users: [{ name: none, user: { token: none } }]
contexts: [{ name: none, context: { cluster: none, user: none } }]
current-context: none
`;

export function installServers(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const dependencies = Object.fromEntries(REAL_SERVERS.map((server) => [server.package, server.version]));
  if (REAL_SERVERS.every((server) => installedVersion(folder, server) === server.version)) return;
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "bench-servers", private: true, dependencies }),
  );
  console.log(`installing ${REAL_SERVERS.length} servers into ${folder} (a few minutes)`);
  const { status } = spawnSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "ignore"],
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}` },
  });
  if (status !== 0) throw new Error(`npm install ended with ${status}; look into ${folder}.`);
}

function installedVersion(folder: string, { package: name }: RealServer): string | null {
  return readPackage(folder, name)?.version ?? null;
}

function readPackage(
  folder: string,
  name: string,
): { version: string; bin?: string | Record<string, string> } | null {
  const file = join(folder, "node_modules", name, "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** Entries for `.mcp.json`; `scratch` is a folder that the servers may write to. */
export function entriesOf(folder: string, scratch: string): Record<string, ServerEntry> {
  writeFileSync(join(scratch, "kubeconfig"), KUBECONFIG);
  const fill = (text: string): string => text.replaceAll("<dir>", scratch);
  return Object.fromEntries(
    REAL_SERVERS.map((server) => {
      const env = Object.entries(server.env ?? {}).map(([key, value]) => [key, fill(value)]);
      const args = [binOf(folder, server), ...(server.args ?? []).map(fill)];
      return [server.id, { command: process.execPath, args, env: Object.fromEntries(env) }];
    }),
  );
}

function binOf(folder: string, server: RealServer): string {
  const { bin } = readPackage(folder, server.package) ?? {};
  const file = typeof bin === "string" ? bin : (bin?.[server.bin ?? ""] ?? Object.values(bin ?? {})[0]);
  if (file === undefined) throw new Error(`${server.package} has no program.`);
  return join(folder, "node_modules", server.package, file);
}

/** The servers of this repository, on which the jobs really run. */
export function localEntries(): Record<string, ServerEntry> {
  return Object.fromEntries(
    ["crm", "database", "docs", "forge"].map((name) => [
      name,
      { command: process.execPath, args: [at(`../../examples/servers/${name}.ts`)] },
    ]),
  );
}
