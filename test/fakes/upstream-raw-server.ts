// A hand-written MCP server on stdio that misbehaves as its arguments say. No SDK: it can break every rule.
// Usage: node upstream-raw-server.ts <mode,mode,...>

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

type Message = { id?: number | string; method?: string; params?: Record<string, unknown>; error?: unknown };
type Json = Record<string, unknown>;

const modes = new Set((process.argv[2] ?? "").split(","));
const answersToOurRequests: Message[] = [];
let listings = 0;

function write(value: unknown): void {
  process.stdout.write(`${typeof value === "string" ? value : JSON.stringify(value)}\n`);
}
const answer = (id: Message["id"], result: Json): void => write({ jsonrpc: "2.0", id, result });
const refuse = (id: Message["id"], code: number, message: string): void =>
  write({ jsonrpc: "2.0", id, error: { code, message } });
const text = (value: unknown): Json => ({
  content: [{ type: "text", text: typeof value === "string" ? value : JSON.stringify(value) }],
});
const tool = (name: string, description = `Tool ${name}.`): Json => ({
  name,
  description,
  inputSchema: { type: "object" },
});

const CALLS: Record<string, (id: Message["id"], args: Json, meta: Json) => void> = {
  echo: (id, args) => answer(id, text(args)),
  environment: (id) => answer(id, text(process.env)),
  pids: (id) => answer(id, text([process.pid, grandchild()])),
  "is-error": (id) => answer(id, { ...text("the disk is full"), isError: true }),
  "rpc-error": (id) => refuse(id, -32603, "backend exploded"),
  "rpc-quote": (id) => refuse(id, -32603, "mailbox mia.hofer@fernhill.example is full"),
  "bad-params": (id) => refuse(id, -32602, "no such argument"),
  crash: () => process.exit(3),
  never: () => {},
  huge: (id, args) => answer(id, text("x".repeat(Number(args["bytes"])))),
  "huge-id-last": (id, args) =>
    write(`{"result":${JSON.stringify(text("x".repeat(Number(args["bytes"]))))},"jsonrpc":"2.0","id":${id}}`),
  "noisy-answer": (id) => {
    write("Warning: this line is no message");
    write('{"jsonrpc":"2.0","id":');
    write("[1,2,3]");
    write({ jsonrpc: "2.0", error: { code: -32700, message: "an error without an id" } });
    write({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "an error with a null id" } });
    write({ jsonrpc: "2.0", id: 999_999, result: {} });
    answer(id, text("still here"));
  },
  /** All at once, as a process does that was busy. */
  hurry(id, _args, { progressToken }) {
    const told = [1, 2, 3].map((progress) => ({
      jsonrpc: "2.0",
      method: "notifications/progress",
      params: { progressToken, progress },
    }));
    const last = { jsonrpc: "2.0", id, result: text("done") };
    process.stdout.write([...told, last].map((message) => `${JSON.stringify(message)}\n`).join(""));
  },
  "answer-with": (id, { result }) => answer(id, result as Json),
  "no-result": (id) => answer(id, { content: "this should be a list" }),
  "asked-answers": (id) => answer(id, text(answersToOurRequests)),
  change: (id) => {
    for (let i = 0; i < 5; i++) write({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
    answer(id, text("announced"));
  },
};

function grandchild(): number | undefined {
  return spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" }).pid;
}

function listPage(cursor: unknown): Json {
  if (modes.has("pages")) {
    const page = Number(cursor ?? 0);
    const tools = [0, 1, 2].map((n) => tool(`page${page}_tool${n}`));
    return page < 4 ? { tools, nextCursor: String(page + 1) } : { tools };
  }
  if (modes.has("endless-pages"))
    return { tools: [tool(`only_${String(cursor ?? 0).length}`)], nextCursor: "again" };
  if (modes.has("odd-tools")) {
    const odd = [
      { ...tool("no-schema"), inputSchema: undefined },
      { name: 7 },
      "text",
      null,
      tool("with\nnewline"),
    ];
    const twins = [tool("twin", "The first."), tool("twin", "The second.")];
    return { tools: [...twins, tool("dots.in.name"), tool("dash-ed"), tool("größe"), tool("工具"), ...odd] };
  }
  const grown = modes.has("grows") && listings > 1 ? [tool("late")] : [];
  return { tools: [...Object.keys(CALLS).map((name) => tool(name)), ...grown] };
}

function handle(message: Message): void {
  const { id, method, params = {} } = message;
  if (method === undefined) {
    answersToOurRequests.push(message);
    return;
  }
  if (id === undefined) return;
  if (method === "initialize") {
    const protocolVersion = params["protocolVersion"];
    const serverInfo = { name: "raw", version: "0" };
    answer(id, { protocolVersion, serverInfo, capabilities: { tools: { listChanged: true } } });
    if (modes.has("asks")) {
      write({ jsonrpc: "2.0", id: "r1", method: "roots/list" });
      write({
        jsonrpc: "2.0",
        id: "s1",
        method: "sampling/createMessage",
        params: { messages: [], maxTokens: 1 },
      });
      write({ jsonrpc: "2.0", id: "x1", method: "log", params: {} });
    }
    return;
  }
  const call = method === "tools/call" ? CALLS[String(params["name"])] : undefined;
  if (method === "tools/list") list(id, params["cursor"]);
  else if (call === undefined) refuse(id, -32601, "Method not found");
  else call(id, (params["arguments"] ?? {}) as Json, (params["_meta"] ?? {}) as Json);
}

function list(id: Message["id"], cursor: unknown): void {
  listings += 1;
  if (modes.has("list-fails-once") && listings === 1) refuse(id, -32603, "not yet");
  else if (!modes.has("list-never")) answer(id, listPage(cursor));
}

function serve(): void {
  if (modes.has("noise")) {
    write("No X display available, falling back");
    write("\u001b[32m{ready}\u001b[0m");
    write("{}");
  }
  if (modes.has("stderr"))
    for (let i = 0; i < 2000; i++) process.stderr.write(`noise ${i} ${"~".repeat(100)}\n`);
  createInterface({ input: process.stdin }).on("line", (line) => handle(JSON.parse(line) as Message));
}

if (modes.has("ignore-sigterm")) {
  process.on("SIGTERM", () => {});
  setInterval(() => {}, 1000);
}
if (modes.has("exit")) process.exit(1);
if (modes.has("mute")) setInterval(() => {}, 1000);
else if (modes.has("slow")) setTimeout(serve, 1200);
else serve();
