// `policy check`: every problem with its place, what a careful colleague would say, and the tests.

import {
  type PolicyBundle,
  type PolicyProblem,
  type PolicyRemark,
  type PolicyTestResult,
  reviewPolicies,
  runPolicyTests,
} from "../../../decide/decide.ts";
import type { LoadedSettings } from "../../../settings.ts";
import { counted } from "../../../text/counted.ts";
import type { CommandResult } from "../cli.ts";
import { codeAnalyzer, lockedTools, type NameOf, openBundle, pathNamer, placeText } from "./files.ts";

export async function checkPolicies(
  folder: string,
  settings: LoadedSettings,
  cwd: string,
): Promise<CommandResult> {
  const nameOf = pathNamer(cwd);
  const opened = await openBundle(folder, nameOf);
  if ("broken" in opened) return opened.broken;
  const { bundle } = opened;
  const results = runPolicyTests(bundle.policies, await codeAnalyzer(settings), bundle.tests);
  const remarks = reviewPolicies(bundle, { tools: await lockedTools(folder), results });
  return present(bundle, { results, remarks }, nameOf);
}

type Reviewed = { results: PolicyTestResult[]; remarks: PolicyRemark[] };

function present(bundle: PolicyBundle, { results, remarks }: Reviewed, nameOf: NameOf): CommandResult {
  const { files, sha256 } = bundle.policies;
  const rules = files.reduce((sum, file) => sum + file.rules, 0);
  const failed = results.filter(({ passed }) => !passed);
  const errors = remarks.filter(({ severity }) => severity === "error");
  const warnings = [...bundle.warnings, ...remarks.filter(({ severity }) => severity === "warning")];
  const isFine = failed.length === 0 && errors.length === 0;
  return {
    data: { ok: isFine, sha256, rules, problems: errors, warnings, tests: results },
    lines: [
      ...errors.map((remark) => remarkLine(remark, nameOf)),
      ...failed.map((result) => failedTestLine(result, nameOf)),
      `${counted(rules, "rule")}, ${testCount(results)} passed${errors.length > 0 ? `, ${counted(errors.length, "problem")}` : ""}${rules === 0 ? ": nothing is granted, so every call is denied" : ""}`,
    ],
    notes: warnings.map((warning) => `warning: ${remarkLine(warning, nameOf)}`),
    failed: !isFine,
  };
}

function remarkLine(remark: PolicyProblem | PolicyRemark, nameOf: NameOf): string {
  return `${placeText(remark, nameOf)}  ${remark.code}  ${remark.message}`;
}

export function testCount(results: readonly PolicyTestResult[]): string {
  const passed = results.filter((result) => result.passed).length;
  if (passed === results.length) return counted(passed, "test");
  return `${passed} of ${counted(results.length, "test")}`;
}

export function failedTestLine(result: PolicyTestResult, nameOf: NameOf): string {
  const { name, expected, got } = result;
  const wanted = expected.rule === null ? expected.effect : `${expected.effect} by ${expected.rule}`;
  return `${placeText(result, nameOf)}  TEST_FAILED  "${name}": expected ${wanted}, got ${got.effect} by ${got.rule}: ${got.reason}`;
}
