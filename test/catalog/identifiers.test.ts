// The names by which code calls tools: never a name that the language itself looks up, never one for two tools.

import assert from "node:assert/strict";
import { test } from "node:test";
import { nameIdentifiers } from "../../src/catalog/name-identifiers.ts";

test("names become identifiers, best first", () => {
  const table: [name: string, identifiers: string[]][] = [
    ["create_issue", ["create_issue", "createIssue"]],
    ["createIssue", ["createIssue"]],
    ["get-sum", ["get_sum", "getSum"]],
    ["dots.in.name", ["dots_in_name", "dotsInName"]],
    ["a/b:c@d+e", ["a_b_c_d_e", "aBCDE"]],
    ["TwilioApiV2010--CreateAccount", ["TwilioApiV2010__CreateAccount", "twilioApiV2010CreateAccount"]],
    ["URLFetch", ["URLFetch"]],
    ["2fa", ["_2fa"]],
    ["$cost", ["$cost"]],
    ["export", ["export_"]],
    ["delete", ["delete_"]],
    ["default", ["default_"]],
    ["await", ["await_"]],
    ["then", ["then_"]],
    ["toJSON", ["toJSON_"]],
    ["constructor", ["constructor_"]],
    ["__proto__", ["__proto___", "proto"]],
    ["hasOwnProperty", ["hasOwnProperty_"]],
    ["to-json", ["to_json", "toJson"]],
    ["to-JSON", ["to_JSON", "toJSON_"]],
    ["größe", ["gr__e", "grE"]],
    ["工具", ["__"]],
    ["deleted", ["deleted"]],
  ];
  for (const [name, identifiers] of table)
    assert.deepEqual(nameIdentifiers([name]).get(name), identifiers, name);
});

test("an identifier that two tools could claim belongs to the exact name, or to neither", () => {
  const table: [names: string[], expected: string[][]][] = [
    [
      ["get-item", "get_item"],
      [[], ["get_item"]],
    ],
    [
      ["get-item", "get.item"],
      [[], []],
    ],
    [
      ["get_item", "getItem"],
      [["get_item"], ["getItem"]],
    ],
    [
      ["then", "then_"],
      [[], ["then_"]],
    ],
    [
      ["get-item", "get_other"],
      [
        ["get_item", "getItem"],
        ["get_other", "getOther"],
      ],
    ],
    [
      ["工具", "道具"],
      [[], []],
    ],
  ];
  for (const [names, expected] of table) {
    const found = nameIdentifiers(names);
    assert.deepEqual(
      names.map((name) => found.get(name)),
      expected,
      names.join(" and "),
    );
  }
});

test("no set of names makes an identifier that is taken, invalid or shared", () => {
  const words = [
    "then",
    "toJSON",
    "__proto__",
    "constructor",
    "a",
    "A",
    "_",
    "-",
    ".",
    "1",
    "get",
    "ü",
    "class",
  ];
  const names = words.flatMap((left) =>
    words.flatMap((right) => [left + right, `${left}-${right}`, `${left}_${right}`]),
  );
  const all = [...nameIdentifiers([...new Set(names)]).values()].flat();
  assert.equal(new Set(all).size, all.length);
  for (const identifier of all) {
    assert.match(identifier, /^[A-Za-z_$][A-Za-z0-9_$]*$/);
    assert.ok(!(identifier in {}), identifier);
    assert.ok(!["then", "toJSON", "class"].includes(identifier), identifier);
  }
});
