// What every policy command needs: the folder, the loaded set, the analyzer and the tools that are pinned.

import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { analyze, RULE_IDS } from "../../../analyze/analyze.ts";
import { readToolLock } from "../../../catalog/catalog.ts";
import {
  bundleFolder,
  type CodeAnalyzer,
  type KnownTools,
  type PolicyBundle,
  type PolicyProblem,
} from "../../../decide/decide.ts";
import { MAX_SOURCE_BYTES } from "../../../run/analyze-code.ts";
import type { LoadedSettings } from "../../../settings.ts";
import { counted } from "../../../text/counted.ts";
import { readServersFile } from "../../../upstreams/upstreams.ts";
import type { Cli, CommandResult } from "../cli.ts";
import { UsageError } from "../usage-error.ts";

export const PATTERNS = RULE_IDS;
export const LOCK_FILE = "tools.lock.json";

/** The policies that come with the gateway. */
const SUPPLIED = fileURLToPath(new URL("../../../../policies", import.meta.url));

export type NameOf = (file: string) => string;

export function policyFolder(cli: Cli, settings: LoadedSettings, folder: string | undefined): string {
  const path = folder === undefined ? settings.policies : resolve(cli.cwd, folder);
  if (existsSync(path)) return path;
  throw new UsageError(
    `The folder ${folder ?? path} does not exist.`,
    "Name the folder of the policy files.",
  );
}

/** The same for commands that write: what came with the gateway is not for them. */
export function ownPolicyFolder(cli: Cli, settings: LoadedSettings, folder: string | undefined): string {
  const path = policyFolder(cli, settings, folder);
  if (path !== SUPPLIED || path === localFolder(cli)) return path;
  throw new UsageError(
    "There is no policy folder of your own here, and the policies that come with Sallyport are left as they are.",
    "Write one with `sallyport policy init`, or name it with --policies.",
  );
}

/** Where a first policy goes: the folder of the settings, or `policies` here. */
export function newPolicyFolder(cli: Cli, settings: LoadedSettings, folder: string | undefined): string {
  if (folder !== undefined) return resolve(cli.cwd, folder);
  return settings.policies === SUPPLIED ? localFolder(cli) : settings.policies;
}

function localFolder(cli: Cli): string {
  return resolve(cli.cwd, "policies");
}

export function pathNamer(cwd: string): NameOf {
  return (file) => {
    const short = relative(cwd, file);
    return short.startsWith("..") || short === "" ? file : short;
  };
}

/** The loaded set, or the result that shows why it does not load. */
export async function openBundle(
  folder: string,
  nameOf: NameOf,
): Promise<{ bundle: PolicyBundle } | { broken: CommandResult }> {
  const loaded = await bundleFolder(folder, { patterns: PATTERNS });
  return loaded.ok ? { bundle: loaded.bundle } : { broken: presentProblems(loaded.problems, nameOf) };
}

export function presentProblems(problems: readonly PolicyProblem[], nameOf: NameOf): CommandResult {
  const files = new Set(problems.map(({ file }) => file)).size;
  return {
    data: { ok: false, problems },
    lines: [
      ...problems.map((problem) => `${placeText(problem, nameOf)}  ${problem.code}  ${problem.message}`),
      `${counted(problems.length, "problem")} in ${counted(files, "file")}`,
    ],
    failed: true,
  };
}

export function placeText(place: { file: string; line: number; column: number }, nameOf: NameOf): string {
  return `${nameOf(place.file)}:${place.line}:${place.column}`;
}

/** Tests of code see the servers of the real gateway. A file that cannot be read is another command's problem. */
export async function codeAnalyzer({ servers }: LoadedSettings): Promise<CodeAnalyzer> {
  const configs = await readServersFile(servers, process.env).catch(() => []);
  const names = new Set(configs.map(({ name }) => name));
  return (source) => analyze(source, { servers: names, maxSourceBytes: MAX_SOURCE_BYTES });
}

/** The tools of the lock file; undefined when there is none, and then nothing is known about tools. */
export async function lockedTools(folder: string): Promise<KnownTools | undefined> {
  const locked = await readToolLock(join(folder, LOCK_FILE));
  return locked && new Map([...locked].map(([id, { definition }]) => [id, definition]));
}
