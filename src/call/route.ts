// How a call leaves once it is granted, and what comes back.

import type { Lookup } from "../catalog/catalog.ts";
import type { CallOptions } from "../upstreams/upstreams.ts";
import type { Executed, JsonObject, JsonValue, TokenUse } from "../vocabulary.ts";

/** A call that policy lets through: exactly what was decided and recorded, and nothing else, is dispatched. */
export type Granted = { server: string; name: string; args: JsonObject; uses: TokenUse[] };

/** What a name stands for: a tool with its pin, or an operation of the protocol, which has none. */
export type Found =
  | { found: { id: string; server: string; name: string; pin: string | null } }
  | Extract<Lookup, { missing: unknown }>;

/** A way of a granted call other than the shared connections; everything before and after it is the same. */
export type Route = {
  /** Set for an operation of the protocol, which no catalog lists. */
  found?: { id: string; server: string; name: string };
  /** What the client brings back for the server's questions; `send` lets it out in its own way. */
  brought?: { inputResponses?: JsonObject; requestState?: string };
  send(granted: Granted, options: CallOptions): Promise<Answered>;
};

/** What came back, in pieces that policy's pointers begin at, and how to put them together again. */
export type Answered = {
  pieces: JsonValue[];
  join(pieces: JsonValue[]): JsonValue;
  failed: boolean;
  executed: Executed;
  /** A failure is an answer like any other: the caller reads from it what went wrong. */
  asValue?: boolean;
  /** How many contents that nobody can read policy kept back. */
  withheld?: number;
};

/** A name that no tool has is the program's own text, and may be anything. */
export function recordableName(name: string): string {
  return /^[\w.-]{1,128}$/.test(name) ? name : "(no tool's name)";
}

/** An operation of a server that is no tool, and so has no pin. */
export function asFound(operation: NonNullable<Route["found"]>): Found {
  return { found: { ...operation, pin: null } };
}
