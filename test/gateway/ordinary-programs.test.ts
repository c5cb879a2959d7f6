// Ordinary programs, from the request to the reply: none is refused, and each gives what JavaScript gives elsewhere.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { openTestGateway, type TestGateway } from "./gateway-fixture.ts";

const PAGES = new URL("../cases/runs/", import.meta.url);
const PROGRAM = /^## (.+)\n\n```ts\n([\s\S]*?)\n```\n\n```json\n(.*)\n```$/gm;

let gateway: TestGateway;
before(async () => {
  gateway = await openTestGateway();
});
after(() => gateway.close());

for (const page of readdirSync(PAGES)) {
  const text = readFileSync(new URL(page, PAGES), "utf8");
  for (const [, title = "", code = "", result = ""] of text.matchAll(PROGRAM))
    test(title, async () => {
      const run = await gateway.run(code);
      assert.deepEqual([run.error, run.violations], [undefined, []]);
      assert.deepEqual(run.result, JSON.parse(result));
    });
}
