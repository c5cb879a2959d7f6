// A request that somebody else's client has made, sent on as it is. The answer comes back whole: a result, a question of
// the server (`input_required`), or its JSON-RPC error.

import { type Client, ProtocolError, withInputRequired } from "@modelcontextprotocol/client";
import { z } from "zod";
import type { Executed, JsonObject, JsonValue } from "../vocabulary.ts";
import { fitsInBytes } from "./measure-json.ts";
import { executedBefore, OVERSIZE_RPC_CODE, resultTooLarge } from "./upstream-error.ts";
import type { LinkRequest } from "./upstreams.ts";

/** What a server says about itself when it is connected. */
export type Offer = { capabilities: JsonObject; instructions?: string };

export type RpcFailure = { code: number; message: string; data?: JsonValue };

export type Passed = { result: JsonObject; executed: Executed } | { failure: RpcFailure; executed: Executed };

const anyResult = withInputRequired(z.looseObject({}));

export function offerOf(client: Client): Offer {
  const instructions = client.getInstructions();
  const capabilities = (client.getServerCapabilities() ?? {}) as JsonObject;
  return { capabilities, ...(instructions === undefined ? {} : { instructions }) };
}

export async function passRequest(client: Client, server: string, request: LinkRequest): Promise<Passed> {
  const { method, params, maxResultBytes } = request;
  const what = `${server}.${typeof params["name"] === "string" ? params["name"] : method}`;
  try {
    const result = (await send(client, request)) as JsonObject;
    if (!fitsInBytes(result, maxResultBytes)) throw resultTooLarge(what, maxResultBytes);
    return { result, executed: "yes" };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    if (error.code === OVERSIZE_RPC_CODE) throw resultTooLarge(what, maxResultBytes);
    const { code, message, data } = error;
    return {
      failure: { code, message, ...(data === undefined ? {} : { data: data as JsonValue }) },
      executed: executedBefore(error),
    };
  }
}

function send(client: Client, request: LinkRequest): Promise<unknown> {
  const { method, params, meta, ids, definition, signal, timeoutMs, onProgress } = request;
  const options = {
    signal,
    timeout: timeoutMs,
    allowInputRequired: true,
    ...(onProgress ? { onprogress: (progress: object) => onProgress(progress as JsonObject) } : {}),
  };
  const _meta = { ...ids, ...(client.getProtocolEra() === "modern" ? meta : {}) };
  const sent = { ...params, ...(Object.keys(_meta).length > 0 ? { _meta } : {}) };
  const schema = definition?.inputSchema;
  if (method === "tools/call" && hasHeaderArguments(schema)) {
    const toolDefinition = {
      name: String(params["name"]),
      inputSchema: { ...schema, type: "object" as const },
    };
    return client.callTool(sent as { name: string }, { ...options, toolDefinition });
  }
  return client.request({ method, params: sent }, anyResult, options);
}

export function hasHeaderArguments(schema: JsonObject | undefined): schema is JsonObject {
  return schema !== undefined && JSON.stringify(schema).includes('"x-mcp-header"');
}
