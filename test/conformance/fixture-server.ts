// A server with everything that the official MCP conformance suite asks of one, in both eras of the protocol.
// `node test/conformance/fixture-server.ts` serves it on a free port of this machine and prints its URL.

import { randomUUID } from "node:crypto";
import type { Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { createAdaptorServer } from "@hono/node-server";
import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  ProtocolError,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { PNG } from "./fixture-media.ts";
import { answerTo, type Changes, embedded, inputRequired, listFixtureTools, TOOLS } from "./fixture-tools.ts";

const CAPABILITIES = {
  tools: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
};

const TEXT = { uri: "test://static-text", mimeType: "text/plain" };
const RESOURCES = [
  { ...TEXT, name: "static text" },
  { uri: "test://static-binary", name: "static binary", mimeType: "image/png" },
  { uri: "test://watched-resource", name: "watched", mimeType: "text/plain" },
];
const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/;

function readResource(uri: string): object {
  if (uri === "test://static-text")
    return { ...TEXT, text: "This is the content of the static text resource." };
  if (uri === "test://static-binary") return { uri, mimeType: "image/png", blob: PNG };
  if (uri === "test://watched-resource") return { uri, mimeType: "text/plain", text: "Watched." };
  const id = TEMPLATE.exec(uri)?.[1];
  if (id === undefined) throw new ProtocolError(-32602, "Resource not found", { uri });
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  return { uri, mimeType: "application/json", text };
}

const argument = (name: string) => ({ name, description: `The argument ${name}.`, required: true });
const PROMPTS = [
  { name: "test_simple_prompt" },
  { name: "test_prompt_with_arguments", arguments: [argument("arg1"), argument("arg2")] },
  { name: "test_prompt_with_embedded_resource", arguments: [argument("resourceUri")] },
  { name: "test_prompt_with_image" },
  { name: "test_input_required_result_prompt" },
].map((prompt) => ({ ...prompt, description: `Does what the scenario of ${prompt.name} asks for.` }));

const says = (content: object) => ({ role: "user", content });
const text = (value: string) => says({ type: "text", text: value });

function promptMessages(name: string, args: Record<string, string>): object[] | undefined {
  if (name === "test_simple_prompt") return [text("This is a simple prompt for testing.")];
  if (name === "test_prompt_with_arguments")
    return [text(`Prompt with arguments: arg1='${args["arg1"]}', arg2='${args["arg2"]}'`)];
  if (name === "test_prompt_with_embedded_resource")
    return [
      says(embedded(args["resourceUri"] ?? "", "text/plain", "Embedded resource content for testing.")),
      text("Please process the embedded resource above."),
    ];
  if (name === "test_prompt_with_image")
    return [
      says({ type: "image", data: PNG, mimeType: "image/png" }),
      text("Please analyze the image above."),
    ];
  return undefined;
}

const CONTEXT_QUESTION = {
  user_context: {
    method: "elicitation/create",
    params: {
      message: "What context should the prompt use?",
      requestedSchema: { type: "object", properties: { context: { type: "string" } }, required: ["context"] },
    },
  },
};

export function createFixtureServer(changes: Changes): Server {
  const server = new Server({ name: "fixture", version: "1.0.0" }, { capabilities: CAPABILITIES });
  server.setRequestHandler("tools/list", () => ({ tools: listFixtureTools() as never[] }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const tool = Object.hasOwn(TOOLS, params.name) ? TOOLS[params.name] : undefined;
    if (!tool) throw new ProtocolError(-32602, `There is no tool ${params.name}.`);
    return (await tool.run(context, params.arguments ?? {}, changes)) as never;
  });
  server.setRequestHandler("resources/list", () => ({ resources: RESOURCES }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [{ uriTemplate: "test://template/{id}/data", name: "template" }],
  }));
  server.setRequestHandler("resources/read", ({ params }) => ({
    contents: [readResource(params.uri) as never],
  }));
  server.setRequestHandler("resources/subscribe", () => ({}));
  server.setRequestHandler("resources/unsubscribe", () => ({}));
  server.setRequestHandler("prompts/list", () => ({ prompts: PROMPTS }));
  server.setRequestHandler("prompts/get", ({ params }, context) => {
    if (params.name === "test_input_required_result_prompt" && !answerTo(context, "user_context"))
      return inputRequired(CONTEXT_QUESTION) as never;
    const messages = promptMessages(params.name, params.arguments ?? {}) ?? [
      text("The question was answered."),
    ];
    return { messages: messages as never[] };
  });
  server.setRequestHandler("completion/complete", ({ params }) => {
    const values = ["paris", "park", "party"].filter((value) => value.startsWith(params.argument.value));
    return { completion: { values, total: values.length, hasMore: false } };
  });
  return server;
}

/** Sessions for the older revisions, none for the newest; changes are told to everybody who listens. */
export function createFixtureApp(): { fetch(request: Request): Promise<Response> } {
  const sessions = new Map<string, { server: Server; transport: WebStandardStreamableHTTPServerTransport }>();
  const changes: Changes = {
    tools() {
      stateless.notify.toolsChanged();
      for (const { server } of sessions.values()) void server.sendToolListChanged().catch(() => {});
    },
    prompts() {
      stateless.notify.promptsChanged();
      for (const { server } of sessions.values()) void server.sendPromptListChanged().catch(() => {});
    },
  };
  const stateless = createMcpHandler(() => createFixtureServer(changes), { legacy: "reject" });

  async function open(request: Request, parsedBody: unknown): Promise<Response> {
    const server = createFixtureServer(changes);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, { server, transport }),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await server.connect(transport);
    return transport.handleRequest(request, { parsedBody });
  }

  return {
    async fetch(request) {
      const body = request.method === "POST" ? await request.clone().json() : undefined;
      if (!(await isLegacyRequest(request, body))) return stateless.fetch(request, { parsedBody: body });
      if (isInitializeRequest(body)) return open(request, body);
      const session = sessions.get(request.headers.get("mcp-session-id") ?? "");
      if (!session) return Response.json({ error: "no such session" }, { status: 404 });
      return session.transport.handleRequest(request, { parsedBody: body });
    },
  };
}

export async function listenAsFixture(): Promise<{ url: string; close(): void }> {
  const server = createAdaptorServer({ fetch: createFixtureApp().fetch }) as HttpServer;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log((await listenAsFixture()).url);
