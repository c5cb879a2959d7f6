// A folder of policy files → one snapshot, or every problem found in it. All files load or none.

import type * as z from "zod";
import { suggest } from "../../text/did-you-mean.ts";
import type { LoadedFile, PolicySet } from "../compile-policies.ts";
import { compilePolicies } from "../compile-policies.ts";
import type { LoadOptions, LoadResult, PolicyProblem, PolicySnapshot, PolicyTest } from "../decide.ts";
import { createSnapshot } from "../snapshot.ts";
import { customClassesOf, unknownClasses } from "./check-pii.ts";
import { checkPolicy } from "./check-policy.ts";
import { checkTest } from "./check-test.ts";
import type { Complaint } from "./describe-issue.ts";
import { describeIssues } from "./describe-issue.ts";
import { policyFile } from "./policy-schema.ts";
import type { PolicySource, PolicyTexts } from "./read-policy-folder.ts";
import { byPlace, problemAt, readPolicyFolder } from "./read-policy-folder.ts";
import type { PolicyText } from "./read-policy-yaml.ts";
import { readPolicyYaml } from "./read-policy-yaml.ts";
import { policyTestFile } from "./test-schema.ts";

type Places = Pick<PolicyText, "placeOf" | "placeOfKey">;
export type ParsedFile = LoadedFile & { text: string; places: Places };

/** A loaded set with everything that reviewing needs: texts, places, rules and tests. */
export type PolicyBundle = {
  files: readonly ParsedFile[];
  set: PolicySet;
  policies: PolicySnapshot;
  /** Tests of the files themselves and of `*.test.yaml`. */
  tests: readonly PolicyTest[];
  warnings: PolicyProblem[];
};
export type BundleResult = { ok: true; bundle: PolicyBundle } | { ok: false; problems: PolicyProblem[] };

export async function loadPolicies(folder: string, options: LoadOptions): Promise<LoadResult> {
  const read = await readPolicyFolder(folder);
  return read.ok ? loadPolicyTexts(read.texts.policies, options) : read;
}

/** The same from texts already read, for editors, reviews and tests. */
export function loadPolicyTexts(sources: readonly PolicySource[], options: LoadOptions): LoadResult {
  const loaded = bundlePolicies({ policies: [...sources], tests: [] }, options);
  if (!loaded.ok) return loaded;
  const { policies, warnings } = loaded.bundle;
  return { ok: true, policies, warnings };
}

export async function bundleFolder(folder: string, options: LoadOptions): Promise<BundleResult> {
  const read = await readPolicyFolder(folder, true);
  return read.ok ? bundlePolicies(read.texts, options) : read;
}

export function bundlePolicies(texts: PolicyTexts, options: LoadOptions): BundleResult {
  const problems: PolicyProblem[] = [];
  const files = texts.policies.flatMap((source) => parseFile(source, options, problems) ?? []);
  checkOwners(files, problems);
  checkClasses(files, problems);
  const further = texts.tests.flatMap((source) => parseTests(source, files, problems));
  if (problems.length > 0) return { ok: false, problems: problems.sort(byPlace) };
  const set = compilePolicies(files);
  const policies = createSnapshot(set, files);
  const tests = [...policies.tests, ...further];
  return { ok: true, bundle: { files, set, policies, tests, warnings: warningsOf(files) } };
}

function checkOwners(files: readonly ParsedFile[], problems: PolicyProblem[]): void {
  const owners = new Map<string, string>();
  for (const { path, content, places } of [...files].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const owner = owners.get(content.id);
    if (owner !== undefined)
      problems.push({
        ...problemAt(path, `the id "${content.id}" belongs to ${owner} already`),
        ...places.placeOf(["id"]),
      });
    owners.set(content.id, owner ?? path);
  }
}

function checkClasses(files: readonly ParsedFile[], problems: PolicyProblem[]): void {
  const customClasses = customClassesOf(files.map(({ content }) => content));
  for (const { path, content, places } of files)
    for (const { path: at, message } of unknownClasses(content, customClasses))
      problems.push({ ...problemAt(path, message), ...places.placeOf(at) });
}

function parseFile(source: PolicySource, options: LoadOptions, problems: PolicyProblem[]): ParsedFile | null {
  const check = (content: z.infer<typeof policyFile>) => checkPolicy(content, options.patterns);
  const parsed = parseAs(source, policyFile, { check, problems });
  if (!parsed) return null;
  const { content, places } = parsed;
  const testPlaces = (content.tests ?? []).map((_, index) => places.placeOf(["tests", index]));
  return { ...source, content, testPlaces, places };
}

function parseTests(
  source: PolicySource,
  files: readonly ParsedFile[],
  problems: PolicyProblem[],
): PolicyTest[] {
  const known = files.map(({ content }) => content.id);
  const check = ({ of, tests }: z.infer<typeof policyTestFile>): Complaint[] => {
    const complaints = tests.flatMap((test, index) => checkTest(test, ["tests", index]));
    if (known.includes(of)) return complaints;
    const message = `there is no policy "${of}"${suggest(of, known)}`;
    return [{ path: ["of"], onKey: false, message }, ...complaints];
  };
  const parsed = parseAs(source, policyTestFile, { check, problems });
  const policy = files.find(({ content }) => content.id === parsed?.content.of);
  if (!parsed || !policy) return [];
  return parsed.content.tests.map((test, index) => ({
    file: source.path,
    ...parsed.places.placeOf(["tests", index]),
    appliesTo: policy.content.applies_to,
    test,
  }));
}

type Checking<T> = { check: (content: T) => Complaint[]; problems: PolicyProblem[] };

function parseAs<S extends z.ZodType>(
  { path, text }: PolicySource,
  schema: S,
  { check, problems }: Checking<z.infer<S>>,
): { content: z.infer<S>; places: Places } | null {
  const parsed = readYaml(text);
  const report = (place: { line: number; column: number }, message: string) =>
    problems.push({ file: path, ...place, code: "POLICY_INVALID", message });
  for (const { line, column, message } of parsed.problems) report({ line, column }, message);
  if (parsed.problems.length > 0) return null;
  const shaped = schema.safeParse(parsed.value);
  const complaints = shaped.success
    ? check(shaped.data)
    : describeIssues(shaped.error.issues, schema, parsed);
  for (const { path: at, onKey, message } of complaints)
    report(onKey ? parsed.placeOfKey(at) : parsed.placeOf(at), message);
  return shaped.success && complaints.length === 0 ? { content: shaped.data, places: parsed } : null;
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
