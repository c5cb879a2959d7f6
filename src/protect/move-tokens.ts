// Tokens of one vault in a value → tokens of another vault for the same values, with where they came from: what two
// sessions share is told to each in its own tokens. Clear values pass through memory here and go nowhere else.

import { GatewayError } from "../errors.ts";
import type { JsonValue, TokenUse } from "../vocabulary.ts";
import type { CarriedValue, SessionVault } from "./protect.ts";

/** Throws TOKEN_UNKNOWN for a word that looks like a token and is none here: there it might be somebody's. */
export async function moveTokens(value: JsonValue, from: SessionVault, to: SessionVault): Promise<JsonValue> {
  const uses = new Map<string, TokenUse>();
  for (const use of from.findTokens(value)) {
    if (!use.known) throw unknown(use.token);
    uses.set(use.token, use);
  }
  if (uses.size === 0) return value;
  const carried = [...uses.values()].map((use): CarriedValue => {
    const clear = from.restore(use.token, [{ ...use, pointer: "" }]);
    return {
      class: use.class,
      value: typeof clear === "number" ? clear : String(clear),
      sources: use.sources,
    };
  });
  const tokens = await to.takeIn(carried);
  return from.rename(value, new Map([...uses.keys()].map((token, index) => [token, tokens[index] ?? token])));
}

function unknown(token: string): GatewayError {
  return new GatewayError("TOKEN_UNKNOWN", `The data holds ${token}, which stands for nothing here.`, {
    hint: "Keep only tokens that tools or the user's data gave to this session.",
  });
}
