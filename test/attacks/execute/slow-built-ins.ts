import type { Attack } from "./attack.ts";

const CPU = { cpuMs: 5, memoryMb: 32, wallMs: 10_000 };

type Row = [id: string, idea: string, code: string];

const ROWS: Row[] = [
  [
    "slow-timer-delay",
    "The delay of a timer is an object that computes.",
    "setTimeout(() => {}, { valueOf() { for (;;); } })",
  ],
  [
    "slow-console-keys",
    "A proxy that never finishes listing its keys, printed.",
    "console.log(new Proxy({}, { ownKeys() { for (;;); } }))",
  ],
  [
    "slow-collator",
    "Comparing long texts by the rules of a language.",
    "const c = new Intl.Collator('de'); const a = 'ä'.repeat(1e5); for (;;) c.compare(a, a + 'b')",
  ],
  [
    "slow-segmenter",
    "Finding the words of an endless text.",
    "for (;;) [...new Intl.Segmenter('en', { granularity: 'word' }).segment('a b '.repeat(1e5))]",
  ],
  [
    "slow-iterator-helper",
    "An iterator without an end, collected by a built-in.",
    "return Iterator.from({ next: () => ({ done: false, value: 1 }) }).toArray()",
  ],
  [
    "slow-temporal",
    "Calendar arithmetic without an end.",
    "let d = Temporal.PlainDate.from('2020-01-01'); for (;;) d = d.add({ days: 1 }).subtract({ days: 1 })",
  ],
  [
    "slow-display-names",
    "Formatting with ever new locales.",
    "for (let i = 0; ; i++) new Intl.NumberFormat('en-u-nu-latn', { maximumFractionDigits: i % 20 }).format(i)",
  ],
  [
    "slow-raw-string",
    "String.raw over a length that is a lie.",
    "return String.raw({ raw: { length: 2 ** 53 - 1, get 0() { return '' } } })",
  ],
];

/** Built-ins that work for long on their own: CPU time ends them, or memory does first. */
export const SLOW_BUILT_INS: Attack[] = ROWS.map(([id, idea, code]) => ({
  id,
  idea,
  code,
  stoppedBy: "CPU limit",
  limits: CPU,
  must: { code: ["CPU_LIMIT", "MEMORY_LIMIT"] },
}));
