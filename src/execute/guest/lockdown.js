// Removes every way from strings to code and every global that is not on the list, before guest code runs.

import {
  apply,
  defineProperty,
  deleteProperty,
  freeze,
  getPrototypeOf,
  IntrinsicArrayBuffer,
  IntrinsicError,
  IntrinsicTypeError,
  ownKeys,
} from "./intrinsics.js";

const KEPT_GLOBALS = { __proto__: null };
const KEPT_NAMES =
  `Object Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise
RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError globalThis
JSON Math Intl Temporal ArrayBuffer DataView Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array
BigUint64Array BigInt64Array Uint8ClampedArray Float16Array Float32Array Float64Array Map Set WeakMap WeakSet BigInt
Iterator Proxy Reflect DisposableStack AsyncDisposableStack decodeURI decodeURIComponent encodeURI encodeURIComponent
escape unescape isFinite isNaN`.split(/\s+/);
for (const name of KEPT_NAMES) KEPT_GLOBALS[name] = true;

const FUNCTION_PROTOTYPES = [
  getPrototypeOf(() => {}),
  getPrototypeOf(async () => {}),
  getPrototypeOf(function* () {}),
  getPrototypeOf(async function* () {}),
];

/** Runs after the context exists, not in the snapshot: V8 adds WebAssembly and others to each new context. */
export function lockDown() {
  const names = ownKeys(globalThis);
  for (let i = 0; i < names.length; i++) {
    if (typeof names[i] !== "string" || KEPT_GLOBALS[names[i]] !== true) deleteProperty(globalThis, names[i]);
  }
  const noCodeFromStrings = function refuseCodeFromStrings() {
    throw new IntrinsicTypeError("Code cannot be made from strings here.");
  };
  // For `instanceof` and for methods that are borrowed.
  noCodeFromStrings.prototype = FUNCTION_PROTOTYPES[0];
  pin(noCodeFromStrings, "name", "Function");
  pin(globalThis, "Function", freeze(noCodeFromStrings));
  for (let i = 0; i < FUNCTION_PROTOTYPES.length; i++)
    pin(FUNCTION_PROTOTYPES[i], "constructor", noCodeFromStrings);
  // A hook here would see frames of the prelude, as live objects.
  pin(IntrinsicError, "prepareStackTrace", undefined);
  pin(IntrinsicError, "stackTraceLimit", 12);
  // Memory of resizable buffers is not counted by the isolate's limit (500 MB were reached under 8), and
  // these two methods are the ways to grow one.
  deleteProperty(IntrinsicArrayBuffer.prototype, "resize");
  deleteProperty(IntrinsicArrayBuffer.prototype, "transfer");
}

/**
 * `Date` counts in milliseconds and `performance` is gone; a finer clock would tell what others here do. Touching
 * `Temporal` costs a tenth of a whole small run, so it is taken away from programs that do not name it.
 */
export function settleTemporal(isNamed) {
  if (!isNamed) {
    deleteProperty(globalThis, "Temporal");
    return;
  }
  const { Temporal } = globalThis;
  coarsen(Temporal, "instant", Temporal.Instant);
  coarsen(Temporal, "plainDateTimeISO", Temporal.PlainDateTime);
  coarsen(Temporal, "plainTimeISO", Temporal.PlainTime);
  coarsen(Temporal, "zonedDateTimeISO", Temporal.ZonedDateTime);
}

function coarsen({ Now }, name, { prototype: { round } }) {
  const now = Now[name];
  const options = { __proto__: null, smallestUnit: "millisecond", roundingMode: "floor" };
  const coarse = (zone) => apply(round, apply(now, Now, zone === undefined ? [] : [zone]), [options]);
  pin(Now, name, freeze(coarse));
}

function pin(object, name, value) {
  defineProperty(object, name, {
    __proto__: null,
    value,
    writable: false,
    enumerable: false,
    configurable: false,
  });
}

export function defineGlobal(name, value) {
  pin(globalThis, name, value);
}
