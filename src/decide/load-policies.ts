// A folder of policy files → one snapshot, or every problem found in it. All files load or none.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { checkPolicy } from "./check-policy.ts";
import type { LoadedFile } from "./compile-policies.ts";
import { compilePolicies } from "./compile-policies.ts";
import type { LoadOptions, LoadResult, PolicyProblem } from "./decide.ts";
import { describeIssues } from "./describe-issue.ts";
import { policyFile } from "./policy-schema.ts";
import type { PolicyText } from "./read-policy-yaml.ts";
import { readPolicyYaml } from "./read-policy-yaml.ts";
import { createSnapshot } from "./snapshot.ts";

export type PolicySource = { path: string; text: string };

const MAX_FILE_BYTES = 1024 * 1024;

export async function loadPolicies(folder: string, options: LoadOptions): Promise<LoadResult> {
  const names = await readdir(folder).catch(() => null);
  if (names === null)
    return failed(
      folder,
      "the policy folder cannot be read: create it and copy policies/default.yaml into it",
    );
  const sources: PolicySource[] = [];
  const problems: PolicyProblem[] = [];
  for (const name of names.filter(isPolicyName).sort()) {
    const path = join(folder, name);
    const text = await readText(path);
    if (text === null)
      problems.push(problemAt(path, "the file cannot be read, is not UTF-8 or is larger than 1 MB"));
    else sources.push({ path, text });
  }
  if (problems.length > 0) return { ok: false, problems };
  if (sources.length === 0)
    return failed(folder, "the policy folder holds no *.yaml file: copy policies/default.yaml into it");
  return loadPolicyTexts(sources, options);
}

/** The same from texts already read, for editors, reviews and tests. */
export function loadPolicyTexts(sources: readonly PolicySource[], options: LoadOptions): LoadResult {
  const problems: PolicyProblem[] = [];
  const files: (LoadedFile & { placeOf: PolicyText["placeOf"] })[] = [];
  for (const source of sources) {
    const file = parseFile(source, options, problems);
    if (file) files.push(file);
  }
  const owners = new Map<string, string>();
  for (const { path, content, placeOf } of [...files].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const owner = owners.get(content.id);
    if (owner !== undefined)
      problems.push({
        ...problemAt(path, `the id "${content.id}" belongs to ${owner} already`),
        ...placeOf(["id"]),
      });
    owners.set(content.id, owner ?? path);
  }
  if (problems.length > 0) return { ok: false, problems: problems.sort(byPlace) };
  const policies = createSnapshot(compilePolicies(files), files);
  return { ok: true, policies, warnings: warningsOf(files) };
}

function parseFile({ path, text }: PolicySource, options: LoadOptions, problems: PolicyProblem[]) {
  const parsed = readYaml(text);
  const report = (place: { line: number; column: number }, message: string) =>
    problems.push({ file: path, ...place, code: "POLICY_INVALID", message });
  for (const { line, column, message } of parsed.problems) report({ line, column }, message);
  if (parsed.problems.length > 0) return null;
  const shaped = policyFile.safeParse(parsed.value);
  const complaints = shaped.success
    ? checkPolicy(shaped.data, options.patterns)
    : describeIssues(shaped.error.issues, policyFile, parsed);
  for (const { path: at, onKey, message } of complaints)
    report(onKey ? parsed.placeOfKey(at) : parsed.placeOf(at), message);
  if (!shaped.success || complaints.length > 0) return null;
  const testLines = (shaped.data.tests ?? []).map((_, index) => parsed.placeOf(["tests", index]).line);
  return { path, content: shaped.data, testLines, placeOf: parsed.placeOf };
}

function readYaml(text: string): PolicyText {
  try {
    return readPolicyYaml(text);
  } catch {
    // The parser recurses: a text that is nested thousands of levels deep ends here.
    const start = { line: 1, column: 1 };
    return {
      value: null,
      problems: [{ ...start, message: "the file cannot be parsed: it is nested too deeply" }],
      placeOf: () => start,
      placeOfKey: () => start,
    };
  }
}

function warningsOf(files: readonly LoadedFile[]): PolicyProblem[] {
  const grants = files.filter(({ content }) => content.role !== "ceiling" && content.mode !== "shadow");
  const [first] = files;
  if (grants.length > 0 || !first) return [];
  return [problemAt(first.path, "no file grants anything: every call will be denied")];
}

// Other spellings of the ending count too: a deny file that is silently skipped would open the gate.
function isPolicyName(name: string): boolean {
  return /\.ya?ml$/i.test(name) && !/\.test\.ya?ml$/i.test(name);
}

async function readText(path: string): Promise<string | null> {
  try {
    const bytes = await readFile(path);
    if (bytes.byteLength > MAX_FILE_BYTES) return null;
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function failed(file: string, message: string): LoadResult {
  return { ok: false, problems: [problemAt(file, message)] };
}

function problemAt(file: string, message: string): PolicyProblem {
  return { file, line: 1, column: 1, code: "POLICY_INVALID", message };
}

function byPlace(a: PolicyProblem, b: PolicyProblem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column || (a.message < b.message ? -1 : 1);
}
