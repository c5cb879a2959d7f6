// Hours, days, zones and moments as people write them; what is wrong with one, in one sentence, or null.

import { suggest } from "../../text/did-you-mean.ts";

export const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Day = (typeof DAYS)[number];

/** Minutes of the day; `from` after `to` is a window that passes midnight. */
export type Hours = { from: number; to: number };

const HOURS = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$|^([01]\d|2[0-3]):([0-5]\d)-24:00$/;

export function readHours(text: string): Hours | null {
  const parts = HOURS.exec(text);
  if (!parts) return null;
  const [from, to] = text.split("-").map((clock) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)));
  if (from === undefined || to === undefined || from === to) return null;
  return { from, to };
}

export function hoursProblem(text: string): string | null {
  return readHours(text)
    ? null
    : `"${text}" is no time of day: write "08:00-18:00", with two different times`;
}

export function timeZoneProblem(text: string): string | null {
  try {
    // Offsets such as +02:00 are valid for Intl too, but they know no summer time.
    if (/^[A-Za-z]/.test(text)) return new Intl.DateTimeFormat("en", { timeZone: text }) && null;
  } catch {
    // Said below.
  }
  const near = suggest(text, Intl.supportedValuesOf("timeZone"));
  return `"${text}" is no time zone, such as "Europe/Berlin"${near}`;
}

export function momentProblem(text: string): string | null {
  const isIso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  return isIso && !Number.isNaN(Date.parse(text))
    ? null
    : `"${text}" is no moment: write it with its zone, such as "2026-01-05T09:30:00Z"`;
}
