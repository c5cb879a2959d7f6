// What a name means at the server now: a list from an earlier start is good for finding a tool, not for calling it.

import type { Catalog, Lookup } from "../catalog/catalog.ts";
import { GatewayError } from "../errors.ts";
import type { Attempt, CallScope } from "../tool-gate.ts";
import { type Found, recordableName } from "./route.ts";

export type ToolLookup = Pick<Catalog, "lookup" | "confirm">;

export function lookUp(catalog: ToolLookup, { policies, principal }: CallScope, name: string): Lookup {
  return catalog.lookup(name, (tool) => policies.mayCall(principal, tool));
}

export async function lookUpLive(
  catalog: ToolLookup,
  scope: CallScope,
  name: string,
  signal: AbortSignal,
): Promise<Lookup> {
  // A server that does not answer is told of when the call leaves: by then the decision is on the trail.
  await confirm(catalog, scope, name, signal).catch(() => {});
  return lookUp(catalog, scope, name);
}

/** The last look before the call leaves: what was decided about must be what the server lists now. */
export async function requireLive(
  catalog: ToolLookup,
  { scope, tool, found, waiting }: Attempt,
): Promise<void> {
  const pin = pinOf(found);
  if (pin === null) return;
  await confirm(catalog, scope, tool, waiting.signal);
  const live = lookUp(catalog, scope, tool);
  if ("found" in live && live.found.pin === pin) return;
  throw new GatewayError(
    "TOOL_DRIFT",
    `The tool ${recordableName(tool)} changed while its call was decided.`,
    {
      hint: "The call was never sent. Look the tool up again; if it is gone, a reviewer has to look at it.",
    },
  );
}

/** Null for an operation of the protocol, which has no definition. */
export function pinOf(found: Found): string | null {
  return "found" in found ? found.found.pin : null;
}

async function confirm(
  catalog: ToolLookup,
  { policies, principal }: CallScope,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  await catalog.confirm(name, (tool) => policies.mayCall(principal, tool), signal);
}
