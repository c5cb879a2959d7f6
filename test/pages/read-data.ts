// YAML and JSON of the pages, each read by whoever would read it: the policy loader, the settings, the file of servers,
// an MCP client, or the schema of a reply.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { parse } from "yaml";
import { analyze, RULE_IDS } from "../../src/analyze/analyze.ts";
import { bundlePolicies, runPolicyTests } from "../../src/decide/decide.ts";
import { loadSettings, SETTING_NAMES } from "../../src/settings.ts";
import { callReply, runReply } from "../../src/surfaces/http/reply-shapes.ts";
import { readServersFile } from "../../src/upstreams/upstreams.ts";
import { LAUNCHER } from "../surfaces/cli/cli-fixture.ts";
import type { Block } from "./read-page.ts";
import type { Shell } from "./shell.ts";

type Json = Record<string, unknown>;

export function readYaml({ text }: Block): void {
  const documents = text.split(/^---$/m).map((one) => one.trimStart());
  const names = Object.keys(parse(documents[0] ?? "") as Json);
  if (names.every((name) => (SETTING_NAMES as string[]).includes(name))) {
    readSettings(text);
    return;
  }
  if (names.includes("policy_tests")) return;
  // A part of a policy is read as what it would be in a whole one.
  const whole = (part: string) =>
    /^policy:/m.test(part) ? part : `policy: 1\nid: part\napplies_to: { agents: ["*"] }\n${part}`;
  const policies = documents.map((part, index) => ({ path: `${index}.yaml`, text: whole(part) }));
  const loaded = bundlePolicies({ policies, tests: [] }, { patterns: RULE_IDS });
  assert.ok(loaded.ok, loaded.ok ? "" : JSON.stringify(loaded.problems));
  const check = (source: string) =>
    analyze(source, { servers: new Set(["crm", "mail"]), maxSourceBytes: 65_536 });
  const results = runPolicyTests(loaded.bundle.policies, check, loaded.bundle.tests);
  assert.deepEqual(
    results.filter(({ passed }) => !passed),
    [],
  );
  if (/^tests:/m.test(text)) assert.ok(results.length > 0);
}

function readSettings(text: string): void {
  const cwd = mkdtempSync(join(tmpdir(), "sallyport-pages-"));
  try {
    writeFileSync(join(cwd, "sallyport.yaml"), text);
    loadSettings({ flags: {}, env: {}, cwd });
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

export async function readJson({ text }: Block, shell: Shell): Promise<void> {
  const content = JSON.parse(text) as Json;
  const servers = (content["mcpServers"] ?? content["servers"]) as Record<string, Json> | undefined;
  if (servers === undefined) return readReply(content);
  const entries = Object.values(servers);
  const isForClient = ({ url, args }: Json): boolean =>
    `${url}`.startsWith("http://127.0.0.1:8787/") || (Array.isArray(args) && args.includes("sallyport"));
  if (!entries.some(isForClient)) return readServers(content);
  for (const entry of entries) assert.ok((await toolsThrough(entry, shell)) > 0);
}

/** As the gateway reads the file; variables have a value, as an operator would give them one. */
async function readServers(content: Json): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-pages-"));
  try {
    const path = join(folder, ".mcp.json");
    writeFileSync(path, JSON.stringify(content));
    const environment = Object.fromEntries(
      [...JSON.stringify(content).matchAll(/\$\{(\w+)\}/g)].map(([, name]) => [name, "secret"]),
    );
    const read = await readServersFile(path, environment);
    assert.equal(read.length, Object.keys(content["mcpServers"] as Json).length);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** How many tools a client sees that was set up with this entry. */
async function toolsThrough(entry: Json, shell: Shell): Promise<number> {
  assert.ok(shell.gateway, "no gateway runs");
  const { url, key } = shell.gateway;
  const filled = JSON.parse(
    JSON.stringify(entry)
      .replaceAll("http://127.0.0.1:8787", url)
      .replace(/<agent key>|\$\{SALLYPORT_KEY\}/g, key),
  );
  const transport = filled.url
    ? new StreamableHTTPClientTransport(new URL(filled.url), { requestInit: { headers: filled.headers } })
    : new StdioClientTransport({ ...ownGateway(filled.args, shell.cwd), stderr: "ignore" });
  const client = new Client({ name: "page", version: "1" });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  try {
    return (await client.listTools()).tools.length;
  } finally {
    await client.close();
  }
}

/** `npx -y sallyport mcp …` of this checkout, from wherever the client happens to be started. */
function ownGateway(args: string[], folder: string): { command: string; args: string[]; cwd: string } {
  const own = args.slice(args.indexOf("sallyport") + 1);
  const moved = own.map((word) => word.replace("/home/you/agent", folder));
  return { command: process.execPath, args: [LAUNCHER, ...moved], cwd: "/" };
}

/** `a | b` in a text stands for either; each alternative must be one. */
function readReply(content: Json): void {
  const schema = "tool" in content ? callReply : runReply;
  const most = Math.max(
    ...[...JSON.stringify(content).matchAll(/"([^"]* \| [^"]*)"/g)].map(
      ([, text = ""]) => text.split(" | ").length,
    ),
    1,
  );
  for (let turn = 0; turn < most; turn++) {
    const reply = JSON.parse(JSON.stringify(content), (_, value) => {
      if (typeof value !== "string" || !value.includes(" | ")) return value;
      const choices = value.split(" | ");
      return choices[turn % choices.length];
    });
    const read = schema.safeParse(reply);
    assert.ok(read.success, `${read.error?.message}\n${JSON.stringify(reply)}`);
  }
}
