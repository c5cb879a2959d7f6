import assert from "node:assert/strict";
import { test } from "node:test";
import { paramHeaderProblem } from "../../../src/surfaces/mcp/pass/check-param-headers.ts";
import type { JsonObject } from "../../../src/vocabulary.ts";

const SCHEMA: JsonObject = {
  type: "object",
  properties: {
    region: { type: "string", "x-mcp-header": "Region" },
    count: { type: "integer", "x-mcp-header": "Count" },
    where: { type: "object", properties: { city: { type: "string", "x-mcp-header": "City" } } },
    free: { type: "string" },
  },
};
const encoded = (text: string) => `=?base64?${Buffer.from(text).toString("base64")}?=`;

const ROWS: [args: JsonObject, headers: Record<string, string>, problem: RegExp | null][] = [
  [{}, {}, null],
  [{ free: "x" }, {}, null],
  [{ region: "eu" }, { "Mcp-Param-Region": "eu" }, null],
  [{ region: "eu" }, { "mcp-param-region": "eu" }, null],
  [{ region: "Zürich" }, { "Mcp-Param-Region": encoded("Zürich") }, null],
  [{ region: "" }, { "Mcp-Param-Region": "" }, null],
  [{ count: 42 }, { "Mcp-Param-Count": "42" }, null],
  [{ count: 42 }, { "Mcp-Param-Count": "42.0" }, null],
  [{ where: { city: "Bern" } }, { "Mcp-Param-City": "Bern" }, null],
  [{ region: null }, {}, null],
  [{}, { "Mcp-Param-Region": "eu" }, null],
  [{ region: "eu" }, {}, /Mcp-Param-Region is missing/],
  [{ region: "eu" }, { "Mcp-Param-Region": "us" }, /different things/],
  [{ region: "eu" }, { "Mcp-Param-Region": "EU" }, /different things/],
  [{ region: "eu" }, { "Mcp-Param-Region": encoded("us") }, /different things/],
  [{ region: "eu" }, { "Mcp-Param-Region": "=?base64?ZXU?=" }, /not valid Base64/],
  [{ region: "eu" }, { "Mcp-Param-Region": "=?base64?%%%%?=" }, /not valid Base64/],
  [{ region: "eu" }, { "Mcp-Param-Region": "=?base64?/w==?=" }, /not valid Base64/],
  [{ count: 42 }, { "Mcp-Param-Count": "0x2a" }, /different things/],
  [{ where: { city: "Bern" } }, {}, /Mcp-Param-City is missing/],
];

test("headers say what the body says, or the call is refused", () => {
  for (const [args, headers, problem] of ROWS) {
    const found = paramHeaderProblem(SCHEMA, args, new Headers(headers));
    if (problem === null) assert.equal(found, null, JSON.stringify([args, headers]));
    else assert.match(found ?? "", problem, JSON.stringify([args, headers]));
  }
});
