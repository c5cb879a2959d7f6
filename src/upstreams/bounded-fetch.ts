// HTTP answers with a bound: a message that is too large becomes a JSON-RPC error for the request that asked for it.

import type { FetchLike } from "@modelcontextprotocol/client";
import { OVERSIZE_RPC_CODE } from "./upstream-error.ts";

export function boundedFetch(maxMessageBytes: number, fetchImpl: FetchLike = fetch): FetchLike {
  return async function fetchBounded(url, init) {
    const response = await fetchImpl(url, init);
    if (response.body === null) return response;
    const substitute = oversizeAnswer(init?.body);
    const isEventStream = /^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
    const body = isEventStream
      ? response.body.pipeThrough(boundEvents(maxMessageBytes, `event: message\ndata: ${substitute}\n\n`))
      : await readBounded(response.body, maxMessageBytes, substitute);
    return withBody(response, body);
  };
}

function oversizeAnswer(requestBody: unknown): string {
  return JSON.stringify({
    jsonrpc: "2.0",
    id: requestIdOf(requestBody),
    error: { code: OVERSIZE_RPC_CODE, message: "message too large" },
  });
}

function requestIdOf(body: unknown): unknown {
  if (typeof body !== "string") return null;
  try {
    return (JSON.parse(body) as { id?: unknown }).id ?? null;
  } catch {
    return null;
  }
}

async function readBounded(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  substitute: string,
): Promise<Uint8Array<ArrayBuffer> | string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early cancels the stream, so the rest is not downloaded.
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > maxBytes) return substitute;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Passes events on whole; ends the stream with `substitute` when one event is too large. */
function boundEvents(maxBytes: number, substitute: string): TransformStream<Uint8Array, Uint8Array> {
  let pending: Uint8Array[] = [];
  let bytes = 0;
  const end = findEventEnds();
  const keep = (part: Uint8Array): boolean => {
    pending.push(part);
    bytes += part.length;
    return bytes <= maxBytes;
  };
  const release = (controller: TransformStreamDefaultController<Uint8Array>): void => {
    for (const part of pending) controller.enqueue(part);
    pending = [];
    bytes = 0;
  };
  return new TransformStream({
    transform(chunk, controller) {
      let start = 0;
      let fits = true;
      for (const stop of end(chunk)) {
        fits = keep(chunk.subarray(start, stop));
        if (!fits) break;
        release(controller);
        start = stop;
      }
      if (fits && keep(chunk.subarray(start))) return;
      pending = [];
      controller.enqueue(Buffer.from(substitute));
      controller.terminate();
    },
    flush: release,
  });
}

/** An event ends with an empty line; the state of the last line is kept from chunk to chunk. */
function findEventEnds(): (chunk: Uint8Array) => number[] {
  let lineIsEmpty = false;
  return (chunk) => {
    const ends: number[] = [];
    for (let i = 0; i < chunk.length; i++) {
      if (chunk[i] === 0x0d) continue;
      if (chunk[i] !== 0x0a) lineIsEmpty = false;
      else if (lineIsEmpty) ends.push(i + 1);
      else lineIsEmpty = true;
    }
    return ends;
  };
}

function withBody(
  response: Response,
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string,
): Response {
  const headers = new Headers(response.headers);
  // The body is decoded by now, so what described its encoded form is wrong.
  headers.delete("content-length");
  headers.delete("content-encoding");
  // A Response cannot be made with these statuses and a body; they carry none that matters.
  const init = { status: response.status, statusText: response.statusText, headers };
  const bodyless = [204, 205, 304].includes(response.status);
  const copy = new Response(bodyless ? null : body, init);
  // The SDK reads `url` to name a refused redirect; a copy has none of its own.
  Object.defineProperty(copy, "url", { value: response.url });
  return copy;
}
