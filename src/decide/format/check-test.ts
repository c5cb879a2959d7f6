// What a policy test must keep to beyond its shape: one question, and only what belongs to it.

import { didYouMean, suggest } from "../../text/did-you-mean.ts";
import { SERVER_REQUESTS } from "../../vocabulary.ts";
import type { Complain } from "./check-policy.ts";
import type { Complaint } from "./describe-issue.ts";
import type { Path } from "./read-policy-yaml.ts";
import type { TestText } from "./test-schema.ts";
import { testTokenProblems } from "./test-tokens.ts";

type Key = keyof TestText;

/** What may be asked, and the keys that say more about it. */
const QUESTIONS = {
  call: ["args", "run_labels", "at", "session_age"],
  code: [],
  result_of: ["value", "gives", "labels"],
  save_skill: [],
  see_skill: [],
  workspace: ["access"],
  request: [],
} as const satisfies { [question in Key]?: readonly Key[] };

type Question = keyof typeof QUESTIONS;

const NAMES = Object.keys(QUESTIONS) as Question[];
const TOOL = /^[A-Za-z0-9_-]+\.[^*]+$/;

export function questionOf(test: TestText): Question {
  return NAMES.find((name) => test[name] !== undefined) ?? "call";
}

/** Also for files that hold tests alone. */
export function checkTest(test: TestText, path: Path): Complaint[] {
  const complaints: Complaint[] = [];
  const complain: Complain = (at, message) => complaints.push({ path: at, onKey: false, message });
  const asked = NAMES.filter((name) => test[name] !== undefined);
  if (asked.length !== 1) {
    const message =
      asked.length === 0
        ? `a test needs a question: one of ${NAMES.join(", ")}`
        : `a test asks one thing, and this one has ${asked.join(" and ")}`;
    complain(path, message);
    return complaints;
  }
  const question = questionOf(test);
  for (const [name, keys] of Object.entries(QUESTIONS))
    for (const key of keys)
      if (name !== question && test[key] !== undefined)
        complain([...path, key], `"${key}" belongs to a test with \`${name}\`, not with \`${question}\``);
  checkQuestion(test, path, complain);
  return complaints;
}

function checkQuestion(test: TestText, path: Path, complain: Complain): void {
  for (const key of ["call", "result_of"] as const) {
    const tool = test[key];
    if (tool !== undefined && !TOOL.test(tool))
      complain([...path, key], `"${tool}" is no tool: write server.tool`);
  }
  for (const message of testTokenProblems(test.args ?? {}, didYouMean)) complain([...path, "args"], message);
  if (test.result_of !== undefined && test.value === undefined)
    complain([...path, "result_of"], "a test of a result needs the `value` that the tool answers");
  if (test.request !== undefined) checkRequest(test.request, path, complain);
  const mayWait = test.call !== undefined || test.code !== undefined || test.save_skill !== undefined;
  if (test.expect === "approve" && !mayWait)
    complain([...path, "expect"], "only calls, code and saved skills can wait for an approval");
}

function checkRequest(request: string, path: Path, complain: Complain): void {
  const [, server, kind = ""] = /^([A-Za-z0-9_-]+)\.(.+)$/.exec(request) ?? [];
  if ((SERVER_REQUESTS as readonly string[]).includes(kind)) return;
  const near = suggest(kind, SERVER_REQUESTS);
  const example = `write ${server ?? "server"}.${SERVER_REQUESTS[0]}`;
  complain([...path, "request"], `"${request}" is no request of a server: ${example}${server ? near : ""}`);
}
