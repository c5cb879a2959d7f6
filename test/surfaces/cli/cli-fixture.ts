import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { runCli } from "../../../src/surfaces/cli/main.ts";
import { keepCompiled } from "../../fakes/keep-compiled.ts";

export const LAUNCHER = fileURLToPath(new URL("../../../bin/sallyport.js", import.meta.url));
const CRM = fileURLToPath(new URL("../../../examples/servers/crm.ts", import.meta.url));

export const POLICY = `policy: 1
id: desk
applies_to: { agents: ["*"] }
servers:
  crm: { trust: internal }
tools:
  - id: crm.read
    match: [crm.list_*, crm.get_*]
    effect: allow
tests:
  - { name: contacts can be listed, call: crm.list_contacts, args: {}, expect: allow, rule: crm.read }
  - { name: nothing is exported, call: crm.export_contacts, args: {}, expect: deny }
`;

export type Ended = { code: number | null; out: string; err: string };

export type Desk = {
  folder: string;
  path(name: string): string;
  write(name: string, text: string): void;
  /** The real command in a process of its own. */
  spawn(args: string[], stdin?: string): Promise<Ended>;
  /** The same program in this process, where loading costs nothing. */
  here(args: string[], options?: { env?: Record<string, string>; stdin?: string }): Promise<Ended>;
  remove(): void;
};

/** A folder with a policy and one MCP server, as an operator would have it. */
export function openDesk(): Desk {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-cli-"));
  const path = (name: string) => join(folder, name);
  mkdirSync(path("policies"));
  writeFileSync(path("policies/desk.yaml"), POLICY);
  const servers = keepCompiled({ crm: { command: process.execPath, args: [CRM] } });
  writeFileSync(path(".mcp.json"), JSON.stringify({ mcpServers: servers }));
  return {
    folder,
    path,
    write: (name, text) => writeFileSync(path(name), text),
    spawn: (args, stdin = "") => spawnNode([LAUNCHER, ...args], { cwd: folder, stdin }),
    here: (args, options = {}) => runHere(folder, args, options),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Variables of the person who runs the tests must not change what they prove. */
export function cleanEnvironment(): Record<string, string | undefined> {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("SALLYPORT_"));
  return { ...Object.fromEntries(kept), NO_COLOR: "1", NODE_OPTIONS: "" };
}

export function spawnNode(
  args: string[],
  { cwd, stdin = "", node = process.execPath }: { cwd: string; stdin?: string; node?: string },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, { cwd, env: cleanEnvironment() });
    const ended = { out: "", err: "" };
    child.stdout.on("data", (chunk) => (ended.out += chunk));
    child.stderr.on("data", (chunk) => (ended.err += chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, ...ended }));
    child.stdin.on("error", () => {});
    child.stdin.end(stdin);
  });
}

export async function runHere(
  cwd: string,
  args: string[],
  { env = {}, stdin = "" }: { env?: Record<string, string>; stdin?: string } = {},
): Promise<Ended> {
  const ended = { out: "", err: "" };
  const code = await runCli(args, {
    env,
    cwd,
    stdin: Readable.from([stdin]),
    stdout: { write: (text) => (ended.out += text) },
    stderr: { write: (text) => (ended.err += text) },
  });
  return { code, ...ended };
}
