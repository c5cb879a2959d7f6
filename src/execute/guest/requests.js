// What a program asks of the host, and what comes back. Each request is a promise of the program.

import { limitError, toolFailure } from "./failures.js";
import { deleteProperty, IntrinsicError, IntrinsicPromise, jsonParse } from "./intrinsics.js";
import { limits, postRequest, run } from "./outlet.js";
import { serialize } from "./serialize.js";

const DELIVER_FAILURE = 0;
const DELIVER_VALUE = 1;
const MAX_SERVICE_REQUESTS = 1000;

const pending = { __proto__: null };
const queue = { __proto__: null };
let argumentRules;

export function beginRequests() {
  argumentRules = {
    __proto__: null,
    maxBytes: limits.argumentBytes,
    tooLarge: "ARGUMENT_LIMIT",
    invalid: "BAD_ARGUMENTS",
    subject: "The arguments of this call",
    root: "arguments",
    hint: "Send less data in one call, or split it over several calls.",
  };
}

/** `kind` is `tool`, or `service` for what the gateway itself answers; always answers with a promise, also for what fails at once. */
export function request(kind, name, args) {
  return new IntrinsicPromise((resolve, reject) => {
    countRequest(kind);
    // A plain literal: every property is its own, and without a prototype V8 makes a slow dictionary of it.
    const entry = {
      kind,
      name,
      text: serialize(args === undefined ? {} : args, argumentRules),
      site: new IntrinsicError(""),
      resolve,
      reject,
    };
    if (run.inFlight < limits.parallelCalls) send(entry);
    else queue[run.queueTail++] = entry;
  });
}

function countRequest(kind) {
  if (kind === "tool" && ++run.toolCalls > limits.toolCalls) {
    throw limitError(
      "CALL_LIMIT",
      `The run may make ${limits.toolCalls} tool calls.`,
      "Use fewer calls, or larger pages.",
    );
  }
  if (kind !== "tool" && ++run.serviceRequests > MAX_SERVICE_REQUESTS) {
    const message = `The run may search, ask for facts, call skills and use the workspace ${MAX_SERVICE_REQUESTS} times.`;
    throw limitError("CALL_LIMIT", message, "Keep data in variables while the program runs.");
  }
}

function send(entry) {
  const id = run.nextId++;
  const text = entry.text;
  entry.text = "";
  pending[id] = entry;
  run.inFlight++;
  postRequest(id, `${entry.kind}\n${entry.name}`, text);
}

/** Takes flat triples (id, status, text), so that one entry into the isolate settles a whole batch. */
export function deliver(...parts) {
  run.hasSent = false;
  for (let i = 0; i < parts.length; i += 3) settle(parts[i], parts[i + 1], parts[i + 2]);
  while (run.queueHead < run.queueTail && run.inFlight < limits.parallelCalls) {
    const entry = queue[run.queueHead];
    deleteProperty(queue, run.queueHead++);
    send(entry);
  }
}

function settle(id, status, text) {
  const entry = pending[id];
  if (entry === undefined || run.ended) return;
  deleteProperty(pending, id);
  run.inFlight--;
  try {
    if (status === DELIVER_VALUE) entry.resolve(jsonParse(text));
    else if (status === DELIVER_FAILURE) entry.reject(toolFailure(entry.site, jsonParse(text), id));
  } catch (error) {
    entry.reject(error);
  }
}
