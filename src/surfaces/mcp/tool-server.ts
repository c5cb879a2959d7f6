// One MCP server with our tools. It holds no state of its own: who calls comes with each request.

import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { describeFault, toGatewayError } from "../../errors.ts";
import type { Gateway } from "../../gateway.ts";
import type { RunEvent } from "../../run/guest-host.ts";
import { didYouMean } from "../../text/did-you-mean.ts";
import { VERSION } from "../../version.ts";
import type { Principal } from "../../vocabulary.ts";
import { CheckedServer } from "./checked-server.ts";
import { chooseSession, type Exchange } from "./exchange.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { type NamedTools, OWN_TOOLS } from "./named-tools.ts";
import { addPrompts } from "./prompts.ts";
import { readCallArguments, readRunArguments, readSearchArguments } from "./read-arguments.ts";
import { addResources } from "./resources.ts";
import { addLogging, type LogsOf } from "./run-logs.ts";
import { progressOf } from "./run-progress.ts";
import { SKILL_ACTS } from "./skill-tools.ts";
import { type Submitting, submitRun, type Watched } from "./submit-run.ts";
import { CALL_TOOL, SEARCH_TOOLS } from "./tool-list.ts";
import { callReply, errorReply, searchReply } from "./tool-reply.ts";
import { toolResources } from "./tool-resources.ts";
import { workspaceResources } from "./workspace-resources.ts";

const TOOL_NAMES = OWN_TOOLS.map((tool) => tool.name);

export type ToolServerParts = {
  gateway: Gateway;
  named: Pick<NamedTools, "listFor">;
  exchangeOf(context: ServerContext): Exchange;
  defaultSession(principal: Principal): string;
  log: (message: string) => void;
};

export function createToolServer(parts: ToolServerParts): Server {
  const server = new CheckedServer(
    { name: "sallyport", title: "Sallyport", version: VERSION },
    {
      capabilities: { tools: { listChanged: true }, resources: {}, prompts: {}, logging: {} },
      instructions: INSTRUCTIONS,
    },
  );
  server.setRequestHandler("tools/list", (_request, context) => ({
    tools: parts.named.listFor(parts.exchangeOf(context).principal),
  }));
  const logsOf = addLogging(server);
  server.setRequestHandler("tools/call", ({ params }, context) =>
    callTool({ ...parts, logsOf }, params, context),
  );
  addPrompts(server);
  addResources(server, [toolResources(parts), workspaceResources(parts)], parts.exchangeOf);
  return server;
}

type ToolCall = { name: string; arguments?: unknown };

async function callTool(
  parts: ToolServerParts & { logsOf: LogsOf },
  call: ToolCall,
  context: ServerContext,
): Promise<CallToolResult> {
  if (!TOOL_NAMES.includes(call.name)) throw unknownTool(call.name);
  const ended = new AbortController();
  try {
    const exchange = parts.exchangeOf(context);
    if (call.name === SEARCH_TOOLS.name) return await searchTools(parts, exchange, call.arguments);
    const signal = AbortSignal.any([exchange.signal, context.mcpReq.signal]);
    const progress = progressOf(context, AbortSignal.any([signal, ended.signal]));
    const logs = parts.logsOf(context);
    const onEvent = (event: RunEvent): void => {
      progress?.(event);
      logs?.(event);
    };
    const watched = { ...exchange, signal, ...(progress || logs ? { onEvent } : {}) };
    return await actOf(call.name)(parts, watched, call.arguments);
  } catch (error) {
    const known = toGatewayError(error);
    if (known.code === "INTERNAL") parts.log(`fault in ${call.name}: ${describeFault(known)}`);
    return errorReply(known);
  } finally {
    ended.abort();
  }
}

function actOf(name: string): (typeof SKILL_ACTS)[string] {
  if (name === CALL_TOOL.name) return callDirectly;
  return SKILL_ACTS[name] ?? runCode;
}

async function searchTools(
  { gateway }: ToolServerParts,
  { principal }: Exchange,
  args: unknown,
): Promise<CallToolResult> {
  return searchReply(await gateway.searchTools(principal, readSearchArguments(args)));
}

function runCode(parts: Submitting, exchange: Watched, args: unknown): Promise<CallToolResult> {
  return submitRun(parts, exchange, { ...readRunArguments(args), typecheck: true });
}

async function callDirectly(parts: Submitting, exchange: Watched, args: unknown): Promise<CallToolResult> {
  const { session: asked, name, arguments: given } = readCallArguments(args);
  const { principal, signal, request, onEvent } = exchange;
  const session = chooseSession(exchange, asked, () => parts.defaultSession(principal));
  const watch = { ...(onEvent ? { onEvent } : {}), ...(request ? { request } : {}) };
  const wish = { principal, session, signal, tool: name, args: given, surface: "mcp" as const, ...watch };
  return callReply(await parts.gateway.callTool(wish));
}

function unknownTool(name: string): ProtocolError {
  const near = didYouMean(name, TOOL_NAMES);
  const help = near
    ? `Did you mean "${near}"?`
    : `Call it by ${CALL_TOOL.name}, or from a program by callTool(name, arguments); ${SEARCH_TOOLS.name} finds names.`;
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool "${name.slice(0, 64)}" on this surface. ${help}`,
  );
}
