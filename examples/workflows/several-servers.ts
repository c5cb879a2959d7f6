// One program on three servers: sum up orders, keep the figures in memory, report them in the forge.

import assert from "node:assert/strict";
import { callTool, resultOf, type Workflow } from "./workflow.ts";

const PROGRAM = `import { execute_sql } from "servers/database";
import { create_entities } from "servers/memory";
import { create_issue } from "servers/forge";

const { rows } = await execute_sql({
  query: "SELECT region, count(*) AS orders, sum(amount) AS owed FROM orders WHERE state = ? GROUP BY region ORDER BY owed DESC",
  parameters: ["overdue"],
});
const report = rows.map(({ region, orders, owed }) => \`- \${region}: \${owed} in \${orders} orders\`).join("\\n");
const entities = rows.map(({ region, owed }) => ({ name: region, entityType: "region", observations: [\`overdue: \${owed}\`] }));
const [issue] = await Promise.all([create_issue({ title: "Overdue orders", body: report }), create_entities({ entities })]);
return { issue: issue.number, regions: rows.map(({ region }) => region) };`;

type Answer = { issue: number; regions: string[] };
type Graph = { entities: { name: string; observations: string[] }[] };

export const severalServers: Workflow = {
  name: "several servers",
  async play(gateway) {
    const { issue, regions } = await resultOf<Answer>(gateway, PROGRAM);
    assert.deepEqual(regions.toSorted(), ["east", "north", "south", "west"]);
    const { body } = await callTool<{ body: string }>(gateway, "forge.get_issue", { number: issue });
    const { entities } = await callTool<Graph>(gateway, "memory.open_nodes", { names: regions });
    for (const { name, observations } of entities) {
      const owed = observations[0]?.replace("overdue: ", "") ?? "";
      assert.ok(body.includes(`- ${name}: ${owed} in `), `${name} differs between memory and the issue`);
    }
    assert.equal(entities.length, regions.length);
    return `issue ${issue} and memory agree about ${regions.length} regions`;
  },
};
