// Requests to the host, timers and log lines. Everything leaves through one captured function that takes
// numbers and texts only; everything comes back through `deliver`.

import { describeAll } from "./describe.js";
import { issuedRecord, limitError, toolFailure } from "./failures.js";
import {
  apply,
  deleteProperty,
  IntrinsicError,
  IntrinsicNumber,
  IntrinsicPromise,
  IntrinsicTypeError,
  isWellFormed,
  jsonParse,
  jsonStringify,
  min,
  toWellFormed,
  trunc,
  utf8Length,
} from "./intrinsics.js";
import { positionIn } from "./position.js";
import { serialize, textOf } from "./serialize.js";

// The same numbers stand in isolate-run.ts.
const POST = { __proto__: null, request: 1, log: 2, setTimer: 3, clearTimer: 4, done: 5, failed: 6 };
const DELIVER_FAILURE = 0;
const DELIVER_VALUE = 1;
const MAX_SERVICE_REQUESTS = 1000;
const MAX_MESSAGE_CHARS = 4000;

const pending = { __proto__: null };
const queue = { __proto__: null };
const timers = { __proto__: null };
/** Requests that leave together: flat triples (id, target, text). */
const outgoing = { __proto__: null, length: 0 };
const run = {
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
let post;
let limits;
let argumentRules;

export function connect(postToHost) {
  post = postToHost;
}

export function beginRun(runLimits, firstId) {
  limits = runLimits;
  run.nextId = firstId;
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
  const target = `${entry.kind}\n${entry.name}`;
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

/** The first request of a turn leaves at once; what follows waits until the program pauses, and crosses in one call. */
async function flushSoon() {
  await undefined;
  flush();
}

/** Also before a log line and before the end, so that everything leaves in the order in which it was done. */
function flush() {
  if (outgoing.length === 0) return;
  const list = { __proto__: null, length: outgoing.length + 1, 0: POST.request };
  for (let i = 0; i < outgoing.length; i++) {
    list[i + 1] = outgoing[i];
    deleteProperty(outgoing, i);
  }
  outgoing.length = 0;
  apply(post, undefined, list);
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

export function armTimer(handler, ms, args, repeat) {
  if (typeof handler !== "function") throw new IntrinsicTypeError("A timer takes a function, not a text.");
  if (run.timers >= limits.timers) {
    throw limitError(
      "TIMER_LIMIT",
      `The run may hold ${limits.timers} timers.`,
      "Await timers before setting new ones.",
    );
  }
  const wished = IntrinsicNumber(ms);
  const delay = wished > 0 ? min(trunc(wished), 2147483647) : 0;
  const id = run.nextId++;
  run.timers++;
  timers[id] = { __proto__: null, handler, delay, args, repeat };
  post(POST.setTimer, id, "", `${delay}`);
  return id;
}

export function disarmTimer(id) {
  if (typeof id !== "number" || timers[id] === undefined) return;
  deleteProperty(timers, id);
  run.timers--;
  post(POST.clearTimer, id, "", "");
}

export function fireTimer(id) {
  const timer = timers[id];
  if (timer === undefined || run.ended) return;
  run.hasSent = false;
  if (timer.repeat) post(POST.setTimer, id, "", `${timer.delay}`);
  else {
    deleteProperty(timers, id);
    run.timers--;
  }
  try {
    apply(timer.handler, undefined, timer.args);
  } catch (error) {
    logTimerError(error);
  }
}

function logTimerError(error) {
  try {
    log("error", ["Uncaught error in a timer:", error]);
  } catch {
    log("error", ["Uncaught error in a timer, which cannot be read."]);
  }
}

export function log(level, values) {
  if (run.ended || run.logBytes < 0) return;
  const left = limits.logBytes - run.logBytes;
  const described = describeAll(values, left + 1);
  const text = apply(isWellFormed, described, []) ? described : apply(toWellFormed, described, []);
  const bytes = utf8Length(text, left);
  if (run.logLines >= limits.logLines || bytes > left) {
    run.logBytes = -1;
    flush();
    post(POST.log, 0, "warn", "The log is full: this line and all later ones were left out.");
    return;
  }
  run.logLines++;
  run.logBytes += bytes;
  flush();
  post(POST.log, 0, level, text);
}

export function finish(value) {
  if (run.ended) return;
  try {
    const text = serialize(value, {
      __proto__: null,
      maxBytes: limits.resultBytes,
      tooLarge: "RESULT_LIMIT",
      invalid: "RESULT_INVALID",
      subject: "The result",
      root: "result",
      hint: "Return only what is needed: filter, count or summarize in the program.",
    });
    run.ended = true;
    flush();
    post(POST.done, 0, "", text);
  } catch (error) {
    fail(error);
  }
}

/** What a skill gives to the program that called it: the same as it would give to a person who ran it. */
export function copyAsJson(value, subject) {
  const text = serialize(value, {
    __proto__: null,
    maxBytes: limits.resultBytes,
    tooLarge: "RESULT_LIMIT",
    invalid: "RESULT_INVALID",
    subject,
    root: "result",
    hint: "Save a version of the skill that returns less.",
  });
  return jsonParse(text);
}

export function fail(error) {
  if (run.ended) return;
  let text;
  try {
    text = jsonStringify(failureInfo(error));
  } catch {
    text = '{"name":"Error","message":"The program threw an error that cannot be read."}';
  }
  run.ended = true;
  flush();
  post(POST.failed, 0, "", text);
}

function failureInfo(error) {
  const info = { __proto__: null, name: "Error", message: "" };
  if (typeof error === "object" && error !== null && "message" in error) {
    info.name = describeAll([textOf(error.name)], 100);
    info.message = describeAll([textOf(error.message)], MAX_MESSAGE_CHARS);
  } else info.message = describeAll([error], MAX_MESSAGE_CHARS);
  const position = positionIn(error);
  if (position !== undefined) {
    info.line = position.line;
    info.column = position.column;
    info.skill = position.skill;
  }
  const record = issuedRecord(error);
  if (record !== undefined) {
    info.limit = record.limit;
    info.failure = record.failure;
    info.hint = record.hint;
  }
  return info;
}
