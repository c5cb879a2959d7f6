// What worked once is kept under a name, found by search, and run with other parameters.

import assert from "node:assert/strict";
import { callTool, resultOf, type Workflow } from "./workflow.ts";

const PROGRAM = `const { rows } = await database.execute_sql({
  query: "SELECT count(*) AS orders, sum(amount) AS owed FROM orders WHERE state = 'overdue' AND region = ?",
  parameters: [context.region],
});
return { region: context.region, ...rows[0] };`;

const REUSE = `const [north, south] = await Promise.all([
  skills.overdue_in_region({ region: "north" }),
  skills.overdue_in_region({ region: "south" }),
]);
return { north: north.owed, south: south.owed };`;

type Overdue = { region: string; orders: number; owed: number };
type Found = { total: number; skills: { name: string }[] };

export const reuseSkill: Workflow = {
  name: "skills reuse",
  async play(gateway) {
    const context = { region: "west" };
    const first = await gateway.ask<{ id: string; status: string; result: Overdue }>("POST", "/v1/runs", {
      code: PROGRAM,
      context,
    });
    assert.equal(first.status, "succeeded");
    await gateway.ask("POST", "/v1/skills", {
      name: "overdue_in_region",
      description: "Number and sum of the overdue orders of one region.",
      run: first.id,
      parameters: { type: "object", properties: { region: { type: "string" } }, required: ["region"] },
    });
    const found = await gateway.ask<Found>("GET", "/v1/skills?query=overdue%20orders");
    assert.deepEqual(
      found.skills.map(({ name }) => name),
      ["overdue_in_region"],
    );
    const sums = await resultOf<{ north: number; south: number }>(gateway, REUSE);
    for (const [region, owed] of Object.entries(sums)) assert.equal(owed, await owedIn(region));
    return `saved once, found by search, run for ${Object.keys(sums).length} regions`;

    async function owedIn(region: string): Promise<number> {
      const query = "SELECT sum(amount) AS owed FROM orders WHERE state = 'overdue' AND region = ?";
      const args = { query, parameters: [region] };
      const { rows } = await callTool<{ rows: { owed: number }[] }>(gateway, "database.execute_sql", args);
      return rows[0]?.owed ?? 0;
    }
  },
};
