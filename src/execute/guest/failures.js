// Errors that the gateway itself issued to this run. Only membership in this table gives an error its code:
// a guest that writes `code` on its own error changes nothing.

import {
  apply,
  defineProperty,
  IntrinsicError,
  stringIndexOf,
  stringSlice,
  weakMapGet,
  weakMapSet,
} from "./intrinsics.js";

const issued = new WeakMap();

function own(error, name, value) {
  if (value === undefined) return;
  defineProperty(error, name, {
    __proto__: null,
    value,
    writable: true,
    enumerable: name !== "name",
    configurable: true,
  });
}

/** An error of a limit that is kept inside the isolate; the host accepts a closed list of such codes. */
export function limitError(code, message, hint) {
  const error = new IntrinsicError(message);
  return issue(
    error,
    { __proto__: null, code, message, hint, retryable: false, executed: "no" },
    { __proto__: null, limit: code, hint },
  );
}

/** Turns `site`, created where the guest made its call, into the failure that the host sent for it. */
export function toolFailure(site, failure, requestId) {
  defineProperty(site, "message", {
    __proto__: null,
    value: failure.message,
    writable: true,
    enumerable: false,
    configurable: true,
  });
  const stack = typeof site.stack === "string" ? site.stack : "";
  const frames = apply(stringIndexOf, stack, ["\n    at "]);
  const trace = frames < 0 ? "" : apply(stringSlice, stack, [frames]);
  defineProperty(site, "stack", {
    __proto__: null,
    value: `ToolError: ${failure.message}${trace}`,
    writable: true,
    enumerable: false,
    configurable: true,
  });
  own(site, "name", "ToolError");
  return issue(site, failure, { __proto__: null, failure: requestId, code: failure.code });
}

function issue(error, failure, record) {
  own(error, "code", failure.code);
  own(error, "retryable", failure.retryable);
  own(error, "executed", failure.executed);
  own(error, "hint", failure.hint);
  apply(weakMapSet, issued, [error, record]);
  return error;
}

/** `{limit}` or `{failure}` of an issued error, undefined for everything else. */
export function issuedRecord(error) {
  return typeof error === "object" && error !== null ? apply(weakMapGet, issued, [error]) : undefined;
}

export function failureCodeOf(error) {
  const record = issuedRecord(error);
  return record === undefined ? undefined : (record.code ?? record.limit);
}
