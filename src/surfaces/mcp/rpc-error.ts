import type { ErrorCode } from "../../errors.ts";

/** JSON-RPC's own numbers, and the one that MCP clients read as "open a new session". */
export const RPC = { parse: -32700, invalidRequest: -32600, refused: -32000, noSession: -32001 } as const;

export type RpcRefusal = {
  status: number;
  rpcCode: number;
  code: ErrorCode;
  message: string;
  hint?: string;
  /** Id of the request that is refused, where it can be read. */
  id?: unknown;
};

/** A refusal below the protocol: MCP clients want JSON-RPC even where HTTP says it all. */
export function rpcError({ status, rpcCode, code, message, hint, id }: RpcRefusal): Response {
  const echoed = typeof id === "string" || typeof id === "number" ? id : null;
  const data = { code, ...(hint ? { hint } : {}) };
  return Response.json(
    { jsonrpc: "2.0", id: echoed, error: { code: rpcCode, message, data } },
    { status, headers: headersFor(status) },
  );
}

function headersFor(status: number): Record<string, string> {
  if (status === 405) return { allow: "POST, GET, DELETE" };
  return status === 429 ? { "retry-after": "1" } : {};
}
