// Every way out of the gateway, with a server behind it that puts personal values wherever text can stand.
// An exit is one line: what to do, and what came out. None may hold a value, and each must show that it was there.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createHttpApp } from "../../src/surfaces/http/app.ts";
import { type Listening, listen } from "../../src/surfaces/http/listen.ts";
import { PERSON, TRACES } from "../fakes/leaky-person.ts";
import { openTestGateway, type TestGateway } from "./gateway-fixture.ts";

const SERVER = fileURLToPath(new URL("../fakes/leaky-server.ts", import.meta.url));
const POLICY = `
policy: 1
id: leaky
applies_to: { agents: ["*"] }
tools:
  - { id: read, match: ["leaky.*"], effect: allow }
  - { id: held, match: [leaky.held], effect: approve, approval: { by: ["role:approver"], count: 1, expires: 1s, show: [value] } }
flows:
  - { id: echo, class: [EMAIL], from: ["leaky.*", code], to: ["leaky.echo#/value", "leaky.fail#/value", "leaky.held#/value"], effect: allow }
`;

let gateway: TestGateway;
let listening: Listening;
let mcp: Client;
const progress: string[] = [];
const operatorLog: string[] = [];

before(async () => {
  const servers = { leaky: { command: process.execPath, args: [SERVER] } };
  gateway = await openTestGateway({ policies: { "leaky.yaml": POLICY }, servers, log: operatorLog });
  const app = createHttpApp({
    gateway: gateway.gateway,
    servedHosts: [],
    bodyKb: 1024,
    log: (line) => operatorLog.push(line),
  });
  listening = await listen(app, { host: "127.0.0.1", port: 0 });
  mcp = new Client({ name: "exits", version: "1" });
  const requestInit = { headers: { authorization: `Bearer ${gateway.key("agent")}` } };
  await mcp.connect(new StreamableHTTPClientTransport(new URL("/mcp", listening.url), { requestInit }));
});
after(async () => {
  await mcp.close();
  await listening.close();
  await gateway.close();
});

const run = async (code: string, more: object = {}): Promise<string> =>
  JSON.stringify(await gateway.run(code, more));
const viaMcp = async (name: string, args: object): Promise<string> => {
  const onprogress = ({ message }: { message?: string | undefined }) => void progress.push(message ?? "");
  return JSON.stringify(await mcp.callTool({ name, arguments: { ...args } }, { onprogress }));
};
const get = async (path: string, key?: string): Promise<string> =>
  (await gateway.fetch(path, key ? { key } : {})).text();
const post = async (path: string, body: object, accept = "application/json"): Promise<string> => {
  const headers = { "content-type": "application/json", accept };
  return (await gateway.fetch(path, { method: "POST", headers, body: JSON.stringify(body) })).text();
};

/** The server under its own name and in its own words. */
const passed = async (ask: (client: Client) => Promise<unknown>): Promise<string> => {
  const client = new Client({ name: "exits", version: "1" });
  const requestInit = { headers: { authorization: `Bearer ${gateway.key("agent")}` } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL("/mcp/leaky", listening.url), { requestInit }),
  );
  try {
    return JSON.stringify(await ask(client));
  } finally {
    await client.close();
  }
};
const EMPTY = { type: "object", properties: {}, additionalProperties: false };
const saveSkill = async (code: string, description: string): Promise<string> => {
  const ran = await gateway.run(code);
  return post("/v1/skills", { name: "leaky_skill", description, parameters: EMPTY, run: ran.id });
};

const TOKEN = /(?:EMAIL|CREDIT_CARD|PHONE)_\d{3}/;
const MARK = /\[REDACTED:EMAIL\]/;
const IN_CODE = `"${PERSON.email}"`;
const IN_PIECES = `${JSON.stringify([...PERSON.email])}.join("")`;

