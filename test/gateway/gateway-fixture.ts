// A whole gateway in this process: real storage, workers and upstream servers, spoken to by HTTP requests.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { composeGateway } from "../../src/compose.ts";
import type { Gateway } from "../../src/gateway.ts";
import { loadSettings } from "../../src/settings.ts";
import { createHttpApp } from "../../src/surfaces/http/app.ts";
import type { Run } from "../../src/vocabulary.ts";
import { keepCompiled } from "../fakes/keep-compiled.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export const NOTES_POLICY = `
policy: 1
id: notes
applies_to: { agents: ["*"] }
tools:
  - { id: notes.read, match: [notes.person, notes.other_person, notes.planted, notes.slow, notes.crash, notes.fail], effect: allow }
  - { id: notes.echo, match: [notes.echo], effect: allow }
  - { id: notes.write, match: [notes.write], args: { to: { class: EMAIL }, body: { max_len: 200 } }, effect: allow }
  - { id: notes.sign, match: [notes.sign], effect: allow }
flows:
  - { id: flow.write, class: [EMAIL], from: [notes.person], to: ["notes.write#/to"], effect: allow }
  - { id: flow.echo, class: [EMAIL], from: [notes.person], to: ["notes.echo#/value"], effect: allow }
`;

export type TestGateway = {
  gateway: Gateway;
  folder: string;
  key(name: "admin" | "agent"): string;
  fetch(path: string, init?: RequestInit & { key?: string }): Promise<Response>;
  run(code: string, more?: object): Promise<Run>;
  events(filter?: Record<string, string>): Promise<TrailEvent[]>;
  /** What the notes server received. */
  received(): { tool: string; args: Record<string, unknown> }[];
  close(): Promise<void>;
};

type TrailEvent = { seq: number; kind: string; body: Record<string, unknown> } & Record<string, unknown>;

type Options = {
  policies?: Record<string, string>;
  servers?: object;
  flags?: object;
  folder?: string;
  clock?: () => Date;
  /** The folder outlives the gateway. */
  keep?: boolean;
  log?: string[];
};

export async function openTestGateway(options: Options = {}): Promise<TestGateway> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), "sallyport-test-"));
  const policies = join(folder, "policies");
  mkdirSync(policies, { recursive: true });
  for (const [name, text] of Object.entries(options.policies ?? { "notes.yaml": NOTES_POLICY })) {
    writeFileSync(join(policies, name), text);
  }
  writeFileSync(
    join(folder, ".mcp.json"),
    JSON.stringify({ mcpServers: keepCompiled(options.servers ?? notesServer(folder)) }),
  );
  const flags = { data: "data", policies: "policies", servers: ".mcp.json", workers: 1, ...options.flags };
  const settings = loadSettings({ flags, env: {}, cwd: folder });
  const { gateway } = await composeGateway({
    settings,
    log: (message) => void options.log?.push(message),
    ...(options.clock ? { clock: options.clock } : {}),
  });
  const app = createHttpApp({
    gateway,
    servedHosts: [],
    bodyKb: settings.bodyKb,
    log: () => {},
  });
  const key = (name: string) => readFileSync(join(folder, "data", "keys", `${name}.key`), "utf8").trim();

  const send: TestGateway["fetch"] = async (path, { key: secret = key("agent"), ...init } = {}) => {
    const headers = new Headers({
      host: "localhost:8787",
      authorization: `Bearer ${secret}`,
      ...init.headers,
    });
    return app.fetch(new Request(`http://localhost:8787${path}`, { ...init, headers }));
  };
  return {
    gateway,
    folder,
    key,
    fetch: send,
    async run(code, more = {}) {
      const body = JSON.stringify({ code, ...more });
      const response = await send("/v1/runs", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      return (await response.json()) as Run;
    },
    async events(filter = {}) {
      const query = new URLSearchParams({ order: "asc", limit: "1000", ...filter });
      const response = await send(`/v1/audit/events?${query}`, { key: key("admin") });
      return ((await response.json()) as { events: TrailEvent[] }).events;
    },
    received() {
      const file = join(folder, "received.jsonl");
      if (!existsSync(file)) return [];
      return readFileSync(file, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
    },
    async close() {
      await app.close();
      await gateway.close();
      if (!options.keep) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function notesServer(folder: string): object {
  const env = { NOTES_LOG: join(folder, "received.jsonl") };
  return { notes: { command: process.execPath, args: [at("../fakes/notes-server.ts")], env } };
}
