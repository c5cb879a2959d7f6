// Text that a person would not see, and text that speaks to the model instead of the reader.

/** A space stays behind, so that two halves cannot close up to a new comment. An open comment runs to the end. */
export function withoutHtmlComments(text: string): string {
  let from = text.indexOf("<!--");
  if (from < 0) return text;
  let visible = "";
  let done = 0;
  while (from >= 0) {
    visible += `${text.slice(done, from)} `;
    const end = text.indexOf("-->", from + 4);
    if (end < 0) return visible;
    done = end + 3;
    from = text.indexOf("<!--", done);
  }
  return visible + text.slice(done);
}

// Zero-width characters, soft hyphen, direction marks, variation selectors' neighbors and the invisible tag block.
const ZERO_WIDTH =
  /[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]|\uDB40[\uDC00-\uDC7F]/g;

export function withoutZeroWidth(text: string): string {
  return text.replaceAll(ZERO_WIDTH, "");
}

// Every quantifier is bounded: the text comes from an untrusted server.
const ADDRESSES = [
  /\b(ignore|disregard|forget|override)\b.{0,40}\b(previous|prior|above|earlier|all|your|system)\b.{0,40}\b(instruction|instructions|prompt|prompts|rules|message|messages|guidelines)\b/,
  /\b(new|updated|real|hidden|secret) (system )?(instructions|instruction|prompt)\b/,
  /\b(system|developer) (prompt|message|note)\s{0,3}:/,
  /\byou are now\b.{0,60}\b(assistant|agent|mode|ai|model|admin)\b/,
  /\b(attention|note to|message for|instructions? for)\b.{0,20}\b(ai|llm|language model|assistant|agent)s?\b/,
  /\bas an ai (assistant|model|agent)\b.{0,40}\b(you must|you should|please)\b/,
  /\b(do not|don't|never) (tell|inform|mention|reveal|show)\b.{0,30}\b(the )?(user|human|operator)\b/,
  /<\|?(im_start|im_end|system|endoftext)\|?>/,
  /\[\/?(inst|system)\]/,
  /\b(call|invoke|use|run) the [\w.-]{1,60} (tool|function)\b/,
];

/** A hint for policy, not a proof: wording can always be changed. */
export function addressesTheModel(text: string): boolean {
  if (text.length < 8) return false;
  const plain = withoutZeroWidth(text).normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ");
  return ADDRESSES.some((pattern) => pattern.test(plain));
}
