// A row as callers see it: columns without a value left out, the body parsed.

import type { TrailRow } from "../../storage/storage.ts";
import type { JsonObject, JsonValue } from "../../vocabulary.ts";

export function presentRow({ body, prev, hash, ...columns }: TrailRow): JsonObject {
  const filled = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== null));
  return { ...filled, body: parseBody(body), prev, hash };
}

// A body that somebody has edited must still be presentable: the auditor wants to see it.
function parseBody(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return { unreadable: String(text) };
  }
}
