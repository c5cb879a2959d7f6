// Timers: the host keeps the time, the program's functions stay here.

import { limitError } from "./failures.js";
import { apply, deleteProperty, IntrinsicNumber, IntrinsicTypeError, min, trunc } from "./intrinsics.js";
import { limits, POST, post, run } from "./outlet.js";
import { log } from "./report.js";

const timers = { __proto__: null };

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
