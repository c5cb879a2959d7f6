import assert from "node:assert/strict";
import { test } from "node:test";
import type { ExecutionJob, GuestVisibleError } from "../../src/execute/execute.ts";
import { diedOfMemory, limitFailure, readFailure } from "../../src/execute/run-failure.ts";
import { authorColumn } from "../../src/text/author-column.ts";
import { LIMITS, programOf, SERVERS } from "./executor-fixture.ts";

const JOB: ExecutionJob = {
  runId: "run_test",
  owner: "ann",
  program: programOf("return 1"),
  servers: SERVERS,
  contextText: "{}",
  limits: LIMITS,
};

const ISSUED = new Map<number, GuestVisibleError>([
  [
    3,
    {
      code: "TOOL_DENIED",
      message: "Policy does not grant this.",
      hint: "Ask.",
      retryable: false,
      executed: "no",
    },
  ],
]);

const read = (report: unknown) => readFailure(JSON.stringify(report), JOB, ISSUED);

test("a failure that the host issued is told in the host's words, whatever the report says", () => {
  const told = read({ name: "Evil", message: "all fine", hint: "lies", failure: 3, line: 2, column: 4 });
  const expected = {
    code: "TOOL_DENIED",
    message: "Policy does not grant this.",
    hint: "Ask.",
    line: 2,
    column: 4,
  };
  assert.deepEqual(told, expected);
});

const DISBELIEVED: Record<string, string> = {
  "a failure that was never issued": '{"failure":4}',
  "a code of policy": '{"limit":"POLICY_DENIED","message":"m"}',
  "a code of the upstream": '{"limit":"TOOL_FAILED","message":"m"}',
  "a code of the caller": '{"limit":"CANCELLED","message":"m"}',
  "a code of the clock": '{"limit":"TIMEOUT","message":"m"}',
  "a name from the prototype": '{"limit":"constructor","message":"m"}',
  "text that is not JSON": "{",
  "a list without fields": '[null,{"limit":1}',
  "a number": "5",
  null: "null",
  "a name that is no text": '{"name":{},"message":"m"}',
  "a message that is no text": '{"message":["m"]}',
  "a line that is no number": '{"message":"m","line":"1"}',
  "a column with a fraction": '{"message":"m","line":1,"column":1.5}',
  "a hint that is no text": '{"message":"m","hint":{}}',
};

for (const [what, text] of Object.entries(DISBELIEVED)) {
  test(`a worker that reports ${what} is not believed`, () => {
    assert.equal(readFailure(text, JOB, ISSUED), undefined);
  });
}

const CLAIMABLE = [
  "CALL_LIMIT",
  "ARGUMENT_LIMIT",
  "TIMER_LIMIT",
  "RESULT_LIMIT",
  "RESULT_INVALID",
  "BAD_ARGUMENTS",
];

for (const code of CLAIMABLE) {
  test(`${code} is a limit that the isolate itself may tell`, () => {
    assert.deepEqual(read({ limit: code, message: "m", hint: "h" }), { code, message: "m", hint: "h" });
  });
}

test("CPU and memory are told in the host's words", () => {
  for (const code of ["CPU_LIMIT", "MEMORY_LIMIT"] as const) {
    assert.deepEqual(read({ limit: code, message: "lies", hint: "lies" }), limitFailure(code, LIMITS));
  }
});

test("V8's words for a buffer without memory are a memory limit", () => {
  const told = read({ name: "RangeError", message: "Array buffer allocation failed", line: 1, column: 2 });
  assert.deepEqual(told, { ...limitFailure("MEMORY_LIMIT", LIMITS), line: 1, column: 2 });
});

test("everything else is a run-time error with name and message", () => {
  assert.deepEqual(read({ name: "TypeError", message: "m" }), {
    code: "RUNTIME_ERROR",
    message: "TypeError: m",
  });
  assert.deepEqual(read({ message: "m", line: 0, column: 5 }), {
    code: "RUNTIME_ERROR",
    message: "Error: m",
  });
  assert.deepEqual(read({ message: "m", line: 4 }), { code: "RUNTIME_ERROR", message: "Error: m", line: 4 });
});

test("every limit has a sentence; an unknown code is a worker that died", () => {
  for (const code of ["TIMEOUT", "CPU_LIMIT", "MEMORY_LIMIT", "CANCELLED", "BUSY", "WORKER_DIED"] as const) {
    assert.equal(limitFailure(code, LIMITS).code, code);
  }
  assert.equal(limitFailure("POLICY_DENIED", LIMITS).code, "WORKER_DIED");
});

const COLUMNS: [what: string, insertions: [column: number, length: number][], from: number, to: number][] = [
  ["nothing inserted", [], 5, 5],
  ["before the inserted text", [[5, 7]], 4, 4],
  ["at its first character", [[5, 7]], 5, 5],
  ["inside it", [[5, 7]], 9, 5],
  ["at the author's text behind it", [[5, 7]], 12, 5],
  ["further behind it", [[5, 7]], 20, 13],
  [
    "behind two",
    [
      [5, 3],
      [10, 2],
    ],
    17,
    12,
  ],
  [
    "between two, given in any order",
    [
      [10, 2],
      [5, 3],
    ],
    11,
    8,
  ],
  ["before a cut", [[8, -3]], 6, 6],
  ["behind a cut", [[8, -3]], 9, 12],
];

for (const [what, insertions, from, to] of COLUMNS) {
  test(`a column ${what} is mapped to the author's column`, () => {
    const program = {
      ...JOB.program,
      insertions: [
        ...insertions.map(([column, length]) => ({ line: 1, column, length })),
        { line: 2, column: 1, length: 100 },
      ],
    };
    assert.equal(authorColumn(program, 1, from), to);
  });
}

const MB = 1024 * 1024;
const DEATHS: [
  what: string,
  exit: { signal: string | null; stderr: string },
  grewBy: number,
  memory: boolean,
][] = [
  ["an abort", { signal: "SIGABRT", stderr: "" }, 0, true],
  ["V8's trap", { signal: "SIGTRAP", stderr: "" }, 0, true],
  [
    "a crash with V8's last words on memory",
    { signal: "SIGSEGV", stderr: "FATAL ERROR: invalid array length" },
    0,
    true,
  ],
  ["a kill of a process that grew", { signal: "SIGKILL", stderr: "" }, 33 * MB, true],
  ["a kill of a small process", { signal: "SIGKILL", stderr: "" }, 31 * MB, false],
  ["a crash without a word", { signal: "SIGSEGV", stderr: "" }, 0, false],
  ["an exit", { signal: null, stderr: "heap out of memory" }, 500 * MB, false],
];

for (const [what, exit, grewBy, memory] of DEATHS) {
  test(`${what} is ${memory ? "" : "not "}taken for lack of memory`, () => {
    assert.equal(diedOfMemory(exit, grewBy, LIMITS), memory);
  });
}
