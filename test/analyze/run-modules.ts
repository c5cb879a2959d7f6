// One call of module-runner.ts.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { RunnerAnswer, RunnerRequest } from "./module-runner.ts";

const RUNNER = fileURLToPath(new URL("./module-runner.ts", import.meta.url));

export function runModules(request: Partial<RunnerRequest>): RunnerAnswer {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--experimental-vm-modules", "--no-warnings", RUNNER],
    {
      input: JSON.stringify({ compile: [], run: [], ...request }),
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  if (status !== 0) throw new Error(`the runner ended with ${status}: ${stderr.slice(0, 2000)}`);
  return JSON.parse(stdout) as RunnerAnswer;
}
