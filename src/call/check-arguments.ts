// What a caller sends as a tool's arguments, before anything looks at their meaning.

import { GatewayError } from "../errors.ts";
import type { JsonObject } from "../vocabulary.ts";

/** One object, no two names that differ only in case: servers disagree about which of them counts. */
export function requireArguments(args: unknown): JsonObject {
  if (args === null || typeof args !== "object" || Array.isArray(args)) {
    throw new GatewayError("BAD_ARGUMENTS", "A tool takes one object of named arguments.", {
      hint: 'Call it like crm.get_contact({ id: "c1" }).',
    });
  }
  const seen = new Map<string, string>();
  for (const name of Object.keys(args)) {
    const twin = seen.get(name.toLowerCase());
    if (twin !== undefined) {
      throw new GatewayError("BAD_ARGUMENTS", `The arguments "${twin}" and "${name}" differ only in case.`);
    }
    seen.set(name.toLowerCase(), name);
  }
  return args as JsonObject;
}

export function requireArgumentSize(args: JsonObject, mostBytes: number): void {
  const bytes = Buffer.byteLength(JSON.stringify(args));
  if (bytes <= mostBytes) return;
  throw new GatewayError(
    "ARGUMENT_LIMIT",
    `The arguments have ${bytes} bytes; at most ${mostBytes} are taken.`,
    {
      hint: "Send less in one call.",
    },
  );
}
