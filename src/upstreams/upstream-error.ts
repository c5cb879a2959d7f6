// What goes wrong at a server, as errors that say whether the tool may have run.

import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from "@modelcontextprotocol/client";
import { type ErrorCode, GatewayError } from "../errors.ts";
import type { Executed } from "../vocabulary.ts";

/** JSON-RPC codes that a server answers before a tool runs: parse, request, method, params, header and version. */
const REFUSED_BEFORE_RUNNING = new Set([-32700, -32600, -32601, -32602, -32020, -32021, -32022]);

/** A server that finds its own tool's result invalid says so with the code for invalid arguments, after the tool ran. */
export function executedBefore({ code, message }: ProtocolError): Executed {
  return REFUSED_BEFORE_RUNNING.has(code) && !/\bresult\b/i.test(message) ? "no" : "unknown";
}

/** The transport's own answer in place of a message that was too large to read; outside JSON-RPC's reserved range. */
export const OVERSIZE_RPC_CODE = -31013;

const MAX_UPSTREAM_TEXT = 4096;

export class UpstreamError extends GatewayError {
  readonly executed: Executed;
  /** The server's own words: untrusted, may hold personal data, so never shown before it was protected. */
  readonly upstreamText: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { executed: Executed; hint?: string; cause?: unknown; upstreamText?: string },
  ) {
    super(code, message, options);
    this.name = "UpstreamError";
    this.executed = options.executed;
    this.upstreamText = options.upstreamText?.slice(0, MAX_UPSTREAM_TEXT);
  }
}

export function unavailable(server: string, why: string, hint?: string, cause?: unknown): UpstreamError {
  return new UpstreamError("UPSTREAM_UNAVAILABLE", `The server "${server}" cannot be reached: ${why}.`, {
    executed: "no",
    cause,
    ...(hint === undefined ? {} : { hint }),
  });
}

export function callTimedOut(
  tool: string,
  timeoutMs: number,
  executed: Executed,
  cause?: unknown,
): UpstreamError {
  return new UpstreamError("TOOL_TIMEOUT", `The tool "${tool}" did not answer within ${timeoutMs} ms.`, {
    executed,
    cause,
    hint:
      executed === "no"
        ? "The call was never sent; try it again."
        : "The tool may have run; check its effect before you try again.",
  });
}

export function callCancelled(tool: string, executed: Executed): UpstreamError {
  return new UpstreamError("CANCELLED", `The call of "${tool}" was cancelled.`, { executed });
}

export function toolDrifted(tool: string, isListed = true): UpstreamError {
  const hint = isListed
    ? "The call was never sent. A reviewer has to look at the new definition and pin it again."
    : "The call was never sent. Some servers list a tool only for clients that can do more, such as answer questions.";
  const message = isListed
    ? `The server lists ${tool} with another definition than the pinned one.`
    : `The server does not list ${tool} on this connection.`;
  return new UpstreamError("TOOL_DRIFT", message, { executed: "no", hint });
}

export function resultTooLarge(tool: string, maxBytes: number): UpstreamError {
  return new UpstreamError("CALL_RESULT_LIMIT", `The result of "${tool}" is larger than ${maxBytes} bytes.`, {
    executed: "yes",
    hint: "Ask the tool for less: a smaller page, fewer fields or a narrower filter.",
  });
}

/** The cases in the order of what is known best: our own limits, the server's answer, then the connection. */
export function toCallError(
  error: unknown,
  call: { server: string; tool: string; timeoutMs: number; signal: AbortSignal; maxBytes: number },
): UpstreamError {
  const tool = `${call.server}.${call.tool}`;
  if (error instanceof UpstreamError) return error;
  if (call.signal.aborted) return callCancelled(tool, "unknown");
  if (error instanceof ProtocolError) return fromRpcError(error, tool, call.maxBytes);
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
    return callTimedOut(tool, call.timeoutMs, "unknown", error);
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.UnsupportedResultType) {
    return new UpstreamError(
      "TOOL_FAILED",
      `The tool "${tool}" asks its caller for input, which the gateway does not give.`,
      {
        executed: "unknown",
        hint: "Pass everything that the tool needs as arguments.",
        cause: error,
      },
    );
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult) {
    return new UpstreamError(
      "TOOL_FAILED",
      `The tool "${tool}" answered with something that is no MCP result.`,
      {
        executed: "unknown",
        cause: error,
      },
    );
  }
  const executed = wasNeverSent(error) ? "no" : "unknown";
  return new UpstreamError(
    "UPSTREAM_UNAVAILABLE",
    `The connection to "${call.server}" was lost during the call.`,
    {
      executed,
      cause: error,
      hint:
        executed === "no"
          ? "The call was never sent; try it again."
          : "The tool may have run; check its effect before you try again.",
    },
  );
}

function fromRpcError(error: ProtocolError, tool: string, maxBytes: number): UpstreamError {
  if (error.code === OVERSIZE_RPC_CODE) return resultTooLarge(tool, maxBytes);
  return new UpstreamError(
    "TOOL_FAILED",
    `The server of "${tool}" answered with the JSON-RPC error ${error.code}.`,
    {
      executed: executedBefore(error),
      cause: error,
      upstreamText: error.message,
    },
  );
}

/**
 * True when the connection is of no further use. One refused HTTP request is not the end of the others;
 * 404, and 400 from some servers, mean that the session is gone.
 */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof UpstreamError || error instanceof ProtocolError) return false;
  if (error instanceof SdkHttpError) return error.status === 404 || error.status === 400;
  if (error instanceof SdkError)
    return error.code === SdkErrorCode.NotConnected || error.code === SdkErrorCode.ConnectionClosed;
  return true;
}

/** True when the request certainly did not reach the tool: no connection, or an HTTP refusal before any handler. */
function wasNeverSent(error: unknown): boolean {
  if (error instanceof SdkError && error.code === SdkErrorCode.NotConnected) return true;
  if (error instanceof SdkHttpError)
    return [401, 403, 404, 405, 429].includes(error.status ?? 0) || isRedirect(error.status);
  const cause = error instanceof Error ? error.cause : undefined;
  return (
    cause instanceof Error && "code" in cause && ["ECONNREFUSED", "ENOTFOUND"].includes(String(cause.code))
  );
}

function isRedirect(status: number | undefined): boolean {
  return status !== undefined && status >= 300 && status < 400;
}
