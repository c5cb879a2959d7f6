// One MCP server that stands for a server behind the gateway: it offers what policy leaves of it, and passes the rest on.

import { ProtocolError, type Server, type ServerContext } from "@modelcontextprotocol/server";
import { z } from "zod";
import { toCallError } from "../../../call/tool-refusal.ts";
import { describeFault, toGatewayError } from "../../../errors.ts";
import type { PassedConversation, Passing } from "../../../pass-through.ts";
import type { PassedMethod } from "../../../passing/client-request.ts";
import { VERSION } from "../../../version.ts";
import type { JsonObject } from "../../../vocabulary.ts";
import { CheckedServer } from "../checked-server.ts";
import type { Exchange } from "../exchange.ts";
import { fitToolResult } from "./fit-result.ts";
import { answerOf } from "./pass-reply.ts";

export type PassServerParts = {
  name: string;
  conversation: PassedConversation;
  capabilities: JsonObject;
  instructions?: string;
  /** Whose request it is; its signal aborts when nobody waits for the answer any more. */
  exchangeOf(context: ServerContext): Exchange;
  log: (message: string) => void;
};

/** Which capability brings which methods. */
const METHODS: Record<string, PassedMethod[]> = {
  tools: ["tools/call"],
  resources: [
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "resources/subscribe",
    "resources/unsubscribe",
  ],
  prompts: ["prompts/list", "prompts/get"],
  completions: ["completion/complete"],
  logging: ["logging/setLevel"],
};

/** A person may have to answer. */
const ASK_TIMEOUT_MS = 600_000;

const anyResult = z.looseObject({});

export function createPassServer(parts: PassServerParts): Server {
  const { name, conversation, capabilities, instructions } = parts;
  const server = new CheckedServer(
    { name, version: VERSION },
    {
      capabilities,
      ...(instructions === undefined ? {} : { instructions }),
      requestState: {
        verify(sealed) {
          const state = conversation.openState(sealed);
          if (state === undefined) throw new Error("the state was not sealed for this conversation");
          return state;
        },
      },
    },
  );
  if (capabilities["tools"]) {
    server.setRequestHandler("tools/list", async () => ({
      tools: (await conversation.listTools()) as never[],
    }));
  }
  const passed = Object.entries(METHODS).filter(([capability]) => Object.hasOwn(capabilities, capability));
  for (const method of passed.flatMap(([, methods]) => methods)) {
    server.setRequestHandler(method as "resources/read", async ({ params }, context) =>
      pass(parts, { method, params: (params ?? {}) as JsonObject }, context),
    );
  }
  server.setNotificationHandler("notifications/roots/list_changed", () => conversation.rootsChanged());
  return server;
}

type Asked = { method: PassedMethod; params: JsonObject };

async function pass(parts: PassServerParts, asked: Asked, context: ServerContext): Promise<never> {
  try {
    const passed = await parts.conversation.pass({ ...asked, ...waysBack(parts, context) });
    const answer = answerOf(asked.method, passed);
    const isNewest = context.mcpReq.envelope !== undefined;
    return (asked.method === "tools/call" ? fitToolResult(answer, isNewest) : answer) as never;
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const known = toGatewayError(error);
    parts.log(`fault in ${parts.name} ${asked.method}: ${describeFault(known)}`);
    return answerOf(asked.method, { error: toCallError(known, "unknown") }) as never;
  }
}

function waysBack(parts: PassServerParts, context: ServerContext): Omit<Passing, "method" | "params"> {
  const { mcpReq } = context;
  const { signal, request } = parts.exchangeOf(context);
  const { inputResponses } = mcpReq;
  const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
  const requestState = mcpReq.requestState<string>();
  const progressToken = mcpReq._meta?.progressToken;
  const declared = envelope?.["io.modelcontextprotocol/clientCapabilities"];
  const logLevel = envelope?.["io.modelcontextprotocol/logLevel"];
  return {
    ...(request ? { request } : {}),
    signal: AbortSignal.any([signal, mcpReq.signal]),
    tell: (told) => mcpReq.notify(told as never),
    ...(declared === undefined ? {} : { capabilities: declared as JsonObject }),
    ...(typeof logLevel === "string" ? { logLevel } : {}),
    ...(inputResponses === undefined ? {} : { inputResponses: inputResponses as JsonObject }),
    ...(requestState === undefined ? {} : { requestState }),
    // The newest revision has no requests of servers: what they ask comes as an answer.
    ...(envelope === undefined
      ? {
          ask: async (asked: Asked | { method: string; params: JsonObject }, signal: AbortSignal) =>
            (await mcpReq.send(asked, anyResult, { signal, timeout: ASK_TIMEOUT_MS })) as JsonObject,
        }
      : {}),
    ...(progressToken === undefined
      ? {}
      : {
          onProgress: (progress: JsonObject) =>
            mcpReq.notify({
              method: "notifications/progress",
              params: { ...progress, progressToken } as never,
            }),
        }),
  };
}
