// The patterns behind each bit of cue-bits.ts, in their order.

import { ADDRESS_GRAMMARS } from "../addresses/addresses-by-kind.ts";
import { ADDRESS_LAYOUTS } from "../addresses/addresses-by-layout.ts";
import { ADDRESS_SHAPES } from "../addresses/addresses-in-text.ts";
import { BIRTH_CUE, BIRTH_SIGN_BEHIND, BIRTH_STAR } from "../documents/birth-words.ts";
import { ID_CUE } from "../ids/announced-ids.ts";
import { NEXT_IN_LIST } from "../names/listed-names.ts";
import { AFTER_WORDS } from "../names/name-cues.ts";
import { GIVEN_BEHIND } from "../names/name-runs.ts";
import { CUES_BEHIND } from "../names/names-before-cues.ts";
import { ACTOR_WORDS, BIRTH_WORDS } from "../names/names-in-text.ts";
import { INTRODUCING, TALK } from "../names/names-without-capitals.ts";
import { BANK_WORDS, PASSPORT_WORDS, SECRET_WORDS, SPELLED_MAIL } from "./cue-patterns.ts";
import { buildCueTable } from "./cue-table.ts";

export const CUE_GROUPS: readonly (readonly RegExp[])[] = [
  [BIRTH_CUE],
  [SECRET_WORDS],
  [BANK_WORDS],
  [PASSPORT_WORDS],
  [SPELLED_MAIL],
  ADDRESS_GRAMMARS.map(({ needs }) => needs),
  ADDRESS_LAYOUTS.map(({ needs }) => needs),
  [TALK],
  [INTRODUCING],
  [ACTOR_WORDS],
  [BIRTH_WORDS],
  [GIVEN_BEHIND],
  [NEXT_IN_LIST],
  [ID_CUE],
  ADDRESS_SHAPES.map(([needs]) => needs),
  [BIRTH_STAR, BIRTH_SIGN_BEHIND],
  CUES_BEHIND,
];
export const NAME_CUE_GROUPS = AFTER_WORDS.map(({ pattern }) => [pattern]);

export const CUE_TABLE = buildCueTable(CUE_GROUPS, NAME_CUE_GROUPS);
