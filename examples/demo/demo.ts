// The main job in under a minute: search, run, protect, refuse, prove. Everything shown is measured as it runs.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Run } from "../../src/vocabulary.ts";
import { type DemoGateway, locations, runCli, startGateway } from "./gateway-process.ts";
import { countPlainCost, type PlainCost } from "./plain-agent.ts";
import { ESCAPE, LEAK, SUMMARIZE, THANK } from "./programs.ts";
import { code, count, good, quiet, refused, say, step, strong, table, title } from "./screen.ts";
import { editOneEvent } from "./tamper.ts";

/** Tokens that the agent reads and writes in this demo. */
let spent = 0;

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-demo-"));
  let gateway: DemoGateway | undefined;
  try {
    title("Sallyport: agents write code, policy decides, personal data stays behind");
    const plainCost = countPlainCost(folder);
    gateway = await startGateway(folder);
    good(`gateway at ${gateway.url}, with the MCP servers crm, mail, files and memory behind it`);
    await showSearch(gateway);
    const summary = await showSummary(gateway);
    await showMail(gateway, summary, folder);
    await showRefusedCode(gateway);
    await showRefusedFlow(gateway, folder);
    await gateway.stop();
    await showTampering(folder);
    showCost(await plainCost);
    showNext();
  } finally {
    await gateway?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function showSearch(gateway: DemoGateway): Promise<void> {
  step(1, "The agent looks for a tool, at three levels of detail");
  const rows: (string | number)[][] = [];
  for (const detail of ["name_only", "with_description", "full"]) {
    const page = await gateway.searchTools("list contacts", detail);
    const first = page.tools[0];
    const tokens = read(page.tools);
    rows.push([
      detail,
      tokens,
      "tokens",
      JSON.stringify(first?.types?.split("\n").at(-1) ?? first).slice(0, 66),
    ]);
  }
  table(rows);
}

async function showSummary(gateway: DemoGateway): Promise<Run> {
  step(2, "It writes a program; the program runs beside the tools");
  code(SUMMARIZE);
  const run = await ask(gateway, SUMMARIZE);
  good(
    `${run.status} in ${run.stats.durationMs} ms: the answer costs ${count(run.stats.resultTokens)} tokens`,
  );
  good(`personal values that became tokens: ${describeClasses(run)}`);
  const { best, ...figures } = run.result as { best: object[] };
  quiet(JSON.stringify(figures));
  for (const one of best) quiet(JSON.stringify(one));
  return run;
}

async function showMail(gateway: DemoGateway, summary: Run, folder: string): Promise<void> {
  step(3, "It writes to the three best: the model sees tokens, the mail server sees people");
  await ask(gateway, THANK);
  const { best } = summary.result as { best: { name: string; email: string }[] };
  const outbox = readFileSync(join(folder, "outbox.jsonl"), "utf8").trim().split("\n");
  const received = outbox.map((line) => JSON.parse(line) as { to: string[]; subject: string });
  table([
    ["what the model saw", "", "what the mail server received", ""],
    ...best.map(({ name, email }, index) => {
      const mail = received[index];
      return [name, email, mail?.to.join(", ") ?? "nothing", mail?.subject ?? ""];
    }),
  ]);
}

async function showRefusedCode(gateway: DemoGateway): Promise<void> {
  step(4, "Hostile code is refused before it runs, with rule and line");
  code(ESCAPE);
  const run = await ask(gateway, ESCAPE);
  for (const { rule, line, column, message } of run.violations.slice(0, 3)) {
    refused(`${strong(rule)} at ${line}:${column}  ${message}`);
  }
  say(`status ${strong(run.status)}, tool calls made: ${run.toolCalls.length}`);
}

async function showRefusedFlow(gateway: DemoGateway, folder: string): Promise<void> {
  step(5, "Clean code, wrong flow: a phone number may not leave by mail");
  code(LEAK);
  const before = readFileSync(join(folder, "outbox.jsonl"), "utf8");
  const run = await ask(gateway, LEAK);
  refused(`${strong(run.error?.code ?? "")} at line ${run.error?.line}: ${run.error?.message}`);
  const unchanged = before === readFileSync(join(folder, "outbox.jsonl"), "utf8");
  say(unchanged ? "the mail server received nothing" : "THE MAIL SERVER RECEIVED A MAIL");
}

async function showTampering(folder: string): Promise<void> {
  step(6, "Somebody edits one row of the audit trail");
  const verify = ["audit", "verify", ...locations(folder).slice(0, 2)];
  const before = await runCli(verify, folder);
  (before.exitCode === 0 ? good : refused)(before.output.split("\n")[0] ?? "");
  const seq = editOneEvent(folder);
  say(`… event ${seq} is changed on disk …`);
  const after = await runCli(verify, folder);
  for (const line of after.output.split("\n").slice(0, 4)) (after.exitCode === 0 ? good : refused)(line);
}

function showCost({ tools, definitionTokens, resultTokens }: PlainCost): void {
  step(7, "What the model's context had to hold");
  const plain = definitionTokens + resultTokens;
  table([
    [`${tools} tool definitions and every result, loaded into the context`, plain, "tokens"],
    ["this demo: searches, programs and answers", spent, "tokens"],
  ]);
  good(strong(`${((1 - spent / plain) * 100).toFixed(2)} % fewer`));
}

function showNext(): void {
  title("Try next");
  say("npm start                                            start the gateway on 127.0.0.1:8787");
  say("npm run --silent sallyport -- policy check           prove the policies and their tests");
  say("npm run --silent sallyport -- --help                 everything else");
  say("");
}

async function ask(gateway: DemoGateway, program: string): Promise<Run> {
  const run = await gateway.run(program);
  const { result, logs, error, violations } = run;
  spent += countTokens(program);
  read({ result, logs, error, violations });
  return run;
}

function read(answer: unknown): number {
  const tokens = countTokens(JSON.stringify(answer));
  spent += tokens;
  return tokens;
}

function describeClasses(run: Run): string {
  const classes = Object.entries(run.stats.pii).sort(([, a], [, b]) => b - a);
  return classes.map(([name, total]) => `${count(total)} ${name}`).join(", ");
}

await main();
