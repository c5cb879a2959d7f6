// Every benchmark in turn, each in a process of its own. `npm run bench -- record` runs one of them.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const BENCHES = ["analyze", "decide", "execute", "protect", "record", "replay", "search", "gateway"];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !BENCHES.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark "${unknown[0]}". Benchmarks: ${BENCHES.join(", ")}.`);
  process.exit(2);
}
for (const name of wanted.length > 0 ? wanted : BENCHES) {
  console.log(`\n=== ${name}`);
  const file = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const { status } = spawnSync(process.execPath, [file], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
