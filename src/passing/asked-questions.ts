// What a server has asked in a conversation. Answers come back bare, in another request: they are answers only to what
// was asked in the same call, and count as that, whatever they look like.

import { sha256Hex } from "../text/canonical-json.ts";
import type { JsonObject } from "../vocabulary.ts";
import { withoutReturned } from "./client-request.ts";

const MOST_CALLS = 64;

/** The same when a client comes back with answers, and for no other call. */
export function nameCall(method: string, params: JsonObject): string {
  return sha256Hex(JSON.stringify([method, withoutReturned(params)]));
}

export class AskedQuestions {
  /** By call, then by the question's key; least recently asked first. */
  readonly #methods = new Map<string, Map<string, string>>();

  remember(call: string, questions: ReadonlyMap<string, string>): void {
    if (questions.size === 0) return;
    const known = this.#methods.get(call) ?? new Map<string, string>();
    for (const [key, method] of questions) known.set(key, method);
    this.#methods.delete(call);
    this.#methods.set(call, known);
    const [oldest] = this.#methods.keys();
    if (this.#methods.size > MOST_CALLS && oldest !== undefined) this.#methods.delete(oldest);
  }

  /** The method of the question that the key stands for; undefined where none was asked. */
  methodOf(call: string, key: string): string | undefined {
    return this.#methods.get(call)?.get(key);
  }
}
