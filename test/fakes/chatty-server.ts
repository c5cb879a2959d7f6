// A server that puts somebody's address into everything it says: results, errors, logs, progress, questions, prompts,
// resources, completions and descriptions. What it gets is written to CHATTY_LOG, so that tests see what left the gateway.

import { appendFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { ProtocolError, Server, type ServerContext } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";

const ANN = "ann.lee@fernhill.example";
const log = process.env["CHATTY_LOG"];
const isModernOnly = process.argv.includes("--modern-only");
const isLegacyOnly = process.argv.includes("--legacy-only");

function received(what: string, args: unknown): void {
  if (log) appendFileSync(log, `${JSON.stringify({ what, args })}\n`);
}

const text = (value: string) => ({ content: [{ type: "text", text: value }] });

const OUTPUT = {
  type: "object",
  properties: { email: { type: "string", format: "email" }, phone: { type: "integer" } },
  required: ["email", "phone"],
};

const QUESTION = {
  message: `May I write to ${ANN}?`,
  requestedSchema: { type: "object", properties: { to: { type: "string" } }, required: ["to"] },
};

type Answer = { content: unknown[] };
type Run = (
  context: ServerContext,
  args: Record<string, unknown>,
  server: Server,
) => Promise<Answer> | Answer;

const TOOLS: Record<string, Run> = {
  whoami: () => ({
    ...text(JSON.stringify({ email: ANN, phone: 4155550123 })),
    structuredContent: { email: ANN, phone: 4155550123 },
  }),
  write: () => text("written"),
  async tell({ mcpReq }) {
    const progressToken = mcpReq._meta?.progressToken;
    await mcpReq.log("warning", { about: ANN });
    if (progressToken !== undefined) {
      const params = { progressToken, progress: 1, message: `reading ${ANN}` };
      await mcpReq.notify({ method: "notifications/progress", params });
    }
    await delay(400);
    return text("told");
  },
  /** As a server that forwards the output of a process in buffers. */
  async chunks({ mcpReq }) {
    const progressToken = mcpReq._meta?.progressToken;
    for (const chunk of [
      "started",
      `sent to ${ANN.slice(0, 5)}`,
      ANN.slice(5, 16),
      `${ANN.slice(16)} at last`,
      "done",
    ]) {
      await mcpReq.log("warning", chunk);
    }
    const pieces = [`reading ${ANN.slice(0, 12)}`, ANN.slice(12)];
    for (const [index, message] of pieces.entries()) {
      if (progressToken === undefined) break;
      const params = { progressToken, progress: index + 1, message };
      await mcpReq.notify({ method: "notifications/progress", params });
    }
    await delay(400);
    return text("told");
  },
  async ask(context) {
    const answer = context.mcpReq.envelope
      ? context.mcpReq.inputResponses?.["who"]
      : await context.mcpReq.elicitInput(QUESTION as never);
    if (answer === undefined) {
      const inputRequests = { who: { method: "elicitation/create", params: QUESTION } };
      return { resultType: "input_required", inputRequests, requestState: `about ${ANN}` } as never;
    }
    received("answer", { answer, state: context.mcpReq.requestState() });
    return text("thanks");
  },
  broken() {
    throw new ProtocolError(-32050, `no mailbox ${ANN}`, { mailbox: ANN });
  },
  picture: () => ({ content: [{ type: "image", data: "aGVsbG8gd29ybGQ=", mimeType: "image/png" }] }),
  /** What it knows more about, to be read when it is needed. */
  links: () => ({
    content: [
      {
        type: "resource_link",
        uri: `crm://people/${ANN}`,
        name: `card of ${ANN}`,
        title: `Card of ${ANN}`,
        description: `Where ${ANN} works`,
        mimeType: "text/plain",
        size: 4_200_000_000,
        annotations: { audience: ["assistant"], priority: 0.5, lastModified: "2026-11-19T10:00:00Z" },
        _meta: { about: ANN },
      },
      {
        type: "resource",
        resource: { uri: `crm://notes/${ANN}`, mimeType: "text/plain", text: `To ${ANN}` },
      },
      { type: "text", text: "two of them" },
    ],
  }),
  long: () => text(JSON.stringify(Array.from({ length: 400 }, (_, index) => ({ index })))),
  async slow({ mcpReq }) {
    await delay(60_000, undefined, { signal: mcpReq.signal }).catch(() => received("cancelled", {}));
    return text("late");
  },
  crash: () => process.exit(3),
  // Everything that a server may only say in other places, or in another shape.
  sneaky: () => ({
    ...text("x"),
    inputRequests: { who: { method: "elicitation/create", params: { message: ANN } } },
    requestState: ANN,
    nextCursor: ANN,
    cacheScope: "public",
    _meta: { about: ANN },
    structuredContent: { [ANN]: [ANN] },
  }),
  question: () =>
    ({ resultType: "input_required", inputRequests: { who: null, two: { method: "tools/list" } } }) as never,
  async change(_context, _args, server) {
    await server.sendToolListChanged();
    await server.sendResourceUpdated({ uri: "crm://people/1" });
    return text("changed");
  },
};

const PAGES: Record<string, object> = {
  "": { resources: [{ uri: "crm://people/1", name: `Card of ${ANN}` }], nextCursor: `after ${ANN}` },
  [`after ${ANN}`]: { resources: [{ uri: "crm://people/2", name: "Card 2" }] },
};

const message = (value: string) => ({ role: "user", content: { type: "text", text: value } });

function createChatty(): Server {
  const everything = {
    tools: { listChanged: true },
    resources: { subscribe: true },
    prompts: {},
    completions: {},
  };
  const server = new Server(
    { name: "chatty", version: "1" },
    { capabilities: { ...everything, logging: {} }, instructions: `Ask ${ANN} for help.` },
  );
  server.setRequestHandler("tools/list", () => ({
    tools: Object.keys(TOOLS).map((name) => ({
      name,
      description: `The tool ${name} of ${ANN}.\u200b`,
      inputSchema: { type: "object" as const },
      ...(name === "whoami" ? { outputSchema: OUTPUT as never } : {}),
    })),
  }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    received(params.name, params.arguments ?? {});
    const run = TOOLS[params.name];
    if (!run) throw new ProtocolError(-32602, `no tool ${params.name}`);
    return (await run(context, params.arguments ?? {}, server)) as never;
  });
  server.setRequestHandler("resources/list", ({ params }) => PAGES[params?.cursor ?? ""] as never);
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [{ uriTemplate: "crm://people/{id}", name: `People of ${ANN}` }],
  }));
  server.setRequestHandler("resources/read", ({ params }) => {
    received("read", params);
    const blob = Buffer.from(`Dear ${ANN}`).toString("base64");
    return {
      contents: [
        { uri: params.uri, mimeType: "text/plain", text: `Card: ${ANN}` },
        { uri: params.uri, mimeType: "text/plain", blob },
        { uri: params.uri, mimeType: "image/png", blob: "aGVsbG8gd29ybGQ=" },
      ],
    };
  });
  server.setRequestHandler("resources/subscribe", ({ params }) => {
    received("subscribe", { uri: params.uri });
    if (params.uri === "crm://nobody") throw new ProtocolError(-32602, "nobody is there");
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", () => ({}));
  server.setRequestHandler("prompts/list", () => ({
    prompts: [{ name: "greet", description: `Greets ${ANN}.` }],
  }));
  server.setRequestHandler("prompts/get", ({ params }) => {
    received("prompt", params);
    return { messages: [message(`Greet ${ANN}`) as never] };
  });
  server.setRequestHandler("completion/complete", () => ({ completion: { values: [ANN], hasMore: false } }));
  return server;
}

received("started", { pid: process.pid });
if (isLegacyOnly) await createChatty().connect(new StdioServerTransport());
else serveStdio(createChatty, isModernOnly ? { legacy: "reject" } : {});
