// Stand-ins that pass format checks, from ranges that are reserved for tests and documentation and belong to nobody.
// Classes without such a range, and numbers beyond it, keep the label.

import type { PiiClass } from "../vocabulary.ts";

type Shape = {
  /** What a stand-in looks like; every spelling that `spell` gives, and no more than its range. */
  source: string;
  /** Null when the range is used up. `text` is the value: its kind of address shows in the stand-in. */
  spell(number: number, text: string): string | null;
};

/** North American numbers end in 555-0100 to 555-0199 for fiction; these area codes are in use. */
const AREA_CODES = (
  "201 202 203 205 206 207 208 209 210 212 213 214 215 216 217 218 219 224 225 228 229 231 234 239 240 248 251 252 253 254 " +
  "256 260 262 267 269 270 276 281 301 302 303 304 305 307 308 309 310 312 313 314 315 316 317 318 319 320 321 323 325 330 " +
  "334 336 337 339 347 351 352 360 361 386 401 402 404 405 406 407 408 409 410 412 413 414 415 417 419 423 425 430 432 434"
).split(" ");
const digits = (number: number, width: number): string => String(number).padStart(width, "0");
const hex = (number: number, width: number): string => number.toString(16).padStart(width, "0");

const SHAPES: Partial<Record<PiiClass, Shape>> = {
  EMAIL: {
    source: "email-\\d{3,9}@pii\\.invalid",
    spell: (number) => (number < 1e9 ? `email-${digits(number, 3)}@pii.invalid` : null),
  },
  PHONE: {
    source: `\\+1(?:${AREA_CODES.join("|")})55501\\d{2}`,
    spell(number) {
      const area = AREA_CODES[Math.floor((number - 1) / 100)];
      return area === undefined ? null : `+1${area}55501${digits((number - 1) % 100, 2)}`;
    },
  },
  CREDIT_CARD: {
    source: "400000\\d{10}",
    spell: (number) => (number < 1e9 ? withCheckDigit(`400000${digits(number, 9)}`) : null),
  },
  IBAN: {
    source: "GB\\d{2}TEST\\d{14}",
    spell: (number) => withIbanCheck("GB", `TEST${digits(number, 14)}`),
  },
  US_SSN: {
    source: "900-\\d{2}-\\d{4}",
    spell(number) {
      const group = 1 + Math.floor((number - 1) / 9999);
      return group > 99 ? null : `900-${digits(group, 2)}-${digits(1 + ((number - 1) % 9999), 4)}`;
    },
  },
  IP_ADDRESS: {
    source: "198\\.1[89](?:\\.\\d{1,3}){2}|(?<!:)2001:db8:(?::[0-9a-f]{1,4}){2}(?!:[0-9A-Fa-f])",
    spell: (number, text) => (text.includes(":") ? sixthVersion(number) : fourthVersion(number)),
  },
  MAC_ADDRESS: {
    source: "(?<!:)02:00:00(?::[0-9a-f]{2}){3}(?!:[0-9A-Fa-f])",
    spell(number) {
      if (number > 0xffffff) return null;
      const [a, b, c] = [number >>> 16, (number >>> 8) & 0xff, number & 0xff];
      return `02:00:00:${hex(a, 2)}:${hex(b, 2)}:${hex(c, 2)}`;
    },
  },
};

export const SHAPED_CLASSES = Object.keys(SHAPES) as PiiClass[];

const SOURCES = Object.values(SHAPES).map(({ source }) => source);
export const SHAPED_WORD = `(?<![A-Za-z0-9_])(?:${SOURCES.join("|")})(?![A-Za-z0-9_])`;

/** Null for what keeps its label. */
export function spellShaped(piiClass: PiiClass, number: number, text: string): string | null {
  return SHAPES[piiClass]?.spell(number, text) ?? null;
}

/** Benchmarking networks, 198.18.0.0/15. */
function fourthVersion(number: number): string | null {
  const [network, host] = [Math.floor((number - 1) / 254), 1 + ((number - 1) % 254)];
  return network > 511 ? null : `198.${18 + (network >>> 8)}.${network & 0xff}.${host}`;
}

/** Documentation, 2001:db8::/32. */
function sixthVersion(number: number): string | null {
  return number > 0xffffffff
    ? null
    : `2001:db8::${Math.floor(number / 0x10000).toString(16)}:${(number % 0x10000).toString(16)}`;
}

function withCheckDigit(payload: string): string {
  let sum = 0;
  for (let index = 0; index < payload.length; index++) {
    const digit = Number(payload[payload.length - 1 - index]) * (index % 2 === 0 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return `${payload}${(10 - (sum % 10)) % 10}`;
}

function withIbanCheck(country: string, account: string): string {
  const asNumber = `${account}${country}00`.replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return `${country}${digits(98 - Number(BigInt(asNumber) % 97n), 2)}${account}`;
}