type Exit = [title: string, take: () => Promise<string>, shows: RegExp];
const EXITS: Exit[] = [
  ["result: structured content", () => run("return await leaky.structured({})"), TOKEN],
  ["result: text", () => run("return await leaky.plain({})"), TOKEN],
  ["result: JSON in text, and JSON in that", () => run("return await leaky.json({})"), TOKEN],
  ["result: a table", () => run("return await leaky.table({})"), TOKEN],
  ["result: in a URL", () => run("return await leaky.encoded({})"), TOKEN],
  ["result: base64", () => run("return await leaky.base64({})"), TOKEN],
  ["result: blocks, links and resources", () => run("return await leaky.blocks({})"), TOKEN],
  ["result: written in code", () => run(`return ${IN_CODE}`), TOKEN],
  ["result: put together from pieces", () => run(`return ${IN_PIECES}`), TOKEN],
  ["result: a key", () => run(`return { [${IN_PIECES}]: 1 }`), TOKEN],
  ["result: context", () => run("return context", { context: { to: PERSON.email } }), TOKEN],
  ["result: an echo", () => run(`return await leaky.echo({ value: ${IN_PIECES} })`), TOKEN],
  ["log line", () => run("console.log(await leaky.plain({}))"), TOKEN],
  ["log line from pieces", () => run(`console.warn(${IN_PIECES})`), TOKEN],
  [
    "streamed log line",
    () => post("/v1/runs", { code: `console.log(${IN_PIECES})` }, "text/event-stream"),
    TOKEN,
  ],
  ["error of a tool", () => run("await leaky.fail({})"), TOKEN],
  ["error that quotes arguments", () => run(`await leaky.fail({ value: ${IN_PIECES} })`), TOKEN],
  ["error of the protocol", () => run("await leaky.reject({})"), /TOOL_FAILED/],
  ["thrown error", () => run(`throw new Error(${IN_PIECES})`), TOKEN],
  ["thrown object", () => run(`throw { to: ${IN_PIECES} }`), TOKEN],
  ["thrown text", () => run(`throw ${IN_PIECES}`), TOKEN],
  ["rejected promise", () => run(`Promise.reject(${IN_PIECES}); await sleep(5)`), TOKEN],
  [
    "name of a tool that is none, in a program",
    () => run(`const names = [${IN_PIECES}]; await callTool(names[0], {})`),
    /CODE_FORBIDDEN|TOOL_UNKNOWN/,
  ],
  [
    "name of a tool that is none, over HTTP",
    () => post(`/v1/tools/${encodeURIComponent(`leaky.${PERSON.email}`)}/call`, {}),
    /TOOL_UNKNOWN/,
  ],
  [
    "name of a tool that is none, over MCP",
    () => viaMcp("call_tool", { name: `leaky.${PERSON.email}`, arguments: {} }),
    /TOOL_UNKNOWN/,
  ],
  ["refused code", () => run(`eval(${IN_CODE})`), /violations/],
  ["checked code", () => post("/v1/check", { code: `eval(${IN_CODE})` }), /block/],
  ["checked code that does not parse", () => post("/v1/check", { code: `return ${IN_CODE} + (` }), /syntax/],
  ["checked imports", () => post("/v1/check", { code: `import x from "${PERSON.email}"; return x` }), MARK],
  [
    "checked names of tools",
    () => post("/v1/check", { code: `callTool("x.${PERSON.email}", {})` }),
    /server/,
  ],
  ["id of a run that is none", () => get(`/v1/runs/${encodeURIComponent(PERSON.email)}`), /NOT_FOUND/],
  [
    "workspace",
    async () => {
      await run(`await workspace.set("who", ${IN_PIECES})`, { session: "notes" });
      return run(`return [await workspace.get("who"), await workspace.list("")]`, { session: "notes" });
    },
    TOKEN,
  ],
  ["large result", () => run("return await leaky.many({})"), /results\/run_/],
  ["search over HTTP", () => get("/v1/tools?query=test&detail=full"), MARK],
  ["search in a program", () => run(`return await searchTools("test", { detail: "full" })`), MARK],
  ["search over MCP", () => viaMcp("search_tools", { query: "test", detail: "full" }), MARK],
  [
    "run over MCP",
    () => viaMcp("run_code", { code: "console.log(await leaky.plain({})); return leaky.json({})" }),
    TOKEN,
  ],
  ["direct call over MCP", () => viaMcp("call_tool", { name: "leaky.structured", arguments: {} }), TOKEN],
  ["direct call over HTTP", () => post("/v1/tools/leaky.structured/call", {}), TOKEN],
  [
    "direct call that fails",
    () => post("/v1/tools/leaky.fail/call", { args: { value: PERSON.email } }),
    TOKEN,
  ],
  [
    "pass-through: structured content",
    () => passed((it) => it.callTool({ name: "structured", arguments: {} })),
    TOKEN,
  ],
  [
    "pass-through: blocks, links and resources",
    () => passed((it) => it.callTool({ name: "blocks", arguments: {} })),
    TOKEN,
  ],
  [
    "pass-through: error of a tool",
    () => passed((it) => it.callTool({ name: "fail", arguments: {} })),
    TOKEN,
  ],
  ["pass-through: list of tools", () => passed((it) => it.listTools()), MARK],
  ["skill with a value in its description", () => saveSkill("return 1", `For ${PERSON.email}`), /error/],
  ["skill with a value in its code", () => saveSkill(`return ${IN_CODE}`, "Says who."), /error/],
  ["skill, saved", () => saveSkill("return await leaky.structured({})", "Says who."), /leaky_skill/],
  [
    "skill, run",
    async () => {
      const by = { name: "admin", role: "admin" as const, groups: [] };
      const made = await gateway.gateway.createKey(by, { name: "rita", role: "reviewer", groups: [] });
      const approved = await gateway.fetch("/v1/skills/leaky_skill/approve", {
        method: "POST",
        key: String(made["key"]),
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ version: 1 }),
      });
      assert.equal(approved.status, 200, await approved.text());
      return post("/v1/skills/leaky_skill/run", { parameters: {} });
    },
    TOKEN,
  ],
  ["skills, listed", () => get("/v1/skills"), /leaky_skill/],
  ["progress over MCP", async () => progress.join("\n"), TOKEN],
  ["tokenized on request", () => post("/v1/pii/tokenize", { data: { ...PERSON } }), TOKEN],
  [
    "held call",
    () => post("/v1/runs", { code: `await leaky.held({ value: ${IN_PIECES} })` }, "text/event-stream"),
    TOKEN,
  ],
  [
    "what auditors ask for",
    async () => {
      const admin = gateway.key("admin");
      const value = encodeURIComponent(PERSON.email);
      const asked = [
        `events?principal=${value}`,
        `events?run=${value}`,
        `runs/${value}`,
        `flows?tool=${value}`,
      ];
      for (const question of asked) await get(`/v1/audit/${question}`, admin);
      const sql = `select count(*) from events where body like '%${PERSON.email}%' or body like '%EMAIL_001%'`;
      const counted = await gateway.fetch("/v1/audit/sql", {
        method: "POST",
        key: admin,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ sql }),
      });
      assert.equal(counted.status, 200);
      return get("/v1/audit/events?kind=audit.read", admin);
    },
    /\[REDACTED:EMAIL\].*EMAIL_001/s,
  ],
  ["list of approvals", () => get("/v1/approvals", gateway.key("admin")), TOKEN],
  ["audit", () => get("/v1/audit/events?limit=1000", gateway.key("admin")), TOKEN],
  ["metrics", () => get("/metrics", gateway.key("admin")), /sallyport_/],
  ["statistics", () => get("/v1/stats", gateway.key("admin")), /./],
  ["readiness", () => get("/readyz"), /ready/],
];

function leakIn(text: string): string | undefined {
  return TRACES.find((trace) => text.includes(trace));
}

describe("no exit gives a value", () => {
  for (const [title, take, shows] of EXITS) {
    test(title, async () => {
      const text = await take();
      assert.equal(leakIn(text), undefined, text.slice(0, 2000));
      assert.match(text, shows);
    });
  }
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

describe("afterwards no value is", () => {
  test("in any file of the data folder", () => {
    const files = filesBelow(join(gateway.folder, "data"));
    assert.ok(
      files.some((path) => path.endsWith("vault.db")) && files.some((path) => path.includes("trail")),
    );
    for (const path of files) assert.equal(leakIn(readFileSync(path, "latin1")), undefined, path);
  });

  test("in the operator's log", () => {
    assert.ok(operatorLog.length > 0);
    assert.equal(leakIn(operatorLog.join("\n")), undefined);
  });

  test("in a report that this process would leave behind in a crash", () => {
    const report = process.report.getReport(new Error("crash"));
    assert.equal(leakIn(JSON.stringify(report)), undefined);
  });
});
