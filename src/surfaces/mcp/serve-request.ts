// What every MCP endpoint does with an HTTP request before anything reads its meaning.

import { isJsonContentType } from "@modelcontextprotocol/server";
import { GatewayError, toGatewayError } from "../../errors.ts";
import { parseOneReading, UnclearJson } from "../../text/one-reading.ts";
import type { JsonValue } from "../../vocabulary.ts";
import { type Caller, type Exchange, requireSessionName, SESSION_HEADER } from "./exchange.ts";
import { RPC, rpcError } from "./rpc-error.ts";

/** Serves one request; the exchange is announced to the handlers before they run. */
export type Serve = (request: Request, body: unknown, exchange: Exchange) => Promise<Response>;

/** Reads the request, and ends its exchange when the answer is over or nobody waits for it any more. */
export async function serveRequest(serve: Serve, request: Request, caller: Caller): Promise<Response> {
  const read = await readRequest(request);
  if (read instanceof Response) return read;
  const over = new AbortController();
  const end = () => over.abort();
  if (request.signal.aborted) end();
  else request.signal.addEventListener("abort", end, { once: true });
  const bare = { method: request.method, headers: request.headers, signal: over.signal };
  const exchange = { ...caller, signal: over.signal, ...read.session };
  try {
    return whenBodyEnds(await serve(new Request(request.url, bare), read.body, exchange), end);
  } catch (error) {
    end();
    throw error;
  }
}

export function requireExchange(exchange: Exchange | undefined): Exchange {
  if (exchange) return exchange;
  throw new GatewayError("INTERNAL", "The gateway lost track of who sent this request.");
}

type ReadRequest = { body: unknown; session: { fixedSession?: string } };

/** The body is parsed once, here: what routes the request is what the handlers get. */
async function readRequest(request: Request): Promise<ReadRequest | Response> {
  const session = readSessionHeader(request.headers);
  if (session instanceof Response) return session;
  if (request.method === "GET" || request.method === "DELETE") return { body: undefined, session };
  if (request.method !== "POST") {
    const message = `${new URL(request.url).pathname} does not take ${request.method}.`;
    return rpcError({ status: 405, rpcCode: RPC.refused, code: "METHOD_NOT_ALLOWED", message });
  }
  if (!isJsonContentType(request.headers.get("content-type"))) {
    const message = "The header Content-Type must be application/json.";
    return rpcError({ status: 415, rpcCode: RPC.refused, code: "BAD_REQUEST", message });
  }
  const { body, message } = await readJson(request);
  if (message !== undefined) return rpcError({ status: 400, rpcCode: RPC.parse, code: "BAD_JSON", message });
  // One message a request: a batch would pass the key's rate limit as one.
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    const message = "The body must be one JSON-RPC message; batches are not taken.";
    return rpcError({ status: 400, rpcCode: RPC.invalidRequest, code: "BAD_REQUEST", message });
  }
  return { body, session };
}

function readSessionHeader(headers: Headers): { fixedSession?: string } | Response {
  const name = headers.get(SESSION_HEADER);
  if (name === null) return {};
  try {
    return { fixedSession: requireSessionName(name, "The header Sallyport-Session") };
  } catch (error) {
    const { code, message, hint } = toGatewayError(error);
    return rpcError({ status: 400, rpcCode: RPC.refused, code, message, ...(hint ? { hint } : {}) });
  }
}

async function readJson(request: Request): Promise<{ body?: JsonValue; message?: string }> {
  try {
    const bytes = await request.arrayBuffer();
    return { body: parseOneReading(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch (error) {
    if (error instanceof UnclearJson) return { message: `In the body ${error.message}.` };
    return { message: "The body is not valid JSON in UTF-8." };
  }
}

/** A stream ends when it is read to its end or when its reader is gone; anything else is over at once. */
function whenBodyEnds(response: Response, end: () => void): Response {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  if (!response.body || !isStream) {
    end();
    return response;
  }
  const watched = response.body.pipeThrough(new TransformStream({ flush: end, cancel: end }));
  return new Response(watched, response);
}
