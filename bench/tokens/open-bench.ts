// One gateway in front of all servers, and an MCP client for each size of catalog: a key that may call so many tools.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { readAnswer } from "../../src/call/tool-answer.ts";
import { composeGateway } from "../../src/compose.ts";
import { loadSettings } from "../../src/settings.ts";
import { createHttpApp } from "../../src/surfaces/http/app.ts";
import { listen } from "../../src/surfaces/http/listen.ts";
import { sha256Hex } from "../../src/text/canonical-json.ts";
import { openUpstreams, type Upstreams } from "../../src/upstreams/upstreams.ts";
import type { JsonObject, Principal, ToolDefinition } from "../../src/vocabulary.ts";
import { countExactly } from "./count-exactly.ts";
import { entriesOf, installServers, localEntries, type ServerEntry } from "./install-servers.ts";

/** What a model is shown of a tool: no output schema, no annotations. */
export type ShownTool = { name: string; description: string; input_schema: JsonObject };

/** What an agent has been shown of a tool: its arguments, and perhaps the type of what it answers. */
export type Known = Map<string, { hasResult: boolean }>;

export type Bench = {
  size: number;
  shown: ShownTool[];
  /** The tools that the gateway names in its own list, at this moment. */
  named(): Promise<Known>;
  /** The gateway's own tools, as they are at this moment, and instructions. */
  fixedTokens(): Promise<number>;
  /** Every play begins with the same state behind the tools, as far as they keep one. */
  startAfresh(): Promise<void>;
  ask(tool: string, args: object): Promise<string>;
  rank(query: string, limit: number): Promise<string[]>;
  definition(id: string): ShownTool;
  callPlainly(tool: string, args: Record<string, unknown>): Promise<{ text: string; value: unknown }>;
  close(): Promise<void>;
};

export type Stack = {
  scratch: string;
  definitions: Map<string, ToolDefinition[]>;
  /** A catalog of `size` tools that holds those of `needed`. */
  open(size: number, needed: readonly string[]): Promise<Bench>;
  close(): Promise<void>;
};

const QUIETLY = { log: () => {}, connectTimeoutMs: 120_000 };
const ADMIN: Principal = { name: "admin", role: "admin", groups: [] };

export async function listServers(folder: string): Promise<{
  scratch: string;
  entries: Record<string, ServerEntry>;
  upstreams: Upstreams;
  definitions: Map<string, ToolDefinition[]>;
}> {
  installServers(folder);
  const scratch = mkdtempSync(join(tmpdir(), "sallyport-bench-"));
  const entries = { ...entriesOf(folder, scratch), ...localEntries() };
  const upstreams = openUpstreams(configsOf(entries), QUIETLY);
  const definitions = new Map<string, ToolDefinition[]>();
  for (const name of Object.keys(entries)) definitions.set(name, await upstreams.listTools(name));
  return { scratch, entries, upstreams, definitions };
}

/** The servers that the jobs work with. */
const PLAYED = [...Object.keys(localEntries()), "filesystem", "memory"];

function pick(entries: Record<string, ServerEntry>, names: string[]): Record<string, ServerEntry> {
  return Object.fromEntries(Object.entries(entries).filter(([name]) => names.includes(name)));
}

function configsOf(entries: Record<string, ServerEntry>) {
  return Object.entries(entries).map(([name, { command, args, env = {} }]) => ({
    name,
    transport: "stdio" as const,
    command,
    args,
    env,
  }));
}

/** A tool is named by a line that begins with its call; one that says what it answers ends behind the brackets. */
function namedIn(description: string, ids: readonly string[]): Known {
  const lines = description.split("\n");
  return new Map(
    ids.flatMap((id) => {
      const line = lines.find((text) => text.startsWith(`${id}(`));
      return line === undefined ? [] : [[id, { hasResult: !line.endsWith(")") }] as const];
    }),
  );
}

