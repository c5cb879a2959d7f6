// What the prelude uses of the language, taken before any guest code runs. Guest code may replace every
// prototype method afterwards, so the prelude never calls a method on a value: only these, through `apply`.
// It also avoids spread, for-of, array destructuring and pushing to arrays, which run replaceable code.

export const {
  apply,
  construct,
  defineProperty,
  deleteProperty,
  get: reflectGet,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  ownKeys,
} = Reflect;
export const { freeze, keys: objectKeys, prototype: objectPrototype } = Object;
export const { isArray, prototype: arrayPrototype } = Array;
export const { isView } = ArrayBuffer;
export const { parse: jsonParse, stringify: jsonStringify } = JSON;
export const { fromCharCode, fromCodePoint } = String;
export const { isFinite: isFiniteNumber, isInteger, prototype: numberPrototype } = Number;
export const { max, min, trunc } = Math;

export const IntrinsicError = Error;
export const IntrinsicTypeError = TypeError;
export const IntrinsicRangeError = RangeError;
export const IntrinsicArray = Array;
export const IntrinsicBoolean = Boolean;
export const IntrinsicDate = Date;
export const IntrinsicMap = Map;
export const IntrinsicNumber = Number;
export const IntrinsicPromise = Promise;
export const IntrinsicRegExp = RegExp;
export const IntrinsicSet = Set;
export const IntrinsicString = String;
export const IntrinsicWeakMap = WeakMap;
export const IntrinsicUint8Array = Uint8Array;
export const IntrinsicArrayBuffer = ArrayBuffer;

export const promiseThen = Promise.prototype.then;
export const mapForEach = Map.prototype.forEach;
export const mapSet = Map.prototype.set;
export const setForEach = Set.prototype.forEach;
export const setAdd = Set.prototype.add;
export const weakMapGet = WeakMap.prototype.get;
export const weakMapSet = WeakMap.prototype.set;
export const bigintToString = BigInt.prototype.toString;
export const booleanValueOf = Boolean.prototype.valueOf;
export const numberValueOf = Number.prototype.valueOf;
export const stringValueOf = String.prototype.valueOf;
export const dateToIso = Date.prototype.toISOString;
export const dateValueOf = Date.prototype.valueOf;
export const regexpToString = RegExp.prototype.toString;
export const regexpExec = RegExp.prototype.exec;
export const symbolToString = Symbol.prototype.toString;
export const arrayBufferSlice = ArrayBuffer.prototype.slice;
export const charCodeAt = String.prototype.charCodeAt;
export const codePointAt = String.prototype.codePointAt;
export const stringIndexOf = String.prototype.indexOf;
export const stringSlice = String.prototype.slice;
export const isWellFormed = String.prototype.isWellFormed;
export const toWellFormed = String.prototype.toWellFormed;

// V8 gives some newer functions to a context only after it was taken from the snapshot.
export let isError;
export function takeLateIntrinsics() {
  isError = Error.isError;
}

const prototypeGetter = (prototype, name) => getOwnPropertyDescriptor(prototype, name).get;
export const mapSize = prototypeGetter(Map.prototype, "size");
export const setSize = prototypeGetter(Set.prototype, "size");
export const regexpSource = prototypeGetter(RegExp.prototype, "source");
export const regexpFlags = prototypeGetter(RegExp.prototype, "flags");
export const arrayBufferByteLength = prototypeGetter(ArrayBuffer.prototype, "byteLength");
export const typedArrayTag = prototypeGetter(getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag);
export const typedArrayLength = prototypeGetter(getPrototypeOf(Uint8Array.prototype), "length");
export const viewBuffer = prototypeGetter(getPrototypeOf(Uint8Array.prototype), "buffer");
export const viewByteOffset = prototypeGetter(getPrototypeOf(Uint8Array.prototype), "byteOffset");
export const viewByteLength = prototypeGetter(getPrototypeOf(Uint8Array.prototype), "byteLength");

/** True when `method` accepts `value` as its receiver: the only test of kind that guest code cannot fake. */
export function hasBrand(method, value) {
  try {
    apply(method, value, []);
    return true;
  } catch {
    return false;
  }
}

const KINDS = new WeakMap([
  [Date.prototype, "date"],
  [Map.prototype, "map"],
  [Set.prototype, "set"],
  [RegExp.prototype, "regexp"],
  [ArrayBuffer.prototype, "buffer"],
  [String.prototype, "string"],
  [Number.prototype, "number"],
  [Boolean.prototype, "boolean"],
  [Promise.prototype, "promise"],
]);
const MAX_PROTOTYPES = 100;

/** What an object looks like by its prototypes: asking for a brand costs an exception (5 µs) where it is none. */
export function looksLike(object) {
  let prototype = getPrototypeOf(object);
  for (let i = 0; i < MAX_PROTOTYPES && prototype !== null; i++) {
    const kind = apply(weakMapGet, KINDS, [prototype]);
    if (kind !== undefined) return kind;
    prototype = getPrototypeOf(prototype);
  }
  return undefined;
}

/** UTF-8 length of a text, or `cap + 1` as soon as it is known to be over `cap`. */
export function utf8Length(text, cap) {
  const length = text.length;
  if (length > cap) return cap + 1;
  let bytes = length;
  for (let i = 0; i < length; i++) {
    const code = apply(charCodeAt, text, [i]);
    if (code < 0x80) continue;
    if (code < 0x800) bytes += 1;
    else if (code >= 0xd800 && code < 0xdc00 && i + 1 < length) {
      bytes += 2;
      i++;
    } else bytes += 2;
  }
  return bytes > cap ? cap + 1 : bytes;
}
