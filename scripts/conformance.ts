// The official MCP conformance suite against a real gateway: `/mcp/fixture` in front of our fixture server, and `/mcp`
// for what needs no fixture. Run: npm run conformance [-- --verbose]. Exits with 1 when a scenario that counts fails.

import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { composeGateway } from "../src/compose.ts";
import { loadSettings } from "../src/settings.ts";
import { createHttpApp } from "../src/surfaces/http/app.ts";
import { listen } from "../src/surfaces/http/listen.ts";
import { listenAsFixture } from "../test/conformance/fixture-server.ts";
import { FIXTURE_POLICY } from "../test/conformance/gateway-policy.ts";
import { openRelay } from "./conformance/authorizing-relay.ts";
import { type Revision, runSuite, type ScenarioResult, scoredScenarios } from "./conformance/run-suite.ts";

const { values } = parseArgs({ options: { verbose: { type: "boolean", default: false } } });

const REVISIONS: Revision[] = ["2025-11-25", "2026-07-28"];

/** What a server must do whatever it offers; the rest of the suite calls fixtures by name. */
const NEEDS_NO_FIXTURE: Record<Revision, string[]> = {
  "2025-11-25": [
    "server-initialize",
    "logging-set-level",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
    "server-session-lifecycle",
  ],
  "2026-07-28": [
    "tools-list",
    "resources-list",
    "prompts-list",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
    "caching",
    "sep-2164-resource-not-found",
    "http-header-validation",
  ],
};

type Opened = { url: string; close(): Promise<void> };

async function openGateway(fixtureUrl: string): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), "sallyport-conformance-"));
  await mkdir(join(folder, "policies"));
  await writeFile(join(folder, "policies", "fixture.yaml"), FIXTURE_POLICY);
  await writeFile(
    join(folder, ".mcp.json"),
    JSON.stringify({ mcpServers: { fixture: { url: fixtureUrl } } }),
  );
  const flags = {
    data: "data",
    policies: "policies",
    servers: ".mcp.json",
    workers: 1,
    requestsPerMinute: 100_000,
  };
  const settings = loadSettings({ flags, env: {}, cwd: folder });
  const log = values.verbose ? console.error : () => {};
  const { gateway } = await composeGateway({ settings, log });
  const app = createHttpApp({ gateway, servedHosts: [], bodyKb: settings.bodyKb, log });
  const listening = await listen(app, { host: "127.0.0.1", port: 0 });
  const key = (await readFile(join(folder, "data", "keys", "agent.key"), "utf8")).trim();
  const relay = await openRelay(new URL(listening.url), key);
  return {
    url: relay.url,
    async close() {
      relay.close();
      await app.close();
      await listening.close(0);
      await gateway.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Row = { endpoint: string; revision: string; passed: number; total: number; failed: ScenarioResult[] };

function rowOf(endpoint: string, revision: string, wanted: string[], results: ScenarioResult[]): Row {
  const found = new Map(results.map((result) => [result.scenario, result]));
  const failed = wanted
    .map((name) => found.get(name) ?? { scenario: name, passed: false, failures: ["it did not run"] })
    .filter(({ passed }) => !passed);
  return { endpoint, revision, passed: wanted.length - failed.length, total: wanted.length, failed };
}

async function passThroughRow(url: string, revision: Revision): Promise<Row> {
  const results = await runSuite(`${url}/mcp/fixture`, ["--requirements", revision]);
  return rowOf("/mcp/fixture", revision, await scoredScenarios(revision), results);
}

async function codeModeRow(url: string, revision: Revision): Promise<Row> {
  const wanted = NEEDS_NO_FIXTURE[revision];
  const results: ScenarioResult[] = [];
  for (const scenario of wanted) {
    results.push(...(await runSuite(`${url}/mcp`, ["--scenario", scenario, "--spec-version", revision])));
  }
  return rowOf("/mcp", revision, wanted, results);
}

function print(rows: Row[]): void {
  console.log("endpoint       revision     scenarios passed");
  for (const { endpoint, revision, passed, total, failed } of rows) {
    console.log(`${endpoint.padEnd(14)} ${revision}   ${passed} of ${total}`);
    for (const { scenario, failures } of failed) {
      console.log(`  failed: ${scenario}`);
      for (const failure of failures) console.log(`    ${failure}`);
    }
  }
}

const fixture = await listenAsFixture();
const gateway = await openGateway(fixture.url);
const rows: Row[] = [];
try {
  for (const revision of REVISIONS) {
    rows.push(await passThroughRow(gateway.url, revision), await codeModeRow(gateway.url, revision));
  }
} finally {
  await gateway.close();
  fixture.close();
}
print(rows);
process.exitCode = rows.every(({ passed, total }) => passed === total) ? 0 : 1;
