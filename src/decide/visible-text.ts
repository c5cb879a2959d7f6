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

/** What some pattern must hold one of; a text with none of them, as most are, is not searched for it. */
type Wording = { holds: readonly string[]; pattern: RegExp };

// Every quantifier is bounded: the text comes from an untrusted server.
const WORDINGS: readonly Wording[] = [
  {
    holds: ["instruction", "prompt"],
    pattern: /\b(new|updated|real|hidden|secret) (system )?(instructions|instruction|prompt)\b/,
  },
  { holds: [":"], pattern: /\b(system|developer) (prompt|message|note)\s{0,3}:/ },
  { holds: ["you are now"], pattern: /\byou are now\b.{0,60}\b(assistant|agent|mode|ai|model|admin)\b/ },
  {
    holds: ["attention", "note to", "message for", "instruction"],
    pattern:
      /\b(attention|note to|message for|instructions? for)\b.{0,20}\b(ai|llm|language model|assistant|agent)s?\b/,
  },
  {
    holds: ["as an ai"],
    pattern: /\bas an ai (assistant|model|agent)\b.{0,40}\b(you must|you should|please)\b/,
  },
  {
    holds: ["do not", "don't", "never"],
    pattern:
      /\b(do not|don't|never) (tell|inform|mention|reveal|show)\b.{0,30}\b(the )?(user|human|operator)\b/,
  },
  { holds: ["<"], pattern: /<\|?(im_start|im_end|system|endoftext)\|?>/ },
  { holds: ["inst]", "system]"], pattern: /\[\/?(inst|system)\]/ },
  { holds: [" tool", " function"], pattern: /\b(call|invoke|use|run) the [\w.-]{1,60} (tool|function)\b/ },
];

const VERB = /\b(?:ignore|disregard|forget|override)\b/g;
const SCOPE = /\b(?:previous|prior|above|earlier|all|your|system)\b/g;
const RULES = /\b(?:instructions?|prompts?|rules|messages?|guidelines)\b/g;
const MOST_BETWEEN = 40;

/** Ligatures of the Arabic block become up to eighteen letters each, none of them one of those words. */
const LONG_LIGATURES = /[\uFDF0-\uFDFC]/g;

/** A hint for policy, not a proof: wording can always be changed. */
export function addressesTheModel(text: string): boolean {
  if (text.length < 8) return false;
  const plain = withoutZeroWidth(text)
    .replaceAll(LONG_LIGATURES, " ")
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/\s+/g, " ");
  return (
    setsRulesAside(plain) ||
    WORDINGS.some(({ holds, pattern }) => holds.some((word) => plain.includes(word)) && pattern.test(plain))
  );
}

/** A verb, whose rules, and the rules, each near the one before it; found in one pass, however often the words repeat. */
function setsRulesAside(plain: string): boolean {
  const verbs = plain.matchAll(VERB);
  const rules = plain.matchAll(RULES);
  let verb = verbs.next();
  if (verb.done) return false;
  let rule = rules.next();
  let verbEnd = Number.NEGATIVE_INFINITY;
  for (const { 0: word, index } of plain.matchAll(SCOPE)) {
    // The last verb before the word is the nearest; the first rule after it is too.
    for (; !verb.done && endOf(verb.value) <= index; verb = verbs.next()) verbEnd = endOf(verb.value);
    const end = index + word.length;
    while (!rule.done && rule.value.index < end) rule = rules.next();
    if (rule.done) return false;
    if (index - verbEnd <= MOST_BETWEEN && rule.value.index - end <= MOST_BETWEEN) return true;
  }
  return false;
}

function endOf({ 0: word, index }: RegExpExecArray): number {
  return index + word.length;
}
