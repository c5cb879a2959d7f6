// What checking a program costs on top of parsing it. The figure is the ratio, of this thread's processor time: wall
// time on a busy machine measures the neighbours.
// Run: node bench/analyze.ts [--json]

import { parse } from "@babel/parser";
import { type AnalyzeOptions, analyze } from "../src/analyze/analyze.ts";
import type { JsonObject } from "../src/vocabulary.ts";
import type { Figure } from "./figures.ts";
import { openBench } from "./open-bench.ts";
import { median } from "./percentiles.ts";

const LINES = [20, 200, 2_000];
const GOAL_RATIO = 2;
const MS_PER_TEXT = 5_000;
const WARM_UP_MS = 500;
const TURN_MS = 100;

const SCHEMAS: Record<string, JsonObject> = {
  "crm.list_contacts": { page: { type: "integer" }, limit: { type: "integer" } },
  "github.create_issue": { title: { type: "string" }, body: { type: "string" }, labels: { type: "array" } },
  "orders.find": { status: { enum: ["open", "paid"] }, customer: { type: "string" } },
};

const OPTIONS: AnalyzeOptions = {
  servers: new Set(["github", "crm", "mail", "orders", "web"]),
  maxSourceBytes: 1024 * 1024,
  findTool: (id) => ({
    found: {
      id,
      inputSchema: { type: "object", properties: SCHEMAS[id] ?? {}, additionalProperties: false },
    },
  }),
};

type Style = "plain" | "typed";

/** One block of a program as agents write them; `n` keeps names apart. */
const BLOCKS: Record<Style, ((n: number) => string)[]> = {
  plain: [
    (n) => `// Contacts of the last week, page by page.
const contacts${n} = [];
for (let page = 1; page <= 10; page += 1) {
  const { items, next } = await crm.list_contacts({ page, limit: 100 });
  contacts${n}.push(...items.filter((item) => item.active && item.score > ${n}));
  if (!next) break;
}
const byCompany${n} = new Map();
for (const contact of contacts${n}) {
  const company = contact.company?.name ?? "none";
  byCompany${n}.set(company, [...(byCompany${n}.get(company) ?? []), contact]);
}`,
    (n) => `async function report${n}(rows, title) {
  const lines = rows.map((row, index) => \`\${index + 1}. \${row.name} (\${row.total.toFixed(2)})\`);
  if (lines.length === 0) return null;
  try {
    const issue = await github.create_issue({ title, body: lines.join("\\n"), labels: ["report"] });
    return { number: issue.number, count: lines.length };
  } catch (error) {
    console.error("could not report", error.message);
    return null;
  }
}`,
    (n) => `const open${n} = await orders.find({ status: "open", customer: "c-${n}" });
const total${n} = open${n}.reduce((sum, order) => sum + order.lines.length * order.price, 0);
const late${n} = open${n}
  .filter(({ due }) => Date.parse(due) < Date.now())
  .sort((a, b) => b.price - a.price)
  .slice(0, 5);
console.log(\`\${late${n}.length} of \${open${n}.length} are late, \${total${n}} in all\`);`,
  ],
  typed: [
    (n) => `interface Contact${n} { id: string; company?: { name: string }; active: boolean; score: number }
type Page${n} = { items: Contact${n}[]; next: string | null };
const contacts${n}: Contact${n}[] = [];
for (let page = 1; page <= 10; page += 1) {
  const { items, next } = (await crm.list_contacts({ page, limit: 100 })) as Page${n};
  contacts${n}.push(...items.filter((item: Contact${n}) => item.active && item.score > ${n}));
  if (!next) break;
}
const byCompany${n}: Map<string, Contact${n}[]> = new Map();
for (const contact of contacts${n}) {
  const company = contact.company?.name ?? "none";
  byCompany${n}.set(company, [...(byCompany${n}.get(company) ?? []), contact]);
}`,
    (
      n,
    ) => `async function report${n}(rows: { name: string; total: number }[], title: string): Promise<unknown> {
  const lines: string[] = rows.map((row, index) => \`\${index + 1}. \${row.name} (\${row.total.toFixed(2)})\`);
  if (lines.length === 0) return null;
  try {
    const issue = await github.create_issue({ title, body: lines.join("\\n"), labels: ["report"] });
    return { number: issue.number as number, count: lines.length };
  } catch (error: unknown) {
    console.error("could not report", (error as Error).message);
    return null;
  }
}`,
    (n) => `type Order${n} = { price: number; due: string; lines: string[] };
const open${n} = (await orders.find({ status: "open", customer: "c-${n}" })) as Order${n}[];
const total${n} = open${n}.reduce<number>((sum, order) => sum + order.lines.length * order.price, 0);
const late${n} = open${n}
  .filter(({ due }: Order${n}) => Date.parse(due) < Date.now())
  .sort((a, b) => b.price - a.price)
  .slice(0, 5);
console.log(\`\${late${n}.length} of \${open${n}.length} are late, \${total${n}} in all\`);`,
  ],
};

function textOf(lines: number, style: Style): string {
  const blocks: string[] = [];
  const makers = BLOCKS[style];
  for (let n = 0, count = 0; count < lines; n += 1) {
    const block = makers[n % makers.length]?.(n) ?? "";
    blocks.push(block);
    count += block.split("\n").length;
  }
  return [
    ...blocks
      .join("\n")
      .split("\n")
      .slice(0, lines * 2),
    "return contacts0.length",
  ].join("\n");
}

function bareParse(text: string): void {
  parse(text, {
    sourceType: "module",
    allowReturnOutsideFunction: true,
    attachComment: false,
    plugins: ["typescript"],
  });
}

/** Milliseconds of this thread for one job. The clock ticks slowly, so a turn is many jobs. */
function timed(job: () => void, times: number): number {
  const before = process.threadCpuUsage();
  for (let count = 0; count < times; count += 1) job();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000 / times;
}

/** In turns, so that a busy moment of the machine hits both. */
function measure(text: string): { parseMs: number; analyzeMs: number } {
  const parses: number[] = [];
  const analyses: number[] = [];
  const started = performance.now();
  let warm = 0;
  for (; performance.now() < started + WARM_UP_MS; warm += 1) analyze(text, OPTIONS);
  const times = Math.max(1, Math.ceil((TURN_MS * warm) / WARM_UP_MS));
  const end = started + MS_PER_TEXT;
  while (performance.now() < end || parses.length < 10) {
    parses.push(timed(() => bareParse(text), times));
    analyses.push(timed(() => analyze(text, OPTIONS), times));
  }
  return { parseMs: median(parses), analyzeMs: median(analyses) };
}

const STYLES = ["plain", "typed"] as const;
const bench = openBench("analyze", STYLES.length * LINES.length);
const figures: Figure[] = [];
for (const style of STYLES) {
  for (const lines of LINES) {
    const text = textOf(lines, style);
    const { program, findings } = analyze(text, OPTIONS);
    if (program === null || findings.length > 0) throw new Error(JSON.stringify(findings));
    const { parseMs, analyzeMs } = measure(text);
    figures.push({
      what: `${style} text, ${text.split("\n").length} lines`,
      ours: analyzeMs,
      unit: "ms",
      peers: [{ name: "bare parse", figure: parseMs }],
      goal: { atMost: GOAL_RATIO, times: true },
    });
    bench.step();
  }
}
await bench.report(figures);
