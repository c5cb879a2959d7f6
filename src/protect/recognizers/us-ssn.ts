// US social security numbers: the ranges that were ever issued; without dashes only where a name or word says so.

import { endsIn, type FieldName, nameSet } from "../detect/field-name.ts";
import { matchesOf } from "../detect/matches-of.ts";
import {
  continuesList,
  cueList,
  isAfter,
  isBefore,
  standsAlone,
  standsAloneAsNumber,
  wordsAfter,
  wordsBefore,
} from "../detect/nearby-words.ts";
import type { Leaf, Recognizer } from "../detect/recognizer.ts";
import { isProse } from "../detect/text/prose.ts";

const FIELDS = nameSet(
  "ssn socialsecurity socialsecuritynumber socialsecurityno ssnumber usssn socsec ssnum ssno social taxpayerid",
);
const CUE_WORDS =
  "ssn|ss ?#|ss no|ss number|socsec|soc\\.? sec|s\\.s\\.n|social security|social security number|social security no|soc sec|social";
const CUES = wordsBefore(CUE_WORDS, 3);
const BEHIND = wordsAfter("ssn|social security|social security number|soc sec");
const AGAINST = wordsBefore(
  "gasket|seal|screw|bolt|bearing|filter|valve|kit|assy|assembly|washer|bracket|hose|replace|replaces|superseded by|see|figure|dwg|p\\/n|pn|spare|math|course|crn|class|account|acct|serial no|batch no|order|part|sku|ref|invoice|model|serial|ticket|case|item|catalog|drawing|article|lot|po|rev|section|fig|table|policy|routing|phone|isbn",
);
/** Of courses, parts and places. */
const CODES = nameSet("code course class section catalog figure drawing component bin slot");
/** "… the SSN on file is wrong; it reads 536 90 4399" */
const MENTIONED =
  /(?<![A-Za-z])(?:SSN|[Ss]ocial [Ss]ecurity)(?![A-Za-z])(?![\s\S]*(?:\b(?:EIN|FEIN|part|order|ref|claim|policy)\b))/;
const MENTION_REACH = 140;
const CANDIDATE = /(?<!\d)(?!000|666|9)\d{3}([-. ]?)(?!00)\d{2}\1(?!0000)\d{4}(?!\d)/g;

export const usSsn: Recognizer = {
  class: "US_SSN",
  about: {
    finds: "US social security numbers.",
    validation: "Ranges that were ever issued; without dashes only under a telling field or after a cue.",
    cues: cueList(CUE_WORDS),
    fields: [...FIELDS],
  },
  needsAny: 0,
  minDigits: 9,
  minNumber: 9,
  minRun: 3,
  hint: (field) => endsIn(field, FIELDS),
  find(leaf, hinted, found) {
    if (isOfThings(leaf.field) && !hinted && !isProse(leaf.text)) return;
    let lastEnd = 0;
    let thingEnd = 0;
    for (const { 0: raw, 1: separator, index } of matchesOf(CANDIDATE, leaf.text)) {
      const end = index + raw.length;
      const isAnnounced =
        hinted ||
        continuesList(leaf.text, lastEnd, index) ||
        isAfter(leaf.text, index, CUES) ||
        (separator !== "" && MENTIONED.test(leaf.text.slice(Math.max(0, index - MENTION_REACH), index))) ||
        isBefore(leaf.text, end, BEHIND);
      if (!(isAnnounced ? standsAlone : standsAloneAsNumber)(leaf.text, index, end)) continue;
      if (
        !isAnnounced &&
        ((separator !== "-" && separator !== "." && !isAlone(leaf, raw, separator)) ||
          isOfThing(leaf.text, index, thingEnd))
      ) {
        thingEnd = end;
        continue;
      }
      found(index, end, raw.replace(/\D/g, ""), isAnnounced ? 3 : 2);
      lastEnd = end;
    }
  },
  isRuledOut: (leaf) => isOfThings(leaf.field) && !endsIn(leaf.field, FIELDS),
  examples: [
    { text: "536-90-4399" },
    { text: "his number is 536-90-4399.", value: "536-90-4399" },
    { text: "536904399", field: "ssn" },
    { text: "SSN: 536904399", value: "536904399" },
    { text: "536 90 4399", field: "socialSecurityNumber" },
    { text: "５３６-９０-４３９９" },
    { text: "536.90.4399" },
    { text: "536 90 4399" },
    { text: "SSN #536-90-4399", value: "536-90-4399" },
    { text: "536904399 is my SSN", value: "536904399" },
    { text: "ann,536-90-4399,leeds", value: "536-90-4399" },
    { text: "536904399", field: "ssn_number" },
    { text: "soc. sec. no. 536 90 4399 / claim", value: "536 90 4399" },
  ],
  nearMisses: [
    { text: "000-12-3456" },
    { text: "666-12-3456" },
    { text: "900-12-3456" },
    { text: "536-00-4399" },
    { text: "536-90-0000" },
    { text: "536904399" },
    { text: "536-90-4399", field: "order_id" },
    { text: "part 536-90-4399" },
    { text: "replace gasket 536-90-4399 with 536-90-4398" },
    { text: "MATH 536-90-4399", field: "code" },
    { text: "1536-90-4399" },
    { text: "536-90-4399-77" },
    { text: "536904399 SSN: none" },
    { text: "boxes 536 90 4399 left" },
    { text: "v536.90.4399" },
  ],
};

function isOfThings(field: FieldName): boolean {
  return field.isVetoed || CODES.has(field.tails[0]);
}

/** "gasket 219-… with 219-…": the second is one, too. */
function isOfThing(text: string, start: number, thingEnd: number): boolean {
  return isAfter(text, start, AGAINST) || (thingEnd > 0 && start - thingEnd <= 12);
}

/** A text that is nothing but the number in its usual groups, and that no field names. */
function isAlone(leaf: Leaf, raw: string, separator: string | undefined): boolean {
  return separator === " " && leaf.field.raw === "" && leaf.siblings === null && leaf.text.trim() === raw;
}