export async function openStack(folder: string): Promise<Stack> {
  const { scratch, entries, upstreams, definitions } = await listServers(folder);
  const all = new Map(
    [...definitions].flatMap(([server, list]) => list.map((tool) => [`${server}.${tool.name}`, tool])),
  );
  return {
    scratch,
    definitions,
    open: (size, needed) => openBench({ scratch, entries, all }, size, needed),
    async close() {
      await upstreams.close();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

type Parts = {
  scratch: string;
  entries: Record<string, ServerEntry>;
  all: Map<string, ToolDefinition>;
};

async function openBench(parts: Parts, size: number, needed: readonly string[]): Promise<Bench> {
  const others = [...parts.all.keys()].filter((id) => !needed.includes(id));
  // A fixed order that takes from all servers; the same in every run.
  others.sort((a, b) => (sha256Hex(a) < sha256Hex(b) ? -1 : 1));
  const ids = [...needed, ...others].slice(0, size);
  const home = join(parts.scratch, `gateway-${size}`);
  writeGateway(home, parts.entries, ids);
  const { gateway } = await composeGateway({
    settings: loadSettings({
      flags: { data: "data", policies: "policies", servers: ".mcp.json", requestsPerMinute: 1_000_000 },
      env: {},
      cwd: home,
    }),
    log: () => {},
  });
  for (const { tools, name } of gateway.readiness().servers)
    if (tools === 0 && ids.some((id) => id.startsWith(`${name}.`))) throw new Error(`${name} has no tools.`);
  const app = createHttpApp({ gateway, servedHosts: [], bodyKb: 4096, log: console.error });
  const { url, close } = await listen(app, { host: "127.0.0.1", port: 0 });
  const { key } = await gateway.createKey(ADMIN, { name: "bench", role: "agent", groups: [] });
  const client = new Client({ name: "bench", version: "1" }, { versionNegotiation: { mode: "auto" } });
  const requestInit = { headers: { authorization: `Bearer ${String(key)}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  const listOwn = async () =>
    (await client.listTools()).tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      input_schema: inputSchema,
    }));
  let plain: Upstreams | undefined;
  const definition = (id: string): ShownTool => show(id, parts.all.get(id));
  const principal: Principal = { name: "bench", role: "agent", groups: [] };
  return {
    size: ids.length,
    shown: ids.map(definition),
    async fixedTokens() {
      return countExactly(JSON.stringify(await listOwn())) + countExactly(client.getInstructions() ?? "");
    },
    async named() {
      const runCode = (await listOwn()).find(({ name }) => name === "run_code");
      const { code } = runCode?.input_schema.properties as { code: { description: string } };
      return namedIn(code.description, ids);
    },
    async startAfresh() {
      rmSync(join(parts.scratch, "memory.jsonl"), { force: true });
      await plain?.close();
      plain = openUpstreams(configsOf(pick(parts.entries, PLAYED)), QUIETLY);
    },
    definition,
    async ask(tool, args) {
      const { content } = await client.callTool({ name: tool, arguments: { ...args } }, { timeout: 300_000 });
      const [first] = content as { type: string; text?: string }[];
      return first?.text ?? "";
    },

    async rank(query, limit) {
      const { tools: found } = await gateway.searchTools(principal, { query, detail: "name_only", limit });
      return found.map(({ tool }) => tool);
    },
    async callPlainly(tool, args) {
      if (!plain) throw new Error("Start afresh first.");
      return callPlainly(plain, tool, args as JsonObject);
    },
    async close() {
      await plain?.close();
      await client.close();
      await close();
      await app.close();
      await gateway.close();
    },
  };
}

function show(id: string, tool: ToolDefinition | undefined): ShownTool {
  if (!tool) throw new Error(`${id} is not there.`);
  return { name: id.replace(".", "__"), description: tool.description, input_schema: tool.inputSchema };
}

function writeGateway(home: string, entries: Record<string, ServerEntry>, ids: string[]): void {
  mkdirSync(join(home, "policies"), { recursive: true });
  const used = Object.fromEntries(
    Object.entries(entries).filter(([name]) => ids.some((id) => id.startsWith(`${name}.`))),
  );
  writeFileSync(join(home, ".mcp.json"), JSON.stringify({ mcpServers: used }));
  const policy = {
    policy: 1,
    id: "bench",
    applies_to: { agents: ["bench"] },
    sandbox: { wall_ms: 300_000, tool_calls: 5000 },
    tools: [{ id: "all", match: ids, effect: "allow" }],
  };
  writeFileSync(join(home, "policies", "bench.yaml"), JSON.stringify(policy));
}

async function callPlainly(upstreams: Upstreams, id: string, args: JsonObject) {
  const dot = id.indexOf(".");
  const answer = await upstreams.call(id.slice(0, dot), id.slice(dot + 1), args, {
    signal: new AbortController().signal,
    timeoutMs: 60_000,
    maxResultBytes: 64 * 1024 * 1024,
  });
  const { value, failed } = readAnswer(answer);
  if (failed) throw new Error(`${id}: ${JSON.stringify(value)}`);
  return { text: typeof value === "string" ? value : JSON.stringify(value), value: value as unknown };
}
