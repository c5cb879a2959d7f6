// One whole gateway as a process of its own, with a real MCP server behind it that writes down every call before it
// answers. Made to be killed.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const CLI = fileURLToPath(new URL("../../bin/sallyport.js", import.meta.url));
const NOTES_SERVER = fileURLToPath(new URL("../../test/fakes/notes-server.ts", import.meta.url));
const START_TRIES = 2400;
const POLICY = `
policy: 1
id: load
applies_to: { agents: ["*"] }
tools:
  - { id: load.read, match: [notes.person, notes.slow], effect: allow }
  - { id: load.echo, match: [notes.echo], effect: allow }
`;

export type StartedGateway = { child: ChildProcess; exited: Promise<unknown> };

export function prepareFolder(folder: string): void {
  mkdirSync(join(folder, "policies"), { recursive: true });
  writeFileSync(join(folder, "policies", "load.yaml"), POLICY);
  const env = { NOTES_LOG: effectsFile(folder) };
  const notes = { command: process.execPath, args: [NOTES_SERVER], env };
  writeFileSync(join(folder, ".mcp.json"), JSON.stringify({ mcpServers: { notes } }));
}

function effectsFile(folder: string): string {
  return join(folder, "received.jsonl");
}

/** What the server behind the gateway received: the values that were echoed, or the names of other tools. */
export function readEffects(folder: string, wanted = "echo"): string[] {
  const file = effectsFile(folder);
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
  return lines.flatMap((line) => {
    const { tool, args } = JSON.parse(line) as { tool: string; args: { value?: string } };
    return tool === wanted ? [args.value ?? tool] : [];
  });
}

export function startGateway(folder: string): StartedGateway {
  rmSync(join(folder, "data", "gateway.json"), { force: true });
  // A process that is held to a file size must get an error from the kernel, not a signal that ends it.
  const serve = [process.execPath, CLI, "serve", "--port", "0", "--data", "data"];
  const child = spawn("sh", ["-c", 'trap "" XFSZ; exec "$@"', "sh", ...serve], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      // Most of a short life is loading; what was compiled once is kept for the next.
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? join(folder, "compiled"),
      SALLYPORT_WORKERS: "1",
      SALLYPORT_REQUESTS_PER_MINUTE: "1000000",
      SALLYPORT_TRAIL_SEGMENT_MB: "1",
    },
    stdio: "ignore",
  });
  return { child, exited: once(child, "exit") };
}

/** Where it serves; null when it ended before it did. */
export async function untilServing(folder: string, { child }: StartedGateway): Promise<string | null> {
  const file = join(folder, "data", "gateway.json");
  for (
    let tries = 0;
    tries < START_TRIES && child.exitCode === null && child.signalCode === null;
    tries += 1
  ) {
    if (existsSync(file)) {
      const { url, pid } = JSON.parse(readFileSync(file, "utf8") || "{}") as { url?: string; pid?: number };
      if (url && pid === child.pid) return url;
    }
    await delay(10);
  }
  return null;
}

export function readKey(folder: string, name: "admin" | "agent"): string {
  return readFileSync(join(folder, "data", "keys", `${name}.key`), "utf8").trim();
}

export async function kill({ child, exited }: StartedGateway): Promise<void> {
  child.kill("SIGKILL");
  await exited;
}

/** The last life ends in good order, so that the trail is signed to its end. */
export async function stop({ child, exited }: StartedGateway): Promise<void> {
  child.kill("SIGTERM");
  await exited;
}
