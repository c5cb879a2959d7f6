// The patterns behind each bit of cue-bits.ts, in their order.

import { ADDRESS_GRAMMARS } from "../addresses-by-kind.ts";
import { ADDRESS_LAYOUTS } from "../addresses-by-layout.ts";
import { ADDRESS_SHAPES } from "../addresses-in-text.ts";
import { ID_CUE } from "../ids/announced-ids.ts";
import { NEXT_IN_LIST } from "../names/listed-names.ts";
import { AFTER_WORDS } from "../names/name-cues.ts";
import { GIVEN_BEHIND } from "../names/name-runs.ts";
import { CUES_BEHIND } from "../names/names-before-cues.ts";
import { ACTOR_WORDS, BIRTH_WORDS } from "../names/names-in-text.ts";
import { INTRODUCING, TALK } from "../names/names-without-capitals.ts";
import { BANK_WORDS, BIRTH_DATE_WORDS, PASSPORT_WORDS, SECRET_WORDS, SPELLED_MAIL } from "./cue-patterns.ts";
import { buildCueTable } from "./cue-table.ts";

export const CUE_GROUPS: readonly (readonly RegExp[])[] = [
  BIRTH_DATE_WORDS,
  [SECRET_WORDS],
  [BANK_WORDS],
  [PASSPORT_WORDS],
  [SPELLED_MAIL],
  ADDRESS_GRAMMARS.map(({ needs }) => needs),
  ADDRESS_LAYOUTS.map(({ needs }) => needs),
  [TALK],
  [INTRODUCING],
  [ACTOR_WORDS, ...CUES_BEHIND],
  [BIRTH_WORDS],
  [GIVEN_BEHIND],
  [NEXT_IN_LIST],
  [ID_CUE],
  ADDRESS_SHAPES.map(([needs]) => needs),
  ...AFTER_WORDS.map(({ pattern }) => [pattern]),
];

export const CUE_TABLE = buildCueTable(CUE_GROUPS);
