/** Words longer than this are no tokens, so they may be cut anywhere. */
const LONGEST_WORD = 64;

/** The start of a text, cut between words: the front of EMAIL_1000 would be the token EMAIL_100, somebody else's. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most);
  const whole = /\w$/.test(start) && /^\w/.test(text.slice(most)) ? start.replace(/\w+$/, "") : start;
  return (start.length - whole.length > LONGEST_WORD ? start : whole).toWellFormed();
}
