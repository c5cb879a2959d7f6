// The official suite as a child process; what counts are whole scenarios, not the checks inside of them.

import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

export type Revision = "2025-11-25" | "2026-07-28";
export type ScenarioResult = { scenario: string; passed: boolean; failures: string[] };

const PACKAGE = fileURLToPath(
  new URL("../../node_modules/@modelcontextprotocol/conformance/", import.meta.url),
);
const TIMEOUT_MS = 120_000;

type Check = { id: string; status: string; errorMessage?: string };

export async function runSuite(url: string, selection: string[]): Promise<ScenarioResult[]> {
  const folder = await mkdtemp(join(tmpdir(), "conformance-"));
  try {
    await runToItsEnd([join(PACKAGE, "dist/index.js"), "server", "--url", url, "-o", folder, ...selection]);
    return await readResults(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The scenarios that a revision scores. */
export async function scoredScenarios(revision: Revision): Promise<string[]> {
  const file = await readFile(join(PACKAGE, `requirements/${revision}.yaml`), "utf8");
  return (parse(file) as { server: string[] }).server;
}

/** The suite's exit code says only that something failed, so it is not looked at. */
function runToItsEnd(args: string[]): Promise<void> {
  const child = spawn(process.execPath, args, { stdio: "ignore", timeout: TIMEOUT_MS });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", () => resolve());
  });
}

/** One folder for each scenario, named `server-<scenario>-<time>`. */
async function readResults(folder: string): Promise<ScenarioResult[]> {
  const results: ScenarioResult[] = [];
  for (const name of await readdir(folder)) {
    const scenario = name.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, "");
    const checks = await readChecks(join(folder, name, "checks.json"));
    const failed = checks.filter(({ status }) => status === "FAILURE");
    const failures = failed.map(({ id, errorMessage }) => `${id}: ${errorMessage ?? "failed"}`);
    results.push({ scenario, passed: checks.length > 0 && failed.length === 0, failures });
  }
  return results;
}

/** A scenario that broke down leaves no checks. */
async function readChecks(path: string): Promise<Check[]> {
  const text = await readFile(path, "utf8").catch(() => "[]");
  return JSON.parse(text) as Check[];
}
