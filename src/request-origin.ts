// The ids that follow a request: from its caller to the run, from the run to its calls, from a call to the server's log.

import { createHash, randomBytes } from "node:crypto";
import type { JsonObject } from "./vocabulary.ts";

/** `traceparent` is the caller's own, in the words of W3C Trace Context. */
export type RequestOrigin = { id: string; traceparent?: string };

export const REQUEST_ID_HEADER = "X-Request-Id";
/** Under this key of `_meta` every tool call tells the server the gateway's id of it. */
export const CALL_ID_META = "io.sallyport/call";

/** Only what programs make up: a UUID, a ULID, 32 hex digits, or our own. Any other text could be somebody's name. */
const REQUEST_ID =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[0-7][0-9A-HJKMNP-TV-Z]{25}|req_[0-9a-f]{20})$/i;
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

export function newOrigin(): RequestOrigin {
  return { id: `req_${randomBytes(10).toString("hex")}` };
}

/** A header that is not well-formed is left aside, as if it had not come. */
export function readOrigin(headers: Headers): RequestOrigin {
  const asked = headers.get(REQUEST_ID_HEADER) ?? "";
  const traceparent = headers.get("traceparent") ?? "";
  return {
    ...(REQUEST_ID.test(asked) ? { id: asked } : newOrigin()),
    ...(TRACEPARENT.test(traceparent) ? { traceparent } : {}),
  };
}

/** The caller's trace where it has one; else the run's own digits, filled up. */
export function traceOf(run: string, traceparent = ""): { traceId: string; parentSpanId?: string } {
  const [, traceId, parentSpanId] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === undefined || parentSpanId === undefined)
    return { traceId: digitsOf(run, 32).padStart(32, "0") };
  return { traceId, parentSpanId };
}

/** The span of a call has exactly the call's digits. */
export function spanIdOf(id: string): string {
  return digitsOf(id, 16).slice(0, 16).padStart(16, "0");
}

/** What a server is told of a call, so that its log can be laid beside the trail. */
export function idsForServer(call: string, run: string, { traceparent }: RequestOrigin): JsonObject {
  const { traceId } = traceOf(run, traceparent);
  const flags = traceparent?.slice(-2) ?? "01";
  return { [CALL_ID_META]: call, traceparent: `00-${traceId}-${spanIdOf(call)}-${flags}` };
}

function digitsOf(id: string, most: number): string {
  const digits = /_([0-9a-f]+)$/.exec(id)?.[1] ?? "";
  const fits = digits.length > 0 && digits.length <= Math.max(most, 20) && /[1-9a-f]/.test(digits);
  return fits ? digits : createHash("sha256").update(id).digest("hex").slice(0, most);
}
