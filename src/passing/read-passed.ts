// A server's answer in pieces for the gate: each piece is filtered and tokenized from its own root.

import type { Answered } from "../call/route.ts";
import { setBinaryAside } from "../call/set-binary-aside.ts";
import type { Passed, RpcFailure } from "../upstreams/upstreams.ts";
import type { BinaryContent, JsonObject, JsonValue } from "../vocabulary.ts";
import type { PassedMethod } from "./client-request.ts";

/** What the gate hands back as the value of a call that was passed on. */
export type Joined = { result: JsonObject } | { failure: JsonObject };

/**
 * Cursor and state are opaque to us as well: changed by a single letter, the server would not know them again. The
 * server's questions have been admitted one by one.
 */
type Untouched = { nextCursor?: string; requestState?: string; inputRequests?: JsonObject };

export type Read = {
  answered: Answered;
  untouched: Untouched;
  putBack(value: JsonValue): JsonValue;
};

export function readPassed(method: PassedMethod, passed: Passed, binary: BinaryContent): Read {
  if ("failure" in passed) return readFailure(passed.failure, passed.executed);
  const { nextCursor, requestState, cacheScope, inputRequests, ...result } = passed.result;
  const untouched = {
    ...(typeof nextCursor === "string" ? { nextCursor } : {}),
    ...(typeof requestState === "string" ? { requestState } : {}),
    ...(inputRequests === undefined ? {} : { inputRequests: inputRequests as JsonObject }),
  };
  const { value, putBack, withheld } = setBinaryAside(result, binary);
  // What one principal may see is no answer for another one.
  const shared = cacheScope === undefined ? {} : { cacheScope: "private" };
  const failed = result["isError"] === true;
  const whole = value as JsonObject;
  return {
    answered: {
      ...inPieces(method, whole, shared),
      failed,
      executed: passed.executed,
      asValue: true,
      withheld,
    },
    untouched,
    putBack,
  };
}

function inPieces(
  method: PassedMethod,
  whole: JsonObject,
  shared: JsonObject,
): Pick<Answered, "pieces" | "join"> {
  const { structuredContent, content, ...rest } = whole;
  if (method !== "tools/call" || content === undefined) {
    return { pieces: [whole], join: ([safe = null]) => ({ result: { ...(safe as JsonObject), ...shared } }) };
  }
  const names = structuredContent === undefined ? ["content"] : ["structuredContent", "content"];
  return {
    pieces: [...names.map((name) => whole[name] ?? null), rest],
    join: (safe) => ({
      result: {
        ...(safe.at(-1) as JsonObject),
        ...Object.fromEntries(names.map((name, index) => [name, safe[index] ?? null])),
      },
    }),
  };
}

function readFailure({ code, message, data }: RpcFailure, executed: Answered["executed"]): Read {
  const answered: Answered = {
    pieces: [{ message, ...(data === undefined ? {} : { data }) }],
    join: ([safe = null]) => ({ failure: { code, ...(safe as JsonObject) } }),
    failed: true,
    executed,
    asValue: true,
  };
  return { answered, untouched: {}, putBack: (value) => value };
}
