// Servers that pass on a stream cut it where their buffer ends, in the middle of a value too. Messages wait a moment for
// those behind them; where a value goes across a border, they leave as one.

import type { Told } from "./server-tells.ts";

export type MessageJoiner = {
  offer(told: Told): void;
  /** What waits leaves now: nothing more will come. True when something did. */
  flush(): boolean;
};

export type JoinerParts = {
  /** Places of values, and of what looks like a token. */
  valuesIn(text: string): { start: number; end: number }[];
  pass(told: Told): void;
  /** Long beside the time between two chunks, short for whoever watches. */
  waitMs?: number;
};

const WAIT_MS = 200;
/** When more wait, those that nothing behind them can reach any more leave. */
const MOST_WAITING = 16;
const LEFT_WAITING = 8;
const MOST_CHARS = 16 * 1024;
/** What a text ends with when it was cut inside a value rather than behind a word or a sentence. */
const INSIDE_VALUE = /(?:[@._%+-]\w{0,64}[A-Za-z0-9]|\d)$/;

export function createMessageJoiner({ valuesIn, pass, waitMs = WAIT_MS }: JoinerParts): MessageJoiner {
  let held: Told[] = [];
  let timer: NodeJS.Timeout | undefined;

  function release(keep: number): void {
    const groups = groupByValues(held, valuesIn);
    held = [];
    for (const [index, group] of groups.entries()) {
      const behind = groups.slice(index).flat();
      if (behind.length <= keep) {
        held = behind;
        return;
      }
      pass(asOne(group));
    }
  }
  function flush(): boolean {
    clearTimeout(timer);
    const isAny = held.length > 0;
    release(0);
    return isAny;
  }
  return {
    offer(told) {
      clearTimeout(timer);
      if (textOf(told) === null || held.some(({ method }) => method !== told.method)) flush();
      if (textOf(told) === null) return pass(told);
      held.push(told);
      if (charsIn(held) > MOST_CHARS) flush();
      else if (held.length > MOST_WAITING) release(LEFT_WAITING);
      timer = setTimeout(flush, waitMs);
    },
    flush,
  };
}

/** Neighbors that some value goes across are one group. */
function groupByValues(messages: readonly Told[], valuesIn: JoinerParts["valuesIn"]): Told[][] {
  const texts = messages.map((told) => textOf(told) ?? "");
  const values = messages.length > 1 ? valuesIn(texts.join("")) : [];
  const groups: Told[][] = [];
  let border = 0;
  for (const [index, told] of messages.entries()) {
    const isCrossed = values.some(({ start, end }) => start < border && end > border);
    const last = groups.at(-1);
    if (last && isCrossed && isCut(texts[index - 1] ?? "", texts[index] ?? "", valuesIn)) last.push(told);
    else groups.push([told]);
    border += texts[index]?.length ?? 0;
  }
  return groups;
}

/** A word and, in a message of its own, an address: read as one they would be somebody else's address. */
function isCut(before: string, after: string, valuesIn: JoinerParts["valuesIn"]): boolean {
  const isWholeBehind = valuesIn(after).some(({ start }) => start === 0);
  return !isWholeBehind || INSIDE_VALUE.test(before);
}

/** The last one's progress counts. */
function asOne(group: readonly Told[]): Told {
  const last = group.at(-1) as Told;
  const field = fieldOf(last);
  if (group.length === 1 || field === null) return last;
  const text = group.map((told) => textOf(told) ?? "").join("");
  return { ...last, params: { ...last.params, [field]: text } };
}

/** Progress has its text in `message`, a log message in `data`, where it need not be text. */
function fieldOf({ method }: Told): "message" | "data" | null {
  if (method === "notifications/progress") return "message";
  return method === "notifications/message" ? "data" : null;
}

function textOf(told: Told): string | null {
  const field = fieldOf(told);
  const text = field === null ? undefined : told.params[field];
  return typeof text === "string" ? text : null;
}

function charsIn(messages: readonly Told[]): number {
  return messages.reduce((sum, told) => sum + (textOf(told)?.length ?? 0), 0);
}
