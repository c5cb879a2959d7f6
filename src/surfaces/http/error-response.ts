import { type GatewayError, toGatewayError } from "../../errors.ts";

/** One place where a failure becomes a reply. The cause goes to the operator's log, never to the caller. */
export function errorResponse(error: unknown, log: (message: string) => void): Response {
  const known = toGatewayError(error);
  if (known.code === "INTERNAL") log(`fault: ${describeCause(known)}`);
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

/** Stack only: messages of foreign errors may quote data. */
function describeCause({ cause }: GatewayError): string {
  if (!(cause instanceof Error)) return typeof cause;
  const frames = (cause.stack ?? "").split("\n").filter((line) => line.trimStart().startsWith("at "));
  return [cause.name, ...frames.slice(0, 6).map((line) => line.trim())].join(" ");
}
