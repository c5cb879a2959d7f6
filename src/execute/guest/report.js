// What a program tells: its log lines, its result, its failure.

import { describeAll } from "./describe.js";
import { issuedRecord } from "./failures.js";
import { apply, isWellFormed, jsonParse, jsonStringify, toWellFormed, utf8Length } from "./intrinsics.js";
import { flush, limits, POST, post, run } from "./outlet.js";
import { positionIn } from "./position.js";
import { serialize, textOf } from "./serialize.js";

const MAX_MESSAGE_CHARS = 4000;

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
