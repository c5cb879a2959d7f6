// The way of a call over the connections that all share. Content that nobody can read goes around the tokenizer.

import type { CallScope } from "../tool-gate.ts";
import type { Upstreams } from "../upstreams/upstreams.ts";
import type { JsonValue } from "../vocabulary.ts";
import type { Route } from "./route.ts";
import { binaryFor, setBinaryAside } from "./set-binary-aside.ts";
import { readAnswer } from "./tool-answer.ts";

export type PutBack = (value: JsonValue) => JsonValue;

/** The value has its content already. */
export function sharedRoute(upstreams: Pick<Upstreams, "call">, scope: CallScope): Route {
  const { route, putBack } = aroundBinary(upstreams, scope);
  return {
    async send(granted, options) {
      const answered = await route.send(granted, options);
      return { ...answered, join: (pieces) => putBack(answered.join(pieces)) };
    },
  };
}

/** For who measures the value first: content does not count, and is put back afterwards. */
export function aroundBinary(
  upstreams: Pick<Upstreams, "call">,
  scope: CallScope,
): { route: Route; putBack: PutBack } {
  let putBack: PutBack = (value) => value;
  const route: Route = {
    async send({ server, name, args }, options) {
      const { value, failed } = readAnswer(await upstreams.call(server, name, args, options));
      const aside = setBinaryAside(value, binaryFor(scope));
      putBack = aside.putBack;
      const { withheld } = aside;
      return { pieces: [aside.value], join: ([whole = null]) => whole, failed, executed: "yes", withheld };
    },
  };
  return { route, putBack: (value) => putBack(value) };
}
