// Policy files, proven: every problem with its place, and the tests inside the files.

import { relative } from "node:path";
import { analyze, RULE_IDS } from "../../analyze/analyze.ts";
import {
  loadPolicies,
  type PolicyProblem,
  type PolicySnapshot,
  type PolicyTestResult,
  runPolicyTests,
} from "../../decide/decide.ts";
import { MAX_SOURCE_BYTES } from "../../pipeline.ts";
import type { LoadedSettings } from "../../settings.ts";
import { readServersFile } from "../../upstreams/upstreams.ts";
import type { CommandResult } from "./cli.ts";

export async function checkPolicies(
  folder: string,
  settings: LoadedSettings,
  cwd: string,
): Promise<CommandResult> {
  const nameOf = (file: string) => shorterPath(cwd, file);
  const loaded = await loadPolicies(folder, { patterns: RULE_IDS });
  if (!loaded.ok) return presentProblems(loaded.problems, nameOf);
  const servers = await serverNames(settings);
  const results = runPolicyTests(loaded.policies, (source) =>
    analyze(source, { servers, maxSourceBytes: MAX_SOURCE_BYTES }),
  );
  return presentTests(loaded.policies, { results, warnings: loaded.warnings }, nameOf);
}

/** Tests of code see the servers of the real gateway. A file that cannot be read is another command's problem. */
async function serverNames({ servers }: LoadedSettings): Promise<Set<string>> {
  const configs = await readServersFile(servers, process.env).catch(() => []);
  return new Set(configs.map(({ name }) => name));
}

function presentProblems(problems: PolicyProblem[], nameOf: (file: string) => string): CommandResult {
  const files = new Set(problems.map(({ file }) => file)).size;
  const count = `${problems.length} ${problems.length === 1 ? "problem" : "problems"}`;
  return {
    data: { ok: false, problems },
    lines: [
      ...problems.map((problem) => problemLine(problem, nameOf)),
      `${count} in ${files} ${files === 1 ? "file" : "files"}`,
    ],
    failed: true,
  };
}

function problemLine({ file, line, column, code, message }: PolicyProblem, nameOf: (file: string) => string) {
  return `${nameOf(file)}:${line}:${column}  ${code}  ${message}`;
}

function presentTests(
  { files, sha256 }: PolicySnapshot,
  { results, warnings }: { results: PolicyTestResult[]; warnings: PolicyProblem[] },
  nameOf: (file: string) => string,
): CommandResult {
  const rules = files.reduce((sum, file) => sum + file.rules, 0);
  const failed = results.filter(({ passed }) => !passed);
  const passed = results.length - failed.length;
  const tests = failed.length === 0 ? `${passed}` : `${passed} of ${results.length}`;
  const summary = `${rules} ${rules === 1 ? "rule" : "rules"}, ${tests} ${results.length === 1 ? "test" : "tests"} passed`;
  return {
    data: { ok: failed.length === 0, sha256, rules, warnings, tests: results },
    lines: [...failed.map((result) => failedTestLine(result, nameOf)), summary],
    notes: warnings.map((warning) => `warning: ${problemLine(warning, nameOf)}`),
    failed: failed.length > 0,
  };
}

function failedTestLine(
  { name, file, line, expected, got }: PolicyTestResult,
  nameOf: (file: string) => string,
) {
  const wanted = expected.rule === null ? expected.effect : `${expected.effect} by ${expected.rule}`;
  return `${nameOf(file)}:${line}  TEST_FAILED  "${name}": expected ${wanted}, got ${got.effect} by ${got.rule}: ${got.reason}`;
}

function shorterPath(cwd: string, file: string): string {
  const short = relative(cwd, file);
  return short.startsWith("..") ? file : short;
}
