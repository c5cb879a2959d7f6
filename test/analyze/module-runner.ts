// A program of its own, started with --experimental-vm-modules: compiles and runs module texts in plain V8, with
// stand-ins for what the isolate gives to programs. Reads one JSON request from stdin, writes one JSON answer.

import { text } from "node:stream/consumers";
import { type Context, createContext, type Module, SourceTextModule, SyntheticModule } from "node:vm";

export type RunnerRequest = { compile: string[]; run: string[] };
export type RunnerAnswer = {
  /** The error of each text that does not compile, else null. */
  compiled: (string | null)[];
  ran: { value?: unknown; error?: string; line?: number; column?: number }[];
};

const echo = (tool: string) => async (args: unknown) => ({ tool, args });
const GITHUB = { create_issue: echo("create_issue"), list_issues: echo("list_issues") };

function link(specifier: string, context: Context): Module {
  if (specifier !== "servers/github") throw new Error(`no module ${specifier}`);
  const exported: Record<string, unknown> = { default: GITHUB, ...GITHUB };
  function define(this: SyntheticModule): void {
    for (const [name, value] of Object.entries(exported)) this.setExport(name, value);
  }
  return new SyntheticModule(Object.keys(exported), define, { context });
}

function compile(moduleText: string): string | null {
  try {
    new SourceTextModule(moduleText, { identifier: "program" });
    return null;
  } catch (error) {
    return String(error);
  }
}

async function run(moduleText: string): Promise<RunnerAnswer["ran"][number]> {
  try {
    const context = createContext({ console, github: GITHUB, sleep: async () => {}, context: { n: 7 } });
    const module = new SourceTextModule(moduleText, { identifier: "program", context });
    await module.link((specifier) => link(specifier, context));
    await module.evaluate();
    const { default: main } = module.namespace as { default: () => Promise<unknown> };
    return { value: (await main()) ?? null };
  } catch (error) {
    const { message, stack } = error as Error;
    const [, line, column] = /program:(\d+):(\d+)/.exec(stack ?? "") ?? [];
    return { error: message, line: Number(line), column: Number(column) };
  }
}

const request = JSON.parse(await text(process.stdin)) as RunnerRequest;
const ran: RunnerAnswer["ran"] = [];
for (const moduleText of request.run) ran.push(await run(moduleText));
process.stdout.write(JSON.stringify({ compiled: request.compile.map(compile), ran }));
