// A gateway on a real port in front of the chatty server, and the clients that agents use to reach it.

import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createHttpApp } from "../../src/surfaces/http/app.ts";
import { type Listening, listen } from "../../src/surfaces/http/listen.ts";
import { openTestGateway, type TestGateway } from "./gateway-fixture.ts";

const CHATTY = fileURLToPath(new URL("../fakes/chatty-server.ts", import.meta.url));

const EVERYTHING = fileURLToPath(
  new URL("../../node_modules/@modelcontextprotocol/server-everything/dist/index.js", import.meta.url),
);

export type Era = "legacy" | "modern";

export type PassGateway = {
  gateway: TestGateway;
  url: URL;
  connect(era: Era, options?: ConnectOptions): Promise<Client>;
  /** What the server got, newest last. */
  received(what: string): Record<string, unknown>[];
  close(): Promise<void>;
};

export type ConnectOptions = {
  /** Null for the gateway's own tools. */
  server?: string | null;
  session?: string;
  key?: string;
  /** Answers the server's questions. */
  answer?: (params: Record<string, unknown>) => object;
};

export async function openPassGateway(policy: string, ...args: string[]): Promise<PassGateway> {
  const log = join(
    process.env["TMPDIR"] ?? "/tmp",
    `chatty-${process.pid}-${Math.random().toString(36).slice(2)}`,
  );
  const chatty = { command: process.execPath, args: [CHATTY, ...args], env: { CHATTY_LOG: log } };
  return openBefore({ chatty }, policy, log);
}

/** The everything server of the protocol's authors, told that its client can be asked. */
export function openEverythingGateway(policy: string): Promise<PassGateway> {
  const everything = { command: process.execPath, args: [EVERYTHING], declare: ["elicitation", "sampling"] };
  return openBefore({ everything }, policy);
}

/** `log`: the file where a server writes down what it got, one JSON object a line. */
export async function openBefore(servers: object, policy: string, log = ""): Promise<PassGateway> {
  const gateway = await openTestGateway({ policies: { "policy.yaml": policy }, servers });
  const app = createHttpApp({ gateway: gateway.gateway, servedHosts: [], bodyKb: 1024, log: () => {} });
  const listening: Listening = await listen(app, { host: "127.0.0.1", port: 0 });
  const url = new URL("/mcp/chatty", listening.url);
  const clients: Client[] = [];
  return {
    gateway,
    url,
    async connect(era, options = {}) {
      const { server = "chatty" } = options;
      const client = await connectClient(new URL(server === null ? "/mcp" : `/mcp/${server}`, url), era, {
        key: gateway.key("agent"),
        ...options,
      });
      clients.push(client);
      return client;
    },
    received(what) {
      if (!existsSync(log)) return [];
      const lines = readFileSync(log, "utf8").trim().split("\n");
      const all = lines.map((line) => JSON.parse(line) as { what: string; args: Record<string, unknown> });
      return all.filter((entry) => entry.what === what).map(({ args: got }) => got);
    },
    async close() {
      await Promise.allSettled(clients.map((client) => client.close()));
      await app.close();
      await listening.close(0);
      await gateway.close();
      if (log) rmSync(log, { force: true });
    },
  };
}

async function connectClient(url: URL, era: Era, { key, session, answer }: ConnectOptions): Promise<Client> {
  const client = new Client(
    { name: "test", version: "1" },
    {
      versionNegotiation: { mode: era === "modern" ? { pin: "2026-07-28" } : "legacy" },
      capabilities: answer ? { elicitation: {}, roots: { listChanged: true } } : {},
    },
  );
  if (answer) {
    client.setRequestHandler("elicitation/create", ({ params }) => answer(params as never) as never);
  }
  const headers = { authorization: `Bearer ${key}`, ...(session ? { "sallyport-session": session } : {}) };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}
