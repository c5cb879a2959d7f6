// structuredClone for the kinds of data that programs hold; functions, symbols and promises are refused.

import {
  apply,
  arrayBufferByteLength,
  arrayBufferSlice,
  construct,
  dateValueOf,
  defineProperty,
  hasBrand,
  IntrinsicArray,
  IntrinsicDate,
  IntrinsicError,
  IntrinsicMap,
  IntrinsicRegExp,
  IntrinsicSet,
  IntrinsicTypeError,
  IntrinsicWeakMap,
  isArray,
  isError,
  isView,
  looksLike,
  mapForEach,
  mapSet,
  mapSize,
  objectKeys,
  regexpFlags,
  regexpSource,
  setAdd,
  setForEach,
  setSize,
  typedArrayTag,
  weakMapGet,
  weakMapSet,
} from "./intrinsics.js";
import { textOf } from "./serialize.js";

const TYPED_ARRAYS = {
  __proto__: null,
  Uint8Array,
  Int8Array,
  Uint16Array,
  Int16Array,
  Uint32Array,
  Int32Array,
  Uint8ClampedArray,
  Float16Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
};

export function structuredClone(value) {
  return cloneValue(value, new IntrinsicWeakMap());
}

function put(target, name, value) {
  defineProperty(target, name, {
    __proto__: null,
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

function cloneValue(value, copies) {
  if (typeof value === "function" || typeof value === "symbol") {
    throw new IntrinsicTypeError(`structuredClone cannot copy a ${typeof value}.`);
  }
  if (typeof value !== "object" || value === null) return value;
  const known = apply(weakMapGet, copies, [value]);
  if (known !== undefined) return known;
  const copy = emptyCopy(value);
  apply(weakMapSet, copies, [value, copy]);
  fillCopy(value, copy, copies);
  return copy;
}

function emptyCopy(value) {
  if (isArray(value)) return new IntrinsicArray(value.length);
  if (isError(value)) return new IntrinsicError(textOf(value.message));
  if (isView(value)) {
    const kind = TYPED_ARRAYS[apply(typedArrayTag, value, [])];
    if (kind === undefined) throw new IntrinsicTypeError("structuredClone cannot copy this view.");
    return construct(kind, [value]);
  }
  switch (looksLike(value)) {
    case "date":
      if (hasBrand(dateValueOf, value)) return new IntrinsicDate(apply(dateValueOf, value, []));
      break;
    case "map":
      if (hasBrand(mapSize, value)) return new IntrinsicMap();
      break;
    case "set":
      if (hasBrand(setSize, value)) return new IntrinsicSet();
      break;
    case "buffer":
      if (hasBrand(arrayBufferByteLength, value)) return apply(arrayBufferSlice, value, [0]);
      break;
    case "promise":
      throw new IntrinsicTypeError("structuredClone cannot copy a promise.");
    case "regexp":
      return new IntrinsicRegExp(apply(regexpSource, value, []), apply(regexpFlags, value, []));
  }
  return {};
}

function fillCopy(value, copy, copies) {
  const kind = looksLike(copy);
  if (kind === "map") {
    const add = (item, key) => apply(mapSet, copy, [cloneValue(key, copies), cloneValue(item, copies)]);
    apply(mapForEach, value, [add]);
  } else if (kind === "set") {
    apply(setForEach, value, [(item) => apply(setAdd, copy, [cloneValue(item, copies)])]);
  } else if (isError(value)) {
    put(copy, "name", textOf(value.name));
  } else if (kind === undefined && !isView(value)) {
    const names = objectKeys(value);
    for (let i = 0; i < names.length; i++) put(copy, names[i], cloneValue(value[names[i]], copies));
  }
}
