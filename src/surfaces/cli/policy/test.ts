// `policy test`: the tests, which rules they hold, and which mistakes they would not notice.

import { writeFile } from "node:fs/promises";
import {
  type Mutant,
  policyCoverage,
  policyMutants,
  type RuleCoverage,
  runPolicyTests,
} from "../../../decide/decide.ts";
import type { LoadedSettings } from "../../../settings.ts";
import { counted } from "../../../text/counted.ts";
import type { CommandResult } from "../cli.ts";
import { failedTestLine, testCount } from "./check.ts";
import { codeAnalyzer, type NameOf, openBundle, pathNamer, placeText } from "./files.ts";
import { junitReport } from "./junit.ts";

export type TestOptions = {
  folder: string;
  cwd: string;
  coverage: boolean;
  mutants: boolean;
  junit?: string;
};

export async function testPolicies(settings: LoadedSettings, options: TestOptions): Promise<CommandResult> {
  const nameOf = pathNamer(options.cwd);
  const opened = await openBundle(options.folder, nameOf);
  if ("broken" in opened) return opened.broken;
  const { bundle } = opened;
  const analyzer = await codeAnalyzer(settings);
  const results = runPolicyTests(bundle.policies, analyzer, bundle.tests);
  if (options.junit !== undefined) await writeFile(options.junit, junitReport(results, nameOf));
  const failed = results.filter(({ passed }) => !passed);
  const coverage = options.coverage ? policyCoverage(bundle, results) : null;
  // Mutants of a set whose own tests fail say nothing.
  const mutants = options.mutants && failed.length === 0 ? policyMutants(bundle, analyzer) : null;
  const untested = coverage?.filter(({ tests }) => tests.length === 0) ?? [];
  const survivors = mutants?.filter(({ killedBy }) => killedBy === null) ?? [];
  const isFine = failed.length === 0 && untested.length === 0 && survivors.length === 0 && results.length > 0;
  return {
    data: { ok: isFine, tests: results, ...(coverage && { coverage }), ...(mutants && { mutants }) },
    lines: [
      ...failed.map((result) => failedTestLine(result, nameOf)),
      ...untested.map(
        (rule) => `${placeText(rule, nameOf)}  RULE_UNTESTED  no passing test is decided by "${rule.rule}"`,
      ),
      ...survivors.map((mutant) => survivorLine(mutant, nameOf)),
      results.length === 0 ? "No tests: add `tests` to a policy file." : `${testCount(results)} passed`,
      ...(coverage ? [coverageLine(coverage, untested)] : []),
      ...(mutants ? [mutantLine(mutants, survivors)] : []),
    ],
    ...(options.mutants && !mutants && { notes: ["Mutants were not tried, because tests fail."] }),
    failed: !isFine,
  };
}

function survivorLine(mutant: Mutant, nameOf: NameOf): string {
  const change = mutant.change === "dropped" ? "is dropped" : `becomes ${mutant.to}`;
  return `${placeText(mutant, nameOf)}  MUTANT_SURVIVED  every test still passes when "${mutant.rule}" ${change}`;
}

function coverageLine(all: readonly RuleCoverage[], untested: readonly RuleCoverage[]): string {
  return `${all.length - untested.length} of ${counted(all.length, "rule")} decide a test`;
}

function mutantLine(all: readonly Mutant[], survivors: readonly Mutant[]): string {
  return `${counted(all.length, "mutant")}, ${all.length - survivors.length} noticed, ${survivors.length} survived`;
}
