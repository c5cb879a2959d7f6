// Small versions of the web's text encodings: base64 and UTF-8.

import {
  apply,
  arrayBufferByteLength,
  charCodeAt,
  codePointAt,
  fromCharCode,
  fromCodePoint,
  hasBrand,
  IntrinsicRangeError,
  IntrinsicTypeError,
  IntrinsicUint8Array,
  isView,
  stringIndexOf,
  stringSlice,
  viewBuffer,
  viewByteLength,
  viewByteOffset,
} from "./intrinsics.js";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

export function btoa(input) {
  const text = `${input}`;
  let out = "";
  for (let i = 0; i < text.length; i += 3) {
    let chunk = 0;
    for (let j = 0; j < 3; j++) {
      const code = i + j < text.length ? apply(charCodeAt, text, [i + j]) : 0;
      if (code > 255)
        throw new IntrinsicRangeError("btoa takes characters up to U+00FF; encode the text as UTF-8 first.");
      chunk = (chunk << 8) | code;
    }
    out += ALPHABET[chunk >> 18] + ALPHABET[(chunk >> 12) & 63];
    out += i + 1 < text.length ? ALPHABET[(chunk >> 6) & 63] : "=";
    out += i + 2 < text.length ? ALPHABET[chunk & 63] : "=";
  }
  return out;
}

export function atob(input) {
  const text = `${input}`;
  let out = "";
  let bits = 0;
  let count = 0;
  let letters = 0;
  let padding = 0;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i];
    if (letter === " " || letter === "\n" || letter === "\t" || letter === "\r" || letter === "\f") continue;
    letters++;
    if (letter === "=") {
      padding++;
      continue;
    }
    const value = apply(stringIndexOf, ALPHABET, [letter]);
    if (value < 0 || padding > 0) throw new IntrinsicRangeError("The text is not base64.");
    bits = ((bits << 6) | value) & 0xffffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      out += fromCharCode((bits >> count) & 255);
    }
  }
  const wrongPadding = padding > 2 || (padding > 0 && letters % 4 !== 0);
  if (wrongPadding || (letters - padding) % 4 === 1) throw new IntrinsicRangeError("The text is not base64.");
  return out;
}

function encodeUtf8(text) {
  const bytes = new IntrinsicUint8Array(text.length * 3);
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    let code = apply(codePointAt, text, [i]);
    if (code > 0xffff) i++;
    if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd;
    if (code < 0x80) bytes[at++] = code;
    else {
      if (code < 0x800) bytes[at++] = 0xc0 | (code >> 6);
      else {
        if (code < 0x10000) bytes[at++] = 0xe0 | (code >> 12);
        else {
          bytes[at++] = 0xf0 | (code >> 18);
          bytes[at++] = 0x80 | ((code >> 12) & 63);
        }
        bytes[at++] = 0x80 | ((code >> 6) & 63);
      }
      bytes[at++] = 0x80 | (code & 63);
    }
  }
  const exact = new IntrinsicUint8Array(at);
  for (let i = 0; i < at; i++) exact[i] = bytes[i];
  return exact;
}

// Bounds of the second byte keep out overlong forms, surrogates and values over U+10FFFF.
function decodeUtf8(bytes, length, fatal) {
  let text = "";
  for (let i = 0; i < length; ) {
    const first = bytes[i++];
    if (first < 0x80) {
      text += fromCharCode(first);
      continue;
    }
    const more =
      first >= 0xc2 && first < 0xe0
        ? 1
        : first >= 0xe0 && first < 0xf0
          ? 2
          : first >= 0xf0 && first < 0xf5
            ? 3
            : 0;
    let low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
    let high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
    let code = more === 1 ? first & 31 : more === 2 ? first & 15 : first & 7;
    let read = 0;
    while (read < more && i < length && bytes[i] >= low && bytes[i] <= high) {
      code = (code << 6) | (bytes[i++] & 63);
      low = 0x80;
      high = 0xbf;
      read++;
    }
    const complete = more > 0 && read === more;
    if (!complete && fatal) throw new IntrinsicTypeError("The bytes are not UTF-8.");
    text += complete ? fromCodePoint(code) : "\ufffd";
  }
  return text;
}

function bytesOf(input) {
  if (input === undefined) return new IntrinsicUint8Array(0);
  if (isView(input) && hasBrand(viewBuffer, input)) {
    const offset = apply(viewByteOffset, input, []);
    return new IntrinsicUint8Array(apply(viewBuffer, input, []), offset, apply(viewByteLength, input, []));
  }
  if (hasBrand(arrayBufferByteLength, input)) return new IntrinsicUint8Array(input);
  throw new IntrinsicTypeError("TextDecoder.decode takes a typed array or an ArrayBuffer.");
}

export class TextEncoder {
  get encoding() {
    return "utf-8";
  }
  encode(text = "") {
    return encodeUtf8(`${text}`);
  }
}

export class TextDecoder {
  #fatal;
  constructor(label = "utf-8", options = {}) {
    const name = `${label}`;
    if (name !== "utf-8" && name !== "utf8" && name !== "UTF-8") {
      throw new IntrinsicRangeError("TextDecoder knows only utf-8 here.");
    }
    this.#fatal = options?.fatal === true;
  }
  get encoding() {
    return "utf-8";
  }
  decode(input) {
    const bytes = bytesOf(input);
    const text = decodeUtf8(bytes, apply(viewByteLength, bytes, []), this.#fatal);
    return text[0] === "\ufeff" ? apply(stringSlice, text, [1]) : text;
  }
}
