// Every benchmark in turn, each in a process of its own, and one table of what they answered.
// Run: node bench/all.ts [names …] [--json] [flags of the one named benchmark]

import { fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism, cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { type Answer, judge, tableOf, withVerdicts } from "./figures.ts";

const BENCHES = ["analyze", "decide", "execute", "gateway", "protect", "record", "replay", "search"];

const given = process.argv.slice(2);
const json = given.includes("--json");
const firstFlag = given.findIndex((word) => word.startsWith("-"));
const names = firstFlag === -1 ? given : given.slice(0, firstFlag);
const flags = given.slice(names.length);

function refuse(problem: string): never {
  console.error(`${problem} Benchmarks: ${BENCHES.join(", ")}.`);
  process.exit(2);
}

for (const name of names) if (!BENCHES.includes(name)) refuse(`There is no benchmark "${name}".`);
if (names.length !== 1 && flags.some((flag) => flag !== "--json"))
  refuse(`Only one named benchmark takes flags, such as ${flags.find((flag) => flag !== "--json")}.`);

async function ask(bench: string): Promise<Answer> {
  const started = performance.now();
  const file = fileURLToPath(new URL(`./${bench}.ts`, import.meta.url));
  const child = fork(file, flags, { stdio: ["ignore", json ? "ignore" : "inherit", "inherit", "ipc"] });
  let answer: Answer | undefined;
  child.on("message", (message: Answer) => {
    answer = message;
  });
  const [status, signal] = await once(child, "close");
  if (status === 0 && answer !== undefined) return answer;
  const failed = status === 0 ? "it ended without an answer" : `it ended with ${signal ?? status}`;
  return { bench, seconds: (performance.now() - started) / 1000, failed };
}

const answers: Answer[] = [];
for (const name of names.length > 0 ? names : BENCHES) {
  if (!json) console.log(`\n=== ${name}`);
  answers.push(await ask(name));
}
const machine = { node: process.version, cpu: cpus()[0]?.model ?? "unknown", cores: availableParallelism() };
if (json) console.log(JSON.stringify({ machine, benches: answers.map(withVerdicts) }, null, 2));
else {
  console.log(`\n=== Node ${machine.node}, ${machine.cores} × ${machine.cpu}\n`);
  for (const line of tableOf(answers)) console.log(line);
  const verdicts = answers.flatMap((answer) => ("failed" in answer ? [] : answer.figures.map(judge)));
  const count = (wanted: string): number => verdicts.filter(({ verdict }) => verdict === wanted).length;
  const unmeasured = count("no peer") > 0 ? `, ${count("no peer")} without the peer that they speak of` : "";
  console.log(`\ngoals: ${count("met")} met, ${count("NOT MET")} not met${unmeasured}`);
}
process.exitCode = answers.some((answer) => "failed" in answer) ? 1 : 0;
