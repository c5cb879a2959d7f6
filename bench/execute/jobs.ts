// The four jobs that every engine does, and what every engine is. Tools are stubs that answer at once: what is
// measured is the cost of the engine.

export const JOBS = {
  tiny: { code: "return 1 + 1;", result: 2 },
  seq100: {
    code: "let sum = 0; for (let i = 0; i < 100; i++) sum += (await bench.add({ i })).n; return sum;",
    result: 100,
  },
  par100: {
    code: "return (await Promise.all(Array.from({ length: 100 }, (_, i) => bench.add({ i })))).length;",
    result: 100,
  },
  filter: {
    code: "const rows = await bench.rows({}); return rows.filter((row) => row.open && row.amount >= 900).length;",
    result: 500,
  },
} as const;

export type JobName = keyof typeof JOBS;
export const JOB_NAMES = Object.keys(JOBS) as JobName[];

export type Engine = {
  name: string;
  isolation: string;
  run(job: JobName): Promise<unknown>;
  close(): Promise<void>;
};

const ROWS = Array.from({ length: 10_000 }, (_, i) => ({
  id: `row-${i}`,
  name: `Customer number ${i}`,
  open: i % 2 === 0,
  amount: i % 1_000,
}));
export const ROWS_TEXT = JSON.stringify(ROWS);
export const NUMBER_TEXT = '{"n":1}';

type Tool = (args: unknown) => Promise<unknown>;

/** The two tools that the jobs call, and as many more as the server that they stand for would have. */
export function toolsOf(count: number): Record<string, Tool> {
  const spare = Array.from({ length: Math.max(0, count - 2) }, (_, i) => `spare_${i}`);
  const answer: Tool = async () => ({ n: 1 });
  return {
    add: answer,
    rows: async () => ROWS,
    ...Object.fromEntries(spare.map((name) => [name, answer])),
  };
}

/** The arguments of every tool, for engines that want to know them. */
export const INPUT_SCHEMA = {
  type: "object",
  properties: {
    i: { type: "integer", description: "A number." },
    query: { type: "string", description: "What to look for." },
    limit: { type: "integer", description: "How many to return." },
    tags: { type: "array", items: { type: "string" } },
  },
};

/** The same tools for engines whose bridge carries text. */
export function textOfTool(tool: string): string {
  return tool === "rows" ? ROWS_TEXT : NUMBER_TEXT;
}
