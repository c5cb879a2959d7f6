// Answers of a running gateway that come piece by piece.

import { GatewayError } from "../../../errors.ts";
import type { JsonObject } from "../../../vocabulary.ts";
import { type Asked, connectionLost, errorOf, send } from "./http-request.ts";

export type StreamedEvent = { event: string; data: JsonObject };

/** Server-sent events, chunk by chunk: the name of each and what its `data` holds as JSON. */
export function createParser(): (chunk: string) => StreamedEvent[] {
  let rest = "";
  return (chunk) => {
    const parts = (rest + chunk).split("\n\n");
    rest = parts.pop() ?? "";
    return parts.flatMap((part) => {
      const lines = part.split("\n");
      const valuesOf = (field: string): string[] =>
        lines
          .filter((line) => line.startsWith(`${field}:`))
          .map((line) => line.slice(field.length + 1).trimStart());
      const data = valuesOf("data");
      if (data.length === 0) return [];
      return [{ event: valuesOf("event")[0] ?? "message", data: JSON.parse(data.join("\n")) as JsonObject }];
    });
  };
}

/** Ends in silence when the caller stops it. */
export async function* readStream(url: URL, secret: string, asked: Asked): AsyncGenerator<string> {
  try {
    const reply = await send(url, secret, asked);
    if (!reply.ok || !reply.body) throw errorOf(await reply.json().catch(() => null), reply.status);
    const decoder = new TextDecoder();
    for await (const chunk of reply.body) yield decoder.decode(chunk, { stream: true });
  } catch (error) {
    if (asked.signal?.aborted) return;
    throw error instanceof GatewayError ? error : connectionLost(url, error);
  }
}

export async function* readEvents(url: URL, secret: string, asked: Asked): AsyncGenerator<StreamedEvent> {
  const parse = createParser();
  for await (const chunk of readStream(url, secret, { ...asked, accept: "text/event-stream" })) {
    yield* parse(chunk);
  }
}
