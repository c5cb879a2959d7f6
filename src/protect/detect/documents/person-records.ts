// Lines of formats that carry people between systems: passenger messages, patients, members, visiting cards, family trees.
// Each pattern has the value as its first group.

import { matchesOf } from "../matches-of.ts";
import type { Found } from "../recognizer.ts";

const MAY_BE_RECORD = /PID\||<<|DOCS|DTM\+329|DOC\+P|DMG\*|BIRT|BDAY|\nDBB|birthTime|0010,?0030/;
/** `SSR DOCS VS HK1/P/GBR/533190472/GBR/09MAY79/M/…`, also with dashes or a star. */
const TRAVELER = /DOCS[^\n]{0,20}?[/*-][PACFIMV][A-Z]?([/-])[A-Z]{1,3}\1/;
const BIRTHS: readonly RegExp[] = [
  /** The seventh field of an HL7 patient. */
  /(?:^|[\r\n])PID\|(?:[^|\r\n]{0,250}\|){6}((?:19|20)\d{6})(?=[|\d])/dg,
  /** The second line of a passport: `L898902C36UTO7408122F1204159<…`. */
  /(?<![A-Z0-9<])[A-Z0-9<]{9}\d[A-Z<]{3}(\d{6})\d[MFX<]\d{6}\d[A-Z0-9<]{14}[\d<]\d(?![A-Z0-9<])/dg,
  /** The same on a card of three lines: `7408122F1204159UTO<<<<<<<<<<<6`. */
  /(?<![A-Z0-9<])(\d{6})\d[MFX<]\d{7}[A-Z<]{3}[A-Z0-9<]{11}\d(?![A-Z0-9<])/dg,
  new RegExp(`${TRAVELER.source}[A-Z0-9]{5,15}\\1[A-Z]{1,3}\\1(?<value>\\d{2}[A-Z]{3}\\d{2,4})\\1`, "dg"),
  /DTM\+329:(\d{6,8})(?!\d)/dg,
  /DMG\*D8\*(\d{8})(?!\d)/dg,
  /(?:^|\n)1 BIRT[^\n]{0,20}\n2 DATE ([^\n]{4,30})/dg,
  /(?:^|\n)BDAY[^:\n]{0,40}:(\d{4}-?\d{2}-?\d{2}|--\d{2}-?\d{2})/dgi,
  /\nDBB(\d{8})(?=\n)/dg,
  /<(?:\w{1,10}:)?birthTime value="(\d{8})/dg,
  /\(?0010,? ?0030\)?[^\n\d]{1,24}(\d{8})(?!\d)/dg,
];
const PASSPORTS: readonly RegExp[] = [
  new RegExp(`${TRAVELER.source}(?<value>[A-Z0-9]{5,15})\\1`, "dg"),
  /DOC\+P:\d{3}:\d{3}\+([A-Z0-9]{5,15})(?![A-Z0-9])/dg,
];

export function findRecordedBirths(text: string, found: Found): void {
  if (text.length >= SHORTEST && MAY_BE_RECORD.test(text)) reportAll(text, BIRTHS, found);
}

export function findRecordedPassports(text: string, found: Found): void {
  if (text.includes("DOC")) reportAll(text, PASSPORTS, found);
}

const SHORTEST = 12;

function reportAll(text: string, patterns: readonly RegExp[], found: Found): void {
  for (const pattern of patterns)
    for (const match of matchesOf(pattern, text)) {
      const [start, end] = (match.indices?.groups?.["value"] ?? match.indices?.[1]) as [number, number];
      found(start, end, text.slice(start, end), 3);
    }
}
