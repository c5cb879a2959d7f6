// HTTP servers and whatever stands before them read the trace from a header; it is the one of the message's `_meta`.

import type { FetchLike } from "@modelcontextprotocol/client";

export function traceFetch(next: FetchLike): FetchLike {
  return function fetchTraced(url, init) {
    const traceparent = traceparentIn(init?.body);
    if (traceparent === null) return next(url, init);
    const headers = new Headers(init?.headers);
    headers.set("traceparent", traceparent);
    return next(url, { ...init, headers });
  };
}

function traceparentIn(body: unknown): string | null {
  if (typeof body !== "string" || !body.includes('"traceparent"')) return null;
  try {
    const message = JSON.parse(body) as { params?: { _meta?: { traceparent?: unknown } } };
    const traceparent = message.params?._meta?.traceparent;
    return typeof traceparent === "string" ? traceparent : null;
  } catch {
    return null;
  }
}
