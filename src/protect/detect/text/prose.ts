// What a field's name says of its value, it does not say of a sentence that somebody wrote into it: `status: "card …
// declined"`, `ticket: "please call …"`.

import type { Leaf } from "../recognizer.ts";

const FRONT = 4000;
const WORD = /^["'“(«¿¡]{0,2}\p{L}[\p{L}\p{M}'’-]{1,40}["'”)»]?[.,:;!?…]{0,3}$/u;
const TOGETHER =
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{M}][^\p{L}]{0,2}){6}/u;
const LEAST_WORDS = 2;

/** True where the field names ids, amounts, times and the like, and the text is no more than such a value. */
export function isVetoed({ field, text }: Leaf): boolean {
  return field.isVetoed && !isProse(text);
}

/** A long text is asked about for each number in it. */
let last = { text: "", isProse: false };

export function isProse(text: string): boolean {
  if (last.text !== text) last = { text, isProse: readsAsProse(text) };
  return last.isProse;
}

function readsAsProse(text: string): boolean {
  const front = text.length > FRONT ? text.slice(0, FRONT) : text;
  let words = 0;
  for (const piece of front.split(/\s+/)) if (WORD.test(piece) && ++words >= LEAST_WORDS) return true;
  return TOGETHER.test(front);
}
