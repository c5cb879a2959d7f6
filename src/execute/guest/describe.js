// What console prints: a short, JSON-like text of any value, and the %-directives of console.log.

import {
  apply,
  bigintToString,
  charCodeAt,
  dateToIso,
  dateValueOf,
  hasBrand,
  IntrinsicNumber,
  isArray,
  isError,
  isFiniteNumber,
  jsonStringify,
  looksLike,
  mapForEach,
  mapSize,
  objectKeys,
  regexpSource,
  regexpToString,
  setForEach,
  setSize,
  stringIndexOf,
  stringSlice,
  symbolToString,
  trunc,
} from "./intrinsics.js";
import { positionIn } from "./position.js";
import { textOf } from "./serialize.js";

const MAX_PRINTED_DEPTH = 6;
const MAX_ITEMS = 1000;
/** Longer words are no tokens, so they may be cut anywhere. */
const LONGEST_TOKEN = 64;

/** One console line; `maxChars` bounds the work, not only the text. */
export function describeAll(values, maxChars) {
  const state = { __proto__: null, left: maxChars, ancestors: { __proto__: null } };
  let text = "";
  let next = 0;
  if (typeof values[0] === "string" && values.length > 1) {
    const filled = fillDirectives(state, values);
    text = filled.text;
    next = filled.next;
  }
  for (let i = next; i < values.length && state.left > 0; i++) {
    const part = typeof values[i] === "string" ? cut(state, values[i]) : describe(state, values[i], 0);
    text = i === 0 ? part : `${text} ${part}`;
  }
  return text;
}

function cut(state, text) {
  const kept = text.length > state.left ? wholeWords(text, state.left > 0 ? state.left : 0) : text;
  state.left -= text.length;
  return kept;
}

/** The front of EMAIL_1000 would be the token EMAIL_100, somebody else's. */
function wholeWords(text, most) {
  let end = most;
  if (isWordAt(text, most)) while (end > 0 && most - end <= LONGEST_TOKEN && isWordAt(text, end - 1)) end--;
  return apply(stringSlice, text, [0, most - end > LONGEST_TOKEN ? most : end]);
}

function isWordAt(text, at) {
  const unit = apply(charCodeAt, text, [at]);
  return (
    (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || unit === 95 || (unit >= 97 && unit <= 122)
  );
}

function fillDirectives(state, values) {
  const format = cut(state, values[0]);
  let text = "";
  let from = 0;
  let next = 1;
  for (;;) {
    const at = apply(stringIndexOf, format, ["%", from]);
    if (at < 0 || at + 1 >= format.length) break;
    const letter = format[at + 1];
    text += apply(stringSlice, format, [from, at]);
    if (letter === "%") text += "%";
    else if (next < values.length && apply(stringIndexOf, "sdifjoOc", [letter]) >= 0) {
      text += fillDirective(state, letter, values[next++]);
    } else text += `%${letter}`;
    from = at + 2;
  }
  return { text: text + apply(stringSlice, format, [from]), next };
}

function fillDirective(state, letter, value) {
  if (letter === "c") return "";
  if (letter === "s") return typeof value === "string" ? cut(state, value) : describe(state, value, 0);
  if (letter === "d" || letter === "i" || letter === "f") {
    if (typeof value === "bigint") return cut(state, `${apply(bigintToString, value, [])}n`);
    const number = typeof value === "object" || typeof value === "symbol" ? NaN : IntrinsicNumber(value);
    return cut(state, `${letter === "i" ? trunc(number) : number}`);
  }
  return describe(state, value, 0);
}

function describe(state, value, depth) {
  switch (typeof value) {
    case "string":
      return cut(state, jsonStringify(value.length > state.left ? cut(state, value) : value));
    case "bigint":
      return cut(state, `${apply(bigintToString, value, [])}n`);
    case "symbol":
      return cut(state, apply(symbolToString, value, []));
    case "function":
      return cut(state, `[Function ${textOf(value.name) || "(anonymous)"}]`);
    case "number":
      return cut(state, value === 0 && 1 / value < 0 ? "-0" : `${value}`);
    case "object":
      return value === null ? cut(state, "null") : describeObject(state, value, depth);
    default:
      return cut(state, `${value}`);
  }
}

function describeObject(state, object, depth) {
  for (let i = 0; i < depth; i++) if (state.ancestors[i] === object) return cut(state, "[Circular]");
  if (isError(object)) return cut(state, describeError(object));
  if (depth >= MAX_PRINTED_DEPTH) return cut(state, isArray(object) ? "[Array]" : "[Object]");
  state.ancestors[depth] = object;
  if (isArray(object)) return describeList(state, object.length, (i) => object[i], depth);
  const kind = looksLike(object);
  if (kind === "date" && hasBrand(dateValueOf, object)) return cut(state, dateText(object));
  if (kind === "regexp" && hasBrand(regexpSource, object)) {
    return cut(state, textOf(apply(regexpToString, object, [])));
  }
  if (kind === "map" && hasBrand(mapSize, object))
    return describeCollection(state, "Map", mapForEach, object, depth);
  if (kind === "set" && hasBrand(setSize, object))
    return describeCollection(state, "Set", setForEach, object, depth);
  const names = objectKeys(object);
  return describeEntries(
    state,
    names.length,
    (i) => names[i],
    (i) => object[names[i]],
    depth,
  );
}

function dateText(date) {
  return isFiniteNumber(apply(dateValueOf, date, [])) ? apply(dateToIso, date, []) : "Invalid Date";
}

function describeError(error) {
  const position = positionIn(error);
  const place = position === undefined ? "" : ` (line ${position.line})`;
  return `${textOf(error.name)}: ${textOf(error.message)}${place}`;
}

function describeList(state, length, itemAt, depth) {
  let text = cut(state, "[");
  for (let i = 0; i < length && state.left > 0; i++) {
    if (i === MAX_ITEMS) return cut(state, `${text}, … ${length - i} more]`);
    text += `${i === 0 ? "" : ", "}${describe(state, itemAt(i), depth + 1)}`;
  }
  return `${text}]`;
}

function describeEntries(state, length, nameAt, valueAt, depth) {
  let text = cut(state, "{");
  for (let i = 0; i < length && state.left > 0; i++) {
    if (i === MAX_ITEMS) return `${text}, … ${length - i} more}`;
    text += `${i === 0 ? "" : ", "}${cut(state, plainName(nameAt(i)))}: ${describe(state, valueAt(i), depth + 1)}`;
  }
  return `${text}}`;
}

function plainName(name) {
  for (let i = 0; i < name.length; i++) {
    const code = apply(charCodeAt, name, [i]);
    const letter = (code | 32) >= 97 && (code | 32) <= 122;
    if (!letter && code !== 95 && code !== 36 && !(i > 0 && code >= 48 && code <= 57))
      return jsonStringify(name);
  }
  return name === "" ? '""' : name;
}

function describeCollection(state, label, forEach, collection, depth) {
  const names = { __proto__: null };
  const values = { __proto__: null };
  let count = 0;
  apply(forEach, collection, [
    (value, name) => {
      names[count] = name;
      values[count++] = value;
    },
  ]);
  const body =
    label === "Map"
      ? describeList(state, count, (i) => [names[i], values[i]], depth)
      : describeList(state, count, (i) => values[i], depth);
  return `${label}(${count}) ${body}`;
}
