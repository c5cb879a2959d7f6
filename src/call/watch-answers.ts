// The gate as it is, with its answers learned from: what programs get back becomes the type of a tool without one.

import type { Lookup, ObservedTypes } from "../catalog/catalog.ts";
import type { ToolGate } from "../tool-gate.ts";

export function watchAnswers(
  gate: ToolGate,
  catalog: { lookup(name: string): Lookup },
  observe: ObservedTypes["observe"],
): ToolGate {
  return {
    async call(scope, toolName, args, waiting, route) {
      const outcome = await gate.call(scope, toolName, args, waiting, route);
      // Other ways answer in other forms.
      if (route !== undefined || !("value" in outcome)) return outcome;
      const looked = catalog.lookup(outcome.tool);
      if ("found" in looked) observe(looked.found, outcome.value);
      return outcome;
    },
  };
}
