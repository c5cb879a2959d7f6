// A call written by hand, to be explained: the fields of a policy test that say what is asked, and nothing else.

import { didYouMean } from "../../text/did-you-mean.ts";
import type { JsonValue } from "../../vocabulary.ts";
import type { CallFacts, PolicyTest } from "../decide.ts";
import { factsOfTest } from "../review/decide-test.ts";
import { describeIssues } from "./describe-issue.ts";
import { policyTest } from "./test-schema.ts";
import { testTokenProblems } from "./test-tokens.ts";

const callFile = policyTest
  .pick({ call: true, args: true, run_labels: true, at: true, session_age: true, who: true })
  .required({ call: true });

/** `appliesTo` is the caller of a call that names none. */
export function readCallFile(
  value: JsonValue,
  appliesTo: PolicyTest["appliesTo"],
): { ok: true; facts: CallFacts } | { ok: false; problems: string[] } {
  const start = () => ({ line: 1, column: 1 });
  const shaped = callFile.safeParse(value);
  if (!shaped.success) {
    const text = { value, problems: [], placeOf: start, placeOfKey: start };
    const complaints = describeIssues(shaped.error.issues, callFile, text);
    return { ok: false, problems: complaints.map(({ path, message }) => `/${path.join("/")}: ${message}`) };
  }
  const problems = testTokenProblems(shaped.data.args ?? {}, didYouMean);
  if (problems.length > 0) return { ok: false, problems };
  const test = { name: "call", expect: "allow" as const, ...shaped.data };
  return { ok: true, facts: factsOfTest({ file: "", ...start(), appliesTo, test }) };
}
