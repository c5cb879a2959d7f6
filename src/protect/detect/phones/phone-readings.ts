// How digits read as a phone number: in international form, or in the national form of some country where a name, a word
// or the layout says that they are one.

import { isAfter } from "../nearby-words.ts";
import type { Leaf } from "../recognizer.ts";
import { isVetoed } from "../text/prose.ts";
import { AGAINST, BEHIND, CUES } from "./phone-cues.ts";
import { isTellingLayout, JOINED_PAIRS, NORTH_AMERICAN, PAIRS } from "./phone-layouts.ts";
import { isMessage } from "./phone-names.ts";
import { createPhonePlans } from "./phone-plans.ts";

const DRAWN = /tirage|loto|lotto|série|series|num[ée]ros|draw|winning|gagnant|bonus/i;
/** A Brazilian postal code stands under `cep`, too, which are mobiles in Turkey. */
const POSTAL = /^\d{5}-?\d{3}$/;
const DATE_OR_ADDRESS =
  /^(?:\d{4}([-/.]) ?\d{1,2}\1 ?\d{1,2}(?: \d{1,2})?|\d{1,2}([-/.])\d{1,2}\2\d{4}|\d{1,3}(?:\.\d{1,3}){3})$/;

// The plans are compiled once and only read afterwards.
const plans = createPhonePlans();

export type Naming = "phone" | "party" | "end" | "none";
/** The year and a running number, as invoices and files have it; the page of a statement. */
const PAPER =
  /^(?:20[0-3]\d-\d{2,6}(?:-\d{1,4})?|\d{5}\/\d{1,3}|\d{1,6}\/(?:\d{1,4}\/)?(?:19|20)\d{2}|\d{3,4}-20[0-3]\d-\d{3,6}|\d{1,2}\.\d{1,2}\.\d{1,3}\.\d{4,6})$/;
/** Numbers of Israel and of Arabic and Persian countries, in a text that is written there. */
const NEAR_EAST = /[\u05d0-\u05ea\u0620-\u06d3]/;
const NEAR_EAST_LAYOUT =
  /^(?:0(?:5\d|7\d|[2-489])-?\d{3}-?\d{4}|05\d ?\d{3} ?\d{4}|01[0125] ?\d{4} ?\d{4}|09\d{2} ?\d{3} ?\d{4})$/;
export type Candidate = { start: number; raw: string; digits: string; naming: Naming; isChained: boolean };

export function nationalNumber(
  leaf: Leaf,
  { start, raw, digits, naming, isChained }: Candidate,
): string | null {
  if (DATE_OR_ADDRESS.test(raw) || /^0+$/.test(digits)) return null;
  if (naming === "phone")
    return POSTAL.test(raw) && leaf.field.words.includes("cep") ? null : assertedNumber(digits, leaf.region);
  if (PAPER.test(raw)) return null;
  if (naming === "end")
    return digits.length >= 10 && raw === digits && isMessage(leaf.siblings)
      ? (plans.international(digits) ?? plans.national(digits, leaf.region))
      : null;
  if (naming === "party") return announcedOrForeign(raw, digits, leaf.region);
  if (isVetoed(leaf) || isAfter(leaf.text, start, AGAINST)) return null;
  if (isChained || isAfter(leaf.text, start, CUES) || isFollowed(leaf.text, start + raw.length))
    return announcedOrForeign(raw, digits, leaf.region);
  if (digits.startsWith("00") && raw !== digits) return plans.international(digits.slice(2));
  if (NORTH_AMERICAN.test(raw)) {
    const isLocal = plans.callingCode(leaf.region) === "1";
    return isLocal || raw.includes("(") ? plans.national(digits, "US") : null;
  }
  if (!digits.startsWith("0") && !raw.startsWith("(")) return null;
  if (JOINED_PAIRS.test(raw) && !isRising(raw)) return plans.national(digits, "FR");
  if (PAIRS.test(raw) && isFrenchCall(leaf.text, start, raw)) return plans.national(digits, "FR");
  if (PAIRS.test(raw)) return mayStandAlone(leaf, raw) ? plans.anywhere(digits, leaf.region) : null;
  if (NEAR_EAST_LAYOUT.test(raw) && NEAR_EAST.test(leaf.text))
    return announcedNumber(raw, digits, leaf.region);
  if (isTellingLayout(raw)) return announcedNumber(raw, digits, leaf.region);
  return digits.startsWith("0") && raw !== digits ? plans.national(digits, leaf.region) : null;
}

/** "Confirmez au 07 36 50 65 51": pairs of a French mobile; series and draws rise. */
function isFrenchCall(text: string, start: number, raw: string): boolean {
  if (DRAWN.test(text.slice(Math.max(0, start - 40), start))) return false;
  return (
    /(?:^|[\s(])au\s$/i.test(text.slice(Math.max(0, start - 4), start)) ||
    (/^0[67]/.test(raw) && !isRising(raw))
  );
}

function mayStandAlone(leaf: Leaf, raw: string): boolean {
  const isWhole = leaf.text.trim() === raw && /^0[67]/.test(raw);
  if (!isWhole && leaf.region !== "FR" && leaf.region !== "BE") return false;
  return !isRising(raw);
}

/** Each pair is greater than the one before: a draw, a series, a table. */
function isRising(raw: string): boolean {
  const pairs = raw.split(/[ .-]/);
  return pairs.every((pair, index) => index === 0 || pair > (pairs[index - 1] as string));
}

/** The plans of smaller countries count for groups of digits and for long numbers: seven digits in a row are a code too. */
function announcedNumber(raw: string, digits: string, region: string): string | null {
  const common = plans.anywhere(digits, region);
  if (common !== null || (raw === digits && digits.length < 9)) return common;
  return plans.elsewhere(digits);
}

export function internationalNumber(leaf: Leaf, candidate: Candidate): string | null {
  return plans.international(candidate.digits) ?? foreignNumber(leaf, candidate);
}

/** Whether any plan knows the digits behind the plus sign. */
export function isKnownAbroad(raw: string): boolean {
  return plans.international(raw.replace(/\D/g, "")) !== null;
}

/** Numbers of no plan that people give all the same: made up ones, and those of plans that changed. */
function foreignNumber(leaf: Leaf, { start, raw, digits, naming }: Candidate): string | null {
  if (digits.length < 9 || !plans.isCallingCode(digits)) return null;
  const separators = raw.slice(1).match(/[^\d]+/g)?.length ?? 0;
  const isTold = naming !== "none" || (!isVetoed(leaf) && isAfter(leaf.text, start, CUES));
  return isTold || separators >= 3 || /^1[- .(]{0,2}[2-9]\d{2}[- .)]{1,2}\d{3}[- .]\d{4}$/.test(raw.slice(1))
    ? `+${digits}`
    : null;
}

function announcedOrForeign(raw: string, digits: string, region: string): string | null {
  const foreign = digits.startsWith("00") ? plans.international(digits.slice(2)) : null;
  return foreign ?? announcedNumber(raw, digits, region);
}

function isFollowed(text: string, end: number): boolean {
  return end < text.length && BEHIND.test(text.slice(end, end + 32));
}

function assertedNumber(digits: string, region: string): string {
  if (digits.startsWith("00")) return plans.international(digits.slice(2)) ?? `+${digits.slice(2)}`;
  return plans.anywhere(digits, region) ?? plans.international(digits) ?? digits;
}
