// Ten thousand rows go into the program, five come out.

import assert from "node:assert/strict";
import { runProgram, type Workflow } from "./workflow.ts";

const PROGRAM = `const { contacts } = await crm.list_contacts({ limit: 10000 });
const large = contacts.filter((one) => one.plan === "enterprise").toSorted((a, b) => b.mrr - a.mrr);
return { read: contacts.length, found: large.length, best: large.slice(0, 5).map(({ id, email, mrr }) => ({ id, email, mrr })) };`;

type Answer = { read: number; found: number; best: { id: string; email: string; mrr: number }[] };

export const filterData: Workflow = {
  name: "data filtering",
  async play(gateway) {
    const run = await runProgram(gateway, PROGRAM);
    const { read, found, best } = run.result as Answer;
    assert.equal(read, 10_000);
    assert.ok(found > 0 && found < read);
    assert.equal(best.length, 5);
    for (const [at, one] of best.entries()) {
      assert.match(one.email, /^EMAIL_\d+$/, "an address reached the model");
      assert.ok(at === 0 || (best[at - 1]?.mrr ?? 0) >= one.mrr, "the best do not come first");
    }
    return `${read} rows read, ${found} match, ${run.stats.resultTokens} tokens came back`;
  },
};
