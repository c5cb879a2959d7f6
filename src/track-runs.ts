// The runs that are under way, so that a gateway that stops ends them and writes down how they ended.

import { GatewayError } from "./errors.ts";
import type { Pipeline } from "./pipeline.ts";

export type TrackedRuns = { pipeline: Pipeline; close(): Promise<void> };

export function trackRuns(pipeline: Pipeline): TrackedRuns {
  const underWay = new Set<Promise<unknown>>();
  const stopping = new AbortController();
  return {
    pipeline: {
      check: pipeline.check,
      async run(submission) {
        if (stopping.signal.aborted) throw stopped();
        const signal = AbortSignal.any([submission.signal, stopping.signal]);
        const run = pipeline.run({ ...submission, signal });
        underWay.add(run);
        return run.finally(() => underWay.delete(run));
      },
    },
    async close() {
      stopping.abort();
      await Promise.allSettled(underWay);
    },
  };
}

function stopped(): GatewayError {
  return new GatewayError("BUSY", "The gateway is stopping.", {
    hint: "Send the run again when it is back.",
  });
}
