// What leaves the isolate goes through one captured function that takes numbers and texts only.

import { apply, deleteProperty } from "./intrinsics.js";

// The same numbers stand in isolate-run.ts.
export const POST = { __proto__: null, request: 1, log: 2, setTimer: 3, clearTimer: 4, done: 5, failed: 6 };

/** Requests that leave together: flat triples (id, target, text). */
const outgoing = { __proto__: null, length: 0 };
export const run = {
  __proto__: null,
  ended: false,
  nextId: 1,
  inFlight: 0,
  hasSent: false,
  queueHead: 0,
  queueTail: 0,
  toolCalls: 0,
  serviceRequests: 0,
  timers: 0,
  logLines: 0,
  logBytes: 0,
};
export let post;
export let limits;

export function connect(postToHost) {
  post = postToHost;
}

export function beginRun(runLimits, firstId) {
  limits = runLimits;
  run.nextId = firstId;
}

/** The first request of a turn leaves at once; what follows waits until the program pauses, and crosses in one call. */
export function postRequest(id, target, text) {
  if (!run.hasSent) {
    run.hasSent = true;
    post(POST.request, id, target, text);
    return;
  }
  if (outgoing.length === 0) flushSoon();
  const at = outgoing.length;
  outgoing.length = at + 3;
  outgoing[at] = id;
  outgoing[at + 1] = target;
  outgoing[at + 2] = text;
}

async function flushSoon() {
  await undefined;
  flush();
}

/** Also before a log line and before the end, so that everything leaves in the order in which it was done. */
export function flush() {
  if (outgoing.length === 0) return;
  const list = { __proto__: null, length: outgoing.length + 1, 0: POST.request };
  for (let i = 0; i < outgoing.length; i++) {
    list[i + 1] = outgoing[i];
    deleteProperty(outgoing, i);
  }
  outgoing.length = 0;
  apply(post, undefined, list);
}
