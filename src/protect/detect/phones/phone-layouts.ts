// Groupings of digits that are hardly ever anything but a phone number, without a word beside them.

export const NORTH_AMERICAN =
  /^(?:1[-. ]?)?(?:\([2-9]\d{2}\)[-. ]?|[2-9]\d{2}[-. ]{1,2})\d{3}[-. ]{1,2}\d{4}$/;
/** French and Belgian numbers are written in pairs, and so are series, draws and codes: without a cue pairs in a sentence stay. */
export const PAIRS = /^0[1-9](?:[ .-]\d{2}){4}$/;
/** With dots or dashes all the way, which series and draws do not have. */
export const JOINED_PAIRS = /^0[1-9]([.-])\d{2}(?:\1\d{2}){3}$/;
/** A British mobile, an area code in brackets or before a slash, Asian and Brazilian mobiles. */
const TELLING = new RegExp(
  `^(?:${[
    "07\\d{3}[ -]\\d{3}[ -]?\\d{3}",
    "0[1-9]\\d{1,3}[ -]\\d{3,4}[ -]\\d{3,4}",
    "0[1-9]\\d{1,3} ?[/] ?(?:\\d{5,9}|\\d{3,5} \\d{2,5}(?: \\d{2,4})?|\\d{2,8}-\\d{1,4})",
    "\\(0\\d{0,5}\\) ?[\\d -]{5,12}",
    "01[5-7]\\d[ /-]\\d{6,8}",
    "06[ -]\\d{8}",
    "07\\d[- ]\\d{3} ?\\d{2} ?\\d{2}",
    "0\\d{1,2}-\\d{2,3} \\d{2} \\d{2}",
    "0[789]0-\\d{4}-\\d{4}",
    "01[016789]-\\d{3,4}-\\d{4}",
    "0[1-9]\\d{2,3} \\d{6,7}",
    "\\(\\d{2}\\) ?9?\\d{4}-\\d{4}",
    "0[1-9]\\d{2} \\d{3} \\d{2} \\d{2}",
    "0[1-9]\\d{1,2} \\d{2} \\d{2} \\d{2}",
    "[1-9][1-9] 9\\d{4}-\\d{4}",
    "8 ?\\(\\d{3}\\) ?\\d{3}[- ]\\d{2}[- ]\\d{2}",
    "8[- ][3-9]\\d{2}[- ]\\d{3}[- ]\\d{2}[- ]\\d{2}",
  ].join("|")})$`,
);

export function isTellingLayout(raw: string): boolean {
  return TELLING.test(raw);
}
