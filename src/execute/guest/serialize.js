// Values → JSON text, inside the isolate and under its limits.
//
//   undefined, NaN, ±Infinity → null          -0 → 0                 BigInt → decimal string
//   Date → ISO string, invalid → null         RegExp → its text      boxed primitive → the primitive
//   Map → object if all keys are strings, else array of pairs        Set → array
//   Error → {name, message}, tool failures also code                 typed array → array of numbers
//   function, symbol → left out; null in arrays and at the top       lone surrogate → U+FFFD
//   toJSON is honored                         class instance → its own enumerable properties
//   cycle, unsettled promise, more than 100 levels → an error with the path

import { failureCodeOf, limitError } from "./failures.js";
import {
  apply,
  arrayBufferByteLength,
  arrayPrototype,
  bigintToString,
  booleanValueOf,
  dateToIso,
  dateValueOf,
  getPrototypeOf,
  hasBrand,
  IntrinsicUint8Array,
  isArray,
  isError,
  isFiniteNumber,
  isView,
  isWellFormed,
  jsonStringify,
  looksLike,
  mapForEach,
  mapSize,
  numberValueOf,
  objectKeys,
  objectPrototype,
  promiseThen,
  regexpSource,
  regexpToString,
  setForEach,
  setSize,
  stringValueOf,
  symbolToString,
  toWellFormed,
  typedArrayLength,
  typedArrayTag,
  utf8Length,
} from "./intrinsics.js";

const MAX_DEPTH = 100;
const LEFT_OUT = undefined;

/** `rules` says which limit a large or impossible value breaks: the result's or the arguments'. */
export function serialize(value, rules) {
  const state = {
    size: 0,
    rules,
    ancestors: { __proto__: null },
    path: { __proto__: null },
  };
  const text = writeValue(state, value, "", 0) ?? "null";
  // No character takes more than three bytes, so short texts need no count.
  if (text.length * 3 > rules.maxBytes && utf8Length(text, rules.maxBytes) > rules.maxBytes)
    throw tooLarge(rules);
  return text;
}

function tooLarge(rules) {
  return limitError(rules.tooLarge, `${rules.subject} is larger than ${rules.maxBytes} bytes.`, rules.hint);
}

function invalid(state, depth, what) {
  let path = state.rules.root;
  for (let i = 1; i <= depth; i++) {
    const key = state.path[i];
    path += typeof key === "number" ? `[${key}]` : `.${key}`;
  }
  return limitError(
    state.rules.invalid,
    `${path} ${what}`,
    "Return plain data: objects, arrays, texts, numbers.",
  );
}

function spend(state, text) {
  state.size += text.length;
  if (state.size > state.rules.maxBytes) throw tooLarge(state.rules);
  return text;
}

function quote(state, text) {
  if (text.length > state.rules.maxBytes) throw tooLarge(state.rules);
  return spend(state, jsonStringify(apply(isWellFormed, text, []) ? text : apply(toWellFormed, text, [])));
}

function writeValue(state, value, key, depth) {
  switch (typeof value) {
    case "string":
      return quote(state, value);
    case "number":
      return spend(state, isFiniteNumber(value) ? `${value}` : "null");
    case "boolean":
      return spend(state, value ? "true" : "false");
    case "bigint":
      return quote(state, apply(bigintToString, value, []));
    case "object":
      return value === null ? spend(state, "null") : writeObject(state, value, key, depth);
    default:
      return LEFT_OUT;
  }
}

function writeObject(state, object, key, depth) {
  if (depth >= MAX_DEPTH) throw invalid(state, depth, `is nested more than ${MAX_DEPTH} levels deep.`);
  for (let i = 0; i < depth; i++) {
    if (state.ancestors[i] === object)
      throw invalid(state, depth, "refers back to an object that contains it.");
  }
  state.ancestors[depth] = object;
  const toJson = object.toJSON;
  if (typeof toJson === "function" && !hasBrand(dateValueOf, object)) {
    const replaced = apply(toJson, object, [`${key}`]);
    if (replaced === null || typeof replaced !== "object") return writeValue(state, replaced, key, depth);
    if (replaced !== object) return writeStructure(state, replaced, depth);
  }
  return writeStructure(state, object, depth);
}

function writeStructure(state, object, depth) {
  if (isArray(object)) return writeList(state, object.length, (i) => object[i], depth);
  const prototype = getPrototypeOf(object);
  if (prototype === objectPrototype || prototype === null || prototype === arrayPrototype) {
    return writeRecord(state, objectKeys(object), (name) => object[name], depth);
  }
  return writeExotic(state, object, depth);
}

