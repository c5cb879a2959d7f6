// What one scheme of national numbers is: its layout, its check digit, and how sure a match is without a word beside it.

export type IdScheme = {
  country: string;
  /** `anywhere`: layout and checksum cannot be chance. `alone`: only as the whole of a plain text. `cued`: after a word. */
  needs: "anywhere" | "alone" | "cued";
  pattern: RegExp;
  isValid(compact: string): boolean;
  hasCheckDigit: boolean;
  /** Schemes without a check digit count after words of their own only. */
  after: RegExp | null;
  /** A text whose longest number or word is shorter cannot hold one; only schemes found anywhere set these. */
  minNumber: number;
  minWord: number;
};

/** The schemes of some countries, with the names and words that announce them. */
export type IdRegion = {
  schemes: IdScheme[];
  /** Field names, written together. */
  fields: string;
  /** Words of a sentence, as parts of a pattern. */
  cues: string;
};

type Parts = {
  country: string;
  pattern: string;
  isValid?: (compact: string) => boolean;
  /** Longest number and longest word at least; given for schemes that are found anywhere. */
  anywhere?: [number, number];
  alone?: boolean;
  after?: RegExp;
};

export function scheme({ country, pattern, isValid, anywhere, alone, after }: Parts): IdScheme {
  return {
    country,
    needs: anywhere ? "anywhere" : alone ? "alone" : "cued",
    pattern: new RegExp(`(?<![\\w.-])(?:${pattern})(?![\\w]|[.-]\\w)`, "gi"),
    isValid: isValid ?? (() => true),
    hasCheckDigit: isValid !== undefined && isValid !== startsWithDay && isValid !== startsWithDayFirst,
    after: after ?? null,
    minNumber: anywhere?.[0] ?? 0,
    minWord: anywhere?.[1] ?? 0,
  };
}

/** True for a day of some month; the century does not matter. */
export function isDay(month: string, day: string): boolean {
  const [m, d] = [Number(month), Number(day)];
  return m >= 1 && m <= 12 && d >= 1 && d <= (m === 2 ? 29 : [4, 6, 9, 11].includes(m) ? 30 : 31);
}

/** YYMMDD at the start of a number. */
export function startsWithDay(digits: string): boolean {
  return isDay(digits.slice(2, 4), digits.slice(4, 6));
}

/** DDMMYY at the start of a number. */
export function startsWithDayFirst(digits: string): boolean {
  return isDay(digits.slice(2, 4), digits.slice(0, 2));
}

export function isOneDigit(digits: string): boolean {
  return /^(.)\1*$/.test(digits);
}
