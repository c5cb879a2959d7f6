// Five hundred records changed by one program, and what the same calls would have put into the model's context.

import assert from "node:assert/strict";
import { resultOf, runProgram, type Workflow } from "./workflow.ts";

const RECORDS = 500;

const PROGRAM = `let changed = 0;
for (let page = 1; changed < ${RECORDS}; page++) {
  const { issues } = await forge.list_issues({ label: "nightly", per_page: 100, page });
  await Promise.all(issues.map(({ number, labels }) =>
    forge.update_issue({ number, labels: [...labels, "reviewed"] })));
  changed += issues.length;
}
return changed;`;

const COUNT = `return (await forge.list_issues({ label: "reviewed" })).total`;

export const spendTokens: Workflow = {
  name: "token efficiency",
  async play(gateway) {
    const run = await runProgram(gateway, PROGRAM);
    assert.equal(run.result, RECORDS);
    assert.equal(await resultOf(gateway, COUNT), RECORDS);
    const { resultTokens, savedTokens } = run.stats;
    assert.ok(savedTokens > 100 * resultTokens, `only ${savedTokens} tokens saved`);
    return `${RECORDS} records changed for ${resultTokens} token(s); ${savedTokens} stayed out of the context`;
  },
};
