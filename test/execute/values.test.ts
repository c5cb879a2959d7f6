import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { openTestExecutor, RecordingPort, type TestExecutor } from "./executor-fixture.ts";
import { VALUES } from "./value-table.ts";

const REFUSED = "refused: ";

let executor: TestExecutor;
before(async () => {
  executor = await openTestExecutor();
});
after(() => executor.close());

/** In a box, because an async function would await a promise that it returns. */
function wrapped(code: string): string {
  return code.replace(/return (?!.*return )(.*)$/, "return { box: $1 }");
}

async function resultText(code: string): Promise<string> {
  const outcome = await executor.run(code);
  return outcome.ok ? outcome.resultText : `${outcome.error.code} ${outcome.error.message}`;
}

function check(text: string, expected: string, code: RegExp): void {
  if (!expected.startsWith(REFUSED)) assert.equal(text, expected);
  else {
    assert.match(text, code);
    assert.ok(text.endsWith(expected.slice(REFUSED.length)), text);
  }
}

for (const { value, code, alone, inside } of VALUES) {
  test(`what becomes of ${value}, alone and inside, as a result and as an argument`, async () => {
    const statements = /(^|; )return /.test(code);
    const given = statements ? `const boxed = await (async () => { ${wrapped(code)} })();` : "";
    const expression = statements ? "boxed.box" : code;
    check(await resultText(`${given} return ${expression}`), alone, /^(RESULT_INVALID|RUNTIME_ERROR) /);
    check(
      await resultText(`${given} return { v: ${expression} }`),
      inside,
      /^(RESULT_INVALID|RUNTIME_ERROR) /,
    );
    const port = new RecordingPort();
    const outcome = await executor.run(`${given} await crm.list_contacts({ v: ${expression} })`, { port });
    const sent = port.requests.filter(
      (request) => request.kind === "tool" && request.tool === "crm.list_contacts",
    );
    const told = outcome.ok ? sent[0]?.argsText : `${outcome.error.code} ${outcome.error.message}`;
    check(told ?? "nothing was sent", inside, /^(BAD_ARGUMENTS|RUNTIME_ERROR) /);
  });
}

test("docs/programs.md shows every row of the table", () => {
  const doc = readFileSync(new URL("../../docs/programs.md", import.meta.url), "utf8");
  for (const { value, alone, inside } of VALUES) {
    const line = `| ${value} | ${cell(alone)} | ${cell(inside)} |`;
    assert.ok(doc.includes(`${line}\n`), line);
  }
});

function cell(text: string): string {
  return text.startsWith(REFUSED) ? `refused: “… ${text.slice(REFUSED.length)}”` : `\`${text}\``;
}
