// What a client asks of a server, taken apart: what policy decides about, and what only travels along.

import { CLIENT_REQUESTS, type JsonObject } from "../vocabulary.ts";

/** The methods that are passed on. `tools/list` is answered here, from pinned definitions. */
export const PASSED_METHODS = ["tools/call", ...CLIENT_REQUESTS] as const;
export type PassedMethod = (typeof PASSED_METHODS)[number];

export type Taken = {
  /** `server.tool` or `server.resources/read`: the name that policies know. */
  id: string;
  /** What the call is about, for people and for seals. */
  about: string;
  /** What is decided, recorded and searched for tokens. */
  args: unknown;
  cursor?: string;
};

export function takeApart(server: string, method: PassedMethod, params: JsonObject): Taken {
  const { _meta, cursor, name, inputResponses: _answers, requestState: _state, ...rest } = params;
  const page = typeof cursor === "string" ? { cursor } : {};
  if (method === "tools/call") {
    const id = `${server}.${String(name)}`;
    return { id, about: id, args: params["arguments"] ?? {} };
  }
  const args = name === undefined ? rest : { name, ...rest };
  const id = `${server}.${method}`;
  const what = params["name"] ?? params["uri"];
  return { id, about: what === undefined ? id : `${id} ${String(what)}`, args, ...page };
}

/** The same request with what the gate lets out. `name`: the tool's own, whatever spelling the client used. */
export function putTogether(
  method: PassedMethod,
  { name, args, cursor }: { name: string; args: JsonObject; cursor?: string },
): JsonObject {
  const page = cursor === undefined ? {} : { cursor };
  return method === "tools/call" ? { name, arguments: args } : { ...args, ...page };
}

/** What stays the same when a client comes back with its answers. */
export function withoutReturned({
  inputResponses: _answers,
  requestState: _state,
  _meta,
  ...asked
}: JsonObject): JsonObject {
  return asked;
}
