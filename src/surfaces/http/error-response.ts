import { describeFault, type GatewayError, toGatewayError } from "../../errors.ts";

/** One place where a failure becomes a reply. The cause goes to the operator's log, never to the caller. */
export function errorResponse(error: unknown, log: (message: string) => void): Response {
  const known = toGatewayError(error);
  if (known.code === "INTERNAL") log(`fault: ${describeFault(known)}`);
  const { code, message, hint } = known;
  return Response.json(
    { error: { code, message, ...(hint ? { hint } : {}) } },
    { status: known.status, headers: headersFor(known) },
  );
}

function headersFor(error: GatewayError): Record<string, string> {
  if (error.status === 401) return { "www-authenticate": 'Bearer realm="sallyport"' };
  return error.status === 429 ? { "retry-after": "1" } : {};
}
