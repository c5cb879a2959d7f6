// What holds for any data: values go and come back, and shapes stay.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type JsonValue, PII_STYLES, type PiiStyle } from "../../src/vocabulary.ts";
import { FROM_CODE, FROM_CRM, protectorOn, rulesWith } from "./protect-fixture.ts";

const SEED = 20_260_615;
const RUNS = { seed: SEED, numRuns: 250 };

/** Sure wherever they stand, each told apart by a number, in one spelling only. */
const planted = fc
  .tuple(fc.integer({ min: 0, max: 999 }), fc.constantFrom("email", "phone", "ip", "key", "mac"))
  .map(([number, kind]) => {
    const three = String(number).padStart(3, "0");
    switch (kind) {
      case "email":
        return `planted.${three}@mail.example.com`;
      case "phone":
        return `+1 415 555 0${three}`;
      case "ip":
        return `203.0.113.${(number % 254) + 1}`;
      case "mac":
        return `3c:22:fb:9a:0${three[0]}:${three.slice(1)}`;
      default:
        return `AKIAIOSFODNN7EX${three}AQ`.slice(0, 20);
    }
  });
const around = fc.constantFrom("", "see ", "(", "ask: ", "\n", '"', "→ ");
const behind = fc.constantFrom("", ".", ", please", ")", "\n", '"', " ←");
const sentence = fc.tuple(around, planted, behind).map((parts) => parts.join(""));
const leaf = fc.oneof(
  { weight: 3, arbitrary: sentence },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 12 }) },
  fc.constantFrom(
    "EMAIL_001",
    "PHONE_1234",
    "email-001@pii.invalid",
    "see email-002@pii.invalid.",
    "+12015550100",
    "4000000000000010",
    "198.18.0.1",
    "2001:db8::0:1",
    "02:00:00:00:00:01",
    "LITERAL_001",
    "[REDACTED:EMAIL]",
    "$&",
    "$1",
    "__proto__",
    "%40",
    "\u200b",
  ),
  fc.integer(),
  fc.constantFrom(4000000000000010, 2 ** 53, 1e21, 5e-324, -1.5e300),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  fc.boolean(),
  fc.constant(null),
);
const key = fc.oneof(
  fc.constantFrom("note", "text", "phone", "name", "email", "items", "data"),
  planted,
  fc.string({ maxLength: 6 }),
);
const { tree } = fc.letrec<{ tree: JsonValue }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, depthSize: "small" },
    leaf as fc.Arbitrary<JsonValue>,
    fc.array(tie("tree"), { maxLength: 5 }),
    fc.dictionary(key, tie("tree"), { maxKeys: 5 }),
    tie("tree").map((inside) => JSON.stringify({ body: inside })),
  ),
}));
/** A key named __proto__ would set the prototype of the generated object. */
const data = tree.map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);

async function tokenized(value: JsonValue, style: PiiStyle = "label") {
  const vault = await protectorOn().session("ann/s1");
  const rules = { ...rulesWith(), style };
  return { vault, rules, result: await vault.tokenize(value, FROM_CRM, rules) };
}

const PLANTED =
  /planted\.\d{3}@mail\.example\.com|\+1 415 555 0\d{3}|203\.0\.113\.\d{1,3}|3c:22:fb:9a:0\d:\d{2}|AKIAIOSFODNN7EX\d{3}AQ/;

function skeleton(value: JsonValue): unknown {
  if (Array.isArray(value)) return value.map(skeleton);
  if (value === null || typeof value !== "object")
    return typeof value === "boolean" || value === null ? value : 0;
  return Object.values(value).map(skeleton);
}

for (const style of PII_STYLES) {
  test(`${style}: no planted value remains anywhere, shapes stay, and it comes back exactly, key by key`, async () => {
    await fc.assert(
      fc.asyncProperty(data, async (value) => {
        const { vault, result } = await tokenized(value, style);
        assert.doesNotMatch(
          JSON.stringify(result.value),
          PLANTED,
          "in a key, a number, a string or JSON in a string",
        );
        assert.deepEqual(skeleton(result.value), skeleton(value), "order and nesting");
        const restored = vault.restore(result.value, vault.findTokens(result.value));
        assert.deepEqual(restored, value);
        assert.deepEqual(Object.keys(Object(restored)), Object.keys(Object(value)));
      }),
      RUNS,
    );
  });

  test(`${style}: the same data gets the same tokens again, and what the agent hands on stays as it is`, async () => {
    await fc.assert(
      fc.asyncProperty(data, async (value) => {
        const { vault, result, rules } = await tokenized(value, style);
        const again = await vault.tokenize(value, FROM_CRM, rules);
        assert.deepEqual(again.value, result.value);
        assert.ok(again.tokens.every((token) => !token.fresh));
        const onward = await vault.tokenize(result.value, FROM_CODE, rules);
        assert.deepEqual(onward.value, result.value);
      }),
      RUNS,
    );
  });
}

test("a thousand levels are refused, whichever way they are nested", async () => {
  let list: JsonValue = "ann@example.com";
  let object: JsonValue = "ann@example.com";
  for (let level = 0; level < 1000; level++) {
    list = [list];
    object = { a: object };
  }
  for (const value of [list, object, JSON.stringify(list), JSON.stringify(object)])
    await assert.rejects(tokenized(value), { code: "DATA_TOO_DEEP" });
});