function writeExotic(state, object, depth) {
  if (isError(object)) return writeError(state, object, depth);
  if (isView(object)) return writeView(state, object, depth);
  switch (looksLike(object)) {
    case "date":
      if (hasBrand(dateValueOf, object)) return writeDate(state, object);
      break;
    case "map":
      if (hasBrand(mapSize, object)) return writeMap(state, object, depth);
      break;
    case "set":
      if (hasBrand(setSize, object)) return writeSet(state, object, depth);
      break;
    case "buffer":
      if (hasBrand(arrayBufferByteLength, object))
        return writeView(state, new IntrinsicUint8Array(object), depth);
      break;
    case "regexp":
      if (hasBrand(regexpSource, object)) return quote(state, `${apply(regexpToString, object, [])}`);
      break;
    case "string":
      if (hasBrand(stringValueOf, object)) return quote(state, apply(stringValueOf, object, []));
      break;
    case "number":
      if (hasBrand(numberValueOf, object))
        return writeValue(state, apply(numberValueOf, object, []), "", depth);
      break;
    case "boolean":
      if (hasBrand(booleanValueOf, object)) return spend(state, `${apply(booleanValueOf, object, [])}`);
      break;
    case "promise":
      if (isPromise(object)) throw invalid(state, depth, "is a promise. Await it first.");
  }
  return writeRecord(state, objectKeys(object), (name) => object[name], depth);
}

function writeView(state, view, depth) {
  if (apply(typedArrayTag, view, []) === undefined)
    throw invalid(state, depth, "is a DataView. Make it a Uint8Array first.");
  return writeList(state, apply(typedArrayLength, view, []), (i) => view[i], depth);
}

function writeDate(state, date) {
  return isFiniteNumber(apply(dateValueOf, date, []))
    ? quote(state, apply(dateToIso, date, []))
    : spend(state, "null");
}

function writeSet(state, set, depth) {
  const items = { __proto__: null };
  let count = 0;
  apply(setForEach, set, [
    (item) => {
      items[count++] = item;
    },
  ]);
  return writeList(state, count, (i) => items[i], depth);
}

function isPromise(object) {
  try {
    apply(promiseThen, object, [undefined, () => {}]);
    return true;
  } catch {
    return false;
  }
}

function writeError(state, error, depth) {
  const record = {
    __proto__: null,
    name: textOf(error.name),
    message: textOf(error.message),
    code: failureCodeOf(error),
  };
  return writeRecord(state, objectKeys(record), (name) => record[name], depth);
}

export function textOf(value) {
  if (typeof value === "string") return value;
  if (typeof value === "symbol") return apply(symbolToString, value, []);
  try {
    return `${value}`;
  } catch {
    return "(a value without a text)";
  }
}

function writeMap(state, map, depth) {
  const names = { __proto__: null };
  const values = { __proto__: null };
  let count = 0;
  let allTexts = true;
  apply(mapForEach, map, [
    (value, name) => {
      if (typeof name !== "string") allTexts = false;
      names[count] = name;
      values[count++] = value;
    },
  ]);
  if (!allTexts) return writeList(state, count, (i) => [names[i], values[i]], depth);
  const positions = { __proto__: null };
  for (let i = 0; i < count; i++) positions[names[i]] = i;
  return writeRecord(state, objectKeys(positions), (name) => values[positions[name]], depth);
}

function writeList(state, length, itemAt, depth) {
  // Every item takes a character and a comma: what cannot fit is not begun.
  if (length * 2 > state.rules.maxBytes) throw tooLarge(state.rules);
  let text = "[";
  for (let i = 0; i < length; i++) {
    state.path[depth + 1] = i;
    const item = writeValue(state, itemAt(i), i, depth + 1) ?? spend(state, "null");
    text += i === 0 ? item : `,${item}`;
  }
  return `${text}${spend(state, "]")}`;
}

function writeRecord(state, names, valueAt, depth) {
  let text = "{";
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    state.path[depth + 1] = name;
    const value = valueAt(name);
    // Inside a record undefined means absent; everywhere else it means null.
    const item = writeValue(state, value, name, depth + 1);
    if (item === LEFT_OUT) continue;
    text += `${text.length === 1 ? "" : ","}${quote(state, name)}:${item}`;
  }
  return `${text}${spend(state, "}")}`;
}
