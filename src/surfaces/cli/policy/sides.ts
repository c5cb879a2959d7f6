// One side of a comparison: a folder, or a folder as a git revision holds it (`HEAD:policies`).

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import {
  bundlePolicies,
  isPolicyName,
  type PolicyBundle,
  type PolicySource,
  sortTexts,
} from "../../../decide/decide.ts";
import type { CommandResult } from "../cli.ts";
import { UsageError } from "../usage-error.ts";
import { openBundle, PATTERNS, pathNamer, presentProblems } from "./files.ts";

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

export async function openSide(
  cwd: string,
  side: string,
): Promise<{ bundle: PolicyBundle } | { broken: CommandResult }> {
  const nameOf = pathNamer(cwd);
  const folder = resolve(cwd, side);
  if (existsSync(folder)) return openBundle(folder, nameOf);
  if (!/^[^:-][^:]*:[^:]*$/.test(side))
    throw new UsageError(
      `There is no folder "${side}".`,
      "Name a folder, or a git revision such as HEAD:policies.",
    );
  const loaded = bundlePolicies(sortTexts(await readRevision(cwd, side)), { patterns: PATTERNS });
  return loaded.ok ? { bundle: loaded.bundle } : { broken: presentProblems(loaded.problems, nameOf) };
}

async function readRevision(cwd: string, tree: string): Promise<PolicySource[]> {
  const names = (await git(cwd, ["ls-tree", "-z", "--name-only", "--end-of-options", tree]))
    .split("\0")
    .filter((name) => name !== "" && isPolicyName(name));
  if (names.length === 0) throw new UsageError(`"${tree}" holds no *.yaml file.`);
  return Promise.all(
    names.map(async (name) => {
      const path = `${tree.replace(/\/$/, "")}/${name}`;
      return { path, text: await git(cwd, ["show", "--end-of-options", path]) };
    }),
  );
}

/** No shell is in between: a revision is one argument, whatever characters it holds. */
async function git(cwd: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await run("git", args, { cwd, maxBuffer: MAX_OUTPUT_BYTES, encoding: "utf8" });
    return stdout;
  } catch (error) {
    const { stderr = "", code } = error as { stderr?: string; code?: unknown };
    const said = stderr.split("\n")[0]?.replace(/^fatal: /, "");
    throw new UsageError(
      code === "ENOENT" ? "git is not installed." : `git does not know this revision: ${said}.`,
      "Name a folder, or a git revision such as HEAD:policies.",
    );
  }
}
