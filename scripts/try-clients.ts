// Puts the gateway in front of real clients, each with its snippet from docs/clients.md, and has each of them list
// the tools and run a program. Clients are installed into a scratch folder; nothing leaves the machine.
// Run: npm run clients            (add -- --claude for Claude Code's own SDK, a download of 400 MB)

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CLIENTS, snippetFor } from "../src/surfaces/cli/setup/client-snippets.ts";
import { programFor } from "./clients/programs.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const LAUNCHER = join(ROOT, "bin/sallyport.js");
const CLAUDE = { "@anthropic-ai/claude-agent-sdk": "0.3.326" };
const WAIT_MS = 60_000;

const scratch = mkdtempSync(join(tmpdir(), "sallyport-clients-"));
const gatewayFolder = join(scratch, "gateway");

function install(): void {
  const dependencies = JSON.parse(readFileSync(join(ROOT, "scripts/clients/versions.json"), "utf8"));
  const wanted = process.argv.includes("--claude") ? { ...dependencies, ...CLAUDE } : dependencies;
  writeFileSync(join(scratch, "package.json"), JSON.stringify({ type: "module", dependencies: wanted }));
  const installed = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--silent"], { cwd: scratch });
  if (installed.status !== 0) throw new Error(String(installed.stderr));
}

type Served = { url: string; key: string; process: ChildProcess };

async function serve(): Promise<Served> {
  mkdirSync(gatewayFolder);
  const crm = { command: process.execPath, args: [join(ROOT, "examples/servers/crm.ts")] };
  writeFileSync(join(gatewayFolder, ".mcp.json"), JSON.stringify({ mcpServers: { crm } }));
  const gateway = spawn(process.execPath, [LAUNCHER, "serve", "--port", "0", "--json"], {
    cwd: gatewayFolder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const started = await new Promise<string>((resolve, reject) => {
    let text = "";
    gateway.stdout.on("data", (chunk) => {
      text += chunk;
      if (text.trimEnd().endsWith("}")) resolve(text);
    });
    gateway.once("exit", (code) => reject(new Error(`the gateway ended with ${code}`)));
  });
  const { url, keys } = JSON.parse(started) as { url: string; keys: string };
  return { url, key: readFileSync(join(keys, "agent.key"), "utf8").trim(), process: gateway };
}

type Tried = { client: string; ok: boolean; said: string };

function tryClient(client: string, { url, key }: Served): Tried {
  // The package is this checkout; a gateway of the client's own has a data folder of its own.
  const own = ["mcp", "--data", join(scratch, "own-data"), "--servers", join(gatewayFolder, ".mcp.json")];
  const stdio = { command: process.execPath, args: [LAUNCHER, ...own] };
  const program = programFor(snippetFor(client, { url, key, stdio }));
  const file = join(scratch, `${client}.${program.language}`);
  writeFileSync(file, program.text);
  const command = program.language === "sh" ? "bash" : process.execPath;
  const ended = spawnSync(command, [file], { cwd: scratch, encoding: "utf8", timeout: WAIT_MS });
  const said = `${ended.stdout}${ended.status === 0 ? "" : ended.stderr}`.trim();
  return { client, ok: ended.status === 0 && program.expects.test(said), said: said.slice(0, 1500) };
}

const failures: Tried[] = [];
try {
  install();
  const served = await serve();
  try {
    for (const client of CLIENTS) {
      if (client === "claude-code" && !process.argv.includes("--claude")) {
        console.log("skipped  claude-code: add -- --claude");
        continue;
      }
      const tried = tryClient(client, served);
      if (!tried.ok) failures.push(tried);
      console.log(
        `${tried.ok ? "works  " : "FAILED "}  ${client}: ${tried.said.replaceAll("\n", " ").slice(0, 100)}`,
      );
    }
  } finally {
    served.process.kill("SIGTERM");
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
for (const { client, said } of failures) console.error(`\n${client}:\n${said}`);
process.exit(failures.length > 0 ? 1 : 0);
