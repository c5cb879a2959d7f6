// Names where a format says so: directory entries, calendars, visiting cards, airline tickets.

import { matchesOf } from "../matches-of.ts";
import type { Found } from "../recognizer.ts";

const NAME = "\\p{L}[\\p{L}\\p{M}'’. -]{0,40}";
/** `CN=Ann Lee`, `ORGANIZER;CN="Ann Lee":mailto:…`. Hosts and single words stay. */
const DIRECTORY =
  /(?<![\p{L}\p{N}])[Cc][Nn](?:="?|: )(\p{Lu}[\p{L}\p{M}'’.-]{1,25}(?:(?: |\\?, ?)[\p{L}\p{M}'’.-]{1,25}){1,3})(?=[,;:"'\s]|$)/dgu;
/** The parts of a visiting card's name: `N:Lee;Ann;;;`. */
const CARD = new RegExp(`(?:^|\\n)N(?:;[^:\\n]{0,40})?:(${NAME});(${NAME})(?=[;\\n\\r]|$)`, "dgu");
/** CASTELLANO/ALISON MS */
const TICKET =
  /(?<![\p{L}\p{N}/])((?:\p{Lu}{2,25}(?: \p{Lu}{2,20})?)\/\p{Lu}{2,25}(?: \p{Lu}{1,20})?)(?= ?(?:MR|MRS|MS|MISS|MSTR|DR|CHD|INF)(?!\p{L}))/dgu;
const TICKET_TITLE = /[\p{L} ](?:MRS?|MS|MISS|MSTR|CHD|INF|DR)(?!\p{L})/u;

/** LEHTOVAARA^AINO^MARJATTA, as hospitals send it. */
const CARETS =
  /(?<=[|~])(\p{Lu}[\p{L}\p{M}'’ -]{1,30}\^\p{Lu}[\p{L}\p{M}'’ -]{0,30}(?:\^\p{Lu}[\p{L}\p{M}'’. -]{0,30})?)(?=[|^~\r\n]|$)/dgu;
/** The upper line of a passport: P<UTOERIKSSON<<ANNA<MARIA<<<<. */
const READ_BY_MACHINE =
  /(?<![A-Z<])[PIACV][A-Z<](?:[A-Z]{3}|[A-Z]<<)([A-Z]{2,30}(?:<[A-Z]{1,30}){0,3}<<[A-Z]{2,30}(?:<[A-Z]{1,30}){0,3})(?=<<|<$|$)/dg;

/** `/NAME/Ann Lee/IBAN/…` of bank statements; `/21JAN33/LEE/ANN` of airlines' documents. */
const TAGGED =
  /\/(?:NAME|BENM|ORDP|ULTC|ULTD|ABWA|ABWE)\/(?:NAME\/)?(\p{Lu}[\p{L}\p{M}'’. -]{2,60})(?=\/|\n|$)/dgu;
const TRAVELER = /\/\d{2}[A-Z]{3}\d{2}\/(\p{Lu}[\p{Lu}' -]{1,30}\/\p{Lu}[\p{Lu}' -]{1,30}?)(?=[\s/]|$)/dgu;

export function findNamesInRecords(text: string, found: Found): void {
  if (/cn[=:]/i.test(text)) report(text, DIRECTORY, found);
  if (text.includes("/") && /\/(?:IBAN|EREF|REMI|BIC|KREF|MREF|SVWZ|CRED)[/+]/.test(text))
    report(text, TAGGED, found);
  if (/DOC[SO] /.test(text)) report(text, TRAVELER, found);
  if (text.includes("^") && /(?:PID|NK1|PV1|ORC|OBR|IN1|GT1)\|/.test(text)) report(text, CARETS, found);
  if (text.includes("<<")) report(text, READ_BY_MACHINE, found);
  if (text.includes("N:") || text.includes("N;")) report(text, CARD, found);
  if (text.includes("/") && TICKET_TITLE.test(text)) report(text, TICKET, found);
}

function report(text: string, pattern: RegExp, found: Found): void {
  for (const match of matchesOf(pattern, text)) {
    for (const place of match.indices?.slice(1) ?? []) {
      if (place) found(place[0], place[1], text.slice(place[0], place[1]).normalize("NFC"), 2);
    }
  }
}
