import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { JsonValue } from "../../src/vocabulary.ts";
import { call, load, outcome, policyText } from "./policy-fixtures.ts";

/** [matcher, value, does a grant accept it, does a deny fire on it]. `undefined` leaves the argument out. */
type Row = [string, JsonValue | undefined, boolean, boolean];

const ROWS: Row[] = [
  ["one_of: [a, 1, true, null]", "a", true, true],
  ["one_of: [a, 1, true, null]", 1, true, true],
  ["one_of: [a, 1, true, null]", null, true, true],
  ["one_of: [a, 1, true, null]", "1", false, true],
  ["one_of: [a, 1, true, null]", "A", false, false],
  ["one_of: [a]", ["a"], false, true],
  ["one_of: [a]", "<EMAIL@crm.get:r1>", false, true],
  ["one_of: [a]", undefined, true, false],
  ["range: [1, 5]", 1, true, true],
  ["range: [1, 5]", 5, true, true],
  ["range: [1, 5]", 5.01, false, false],
  ["range: [1, 5]", -1, false, false],
  ["range: [1, 5]", "3", false, true],
  ["range: [1, 5]", null, false, true],
  ["max_len: 3", "abc", true, true],
  ["max_len: 3", "abcd", false, false],
  ["max_len: 3", ["a"], false, true],
  ["max_items: 1", ["a"], true, true],
  ["max_items: 1", ["a", "b"], false, false],
  ["max_items: 1", "a", false, true],
  ["each: { one_of: [a] }", ["a", "a"], true, true],
  ["each: { one_of: [a] }", ["b", "a"], false, true],
  ["each: { one_of: [a] }", ["b"], false, false],
  ["each: { one_of: [a] }", [], true, false],
  ["each: { one_of: [a] }", "a", false, true],
  ["class: EMAIL", "<EMAIL@crm.get:r1>", true, true],
  ["class: EMAIL", "<PERSON@crm.get:r1>", false, false],
  ["class: EMAIL", "x <EMAIL@crm.get:r1>", false, true],
  ["class: EMAIL", "EMAIL_001", false, false],
  ["class: EMAIL", "a@x.example", false, false],
  ["class: EMAIL", 7, false, true],
  ["email_domain: [x.example]", "ann@x.example", true, true],
  ["email_domain: [x.example]", "ann@X.Example", true, true],
  ["email_domain: [x.example]", "ann@evil.x.example", false, false],
  ["email_domain: [x.example]", "ann@x.example.evil.example", false, false],
  ["email_domain: [x.example]", "ann@evil.example,b@x.example", false, true],
  ["email_domain: [x.example]", "Ann <ann@x.example>", false, true],
  ["email_domain: [x.example]", "ann@x.example.", false, true],
  ["email_domain: [x.example]", "<EMAIL@crm.get:r1>", false, true],
  ['email_domain: ["*.x.example"]', "ann@a.x.example", true, true],
  ['email_domain: ["*.x.example"]', "ann@x.example", false, false],
  ["scheme: [https]", "https://x.example/", true, true],
  ["scheme: [https]", "HTTPS://x.example/", true, true],
  ["scheme: [https]", "http://x.example/", false, false],
  ["scheme: [https]", "javascript:alert(1)", false, true],
  ["scheme: [https]", "https:x.example", false, true],
  ["scheme: [https]", " https://x.example/", false, true],
  ["host_in: [docs.x.example]", "https://docs.x.example/a?b#c", true, true],
  ["host_in: [docs.x.example]", "https://DOCS.x.example", true, true],
  ["host_in: [docs.x.example]", "https://docs.x.example:443/", true, true],
  ["host_in: [docs.x.example]", "https://docs.x.example:8443/", false, true],
  ["host_in: [docs.x.example]", "http://docs.x.example:443/", false, true],
  ["host_in: [docs.x.example]", "https://evil.example:8443/", false, false],
  ['host_in: ["*.x.example"]', "https://a.x.example:8443/", false, true],
  ['host_in: ["x.example:8443"]', "https://x.example:8444/", false, false],
  ["host_in: [docs.x.example]", "https://evil.example/docs.x.example", false, false],
  ["host_in: [docs.x.example]", "https://docs.x.example.evil.example/", false, false],
  ["host_in: [docs.x.example]", "https://docs.x.example@evil.example/", false, true],
  ["host_in: [docs.x.example]", "https://evil.example@docs.x.example/", false, true],
  ["host_in: [docs.x.example]", "https://docs.x.example./", false, true],
  ["host_in: [docs.x.example]", "https://evil.example\\@docs.x.example/", false, true],
  ["host_in: [docs.x.example]", "https://docs.x.example\t/", false, true],
  ["host_in: [docs.x.example]", "https://docs%2ex.example/", false, true],
  ["host_in: [docs.x.example]", "https://docs。x.example/", false, true],
  ["host_in: [docs.x.example]", "//docs.x.example/", false, true],
  ["host_in: [docs.x.example]", "foo://docs.x.example/", false, true],
  ["host_in: [docs.x.example]", "https://docs.x.example/?q=<PHONE@crm.get:r1>", true, true],
  ['host_in: ["*.x.example"]', "https://a.b.x.example/", true, true],
  ['host_in: ["*.x.example"]', "https://x.example/", false, false],
  ['host_in: ["*.x.example"]', "https://evilx.example/", false, false],
  ['host_in: ["*.x.example"]', "https://<PERSON@crm.get:r1>.x.example/", false, true],
  ['host_in: ["x.example:8443"]', "https://x.example:8443/", true, true],
  ['host_in: ["x.example:8443"]', "https://x.example/", false, false],
  ["host_in: [127.0.0.1]", "http://127.0.0.1/", true, true],
  ["host_in: [127.0.0.1]", "http://0x7f.1/", false, true],
  ["host_in: [127.0.0.1]", "http://2130706433/", false, true],
  ["host_in: [127.0.0.1]", "http://0177.0.0.1/", false, true],
  ["host_in: [bücher.example]", "https://xn--bcher-kva.example/", true, true],
  ["path_under: /data", "/data/a.txt", true, true],
  ["path_under: /data", "/data", true, true],
  ["path_under: /data", "/data//./a.txt", true, true],
  ["path_under: [/data, /tmp/x]", "/tmp/x/y", true, true],
  ["path_under: /", "/anything", true, true],
  ["path_under: /data", "/database/a.txt", false, false],
  ["path_under: /data", "/etc/passwd", false, false],
  ["path_under: /data", "/data/../etc/passwd", false, true],
  ["path_under: /data", "/data/%2e%2e/etc", false, true],
  ["path_under: /data", "/data\\..\\etc", false, true],
  ["path_under: /data", "/data/a\0.txt", false, true],
  ["path_under: /data", "/data/‥/etc", false, true],
  ["path_under: /data", "data/a.txt", false, true],
  ["path_under: /data", "/data/<PERSON@crm.get:r1>", false, true],
  ["prefix: Re", "Re: hello", true, true],
  ["prefix: [Re, Fw]", "Fw: hello", true, true],
  ["prefix: Re", "re: hello", false, false],
  ["prefix: Re", "<PERSON@crm.get:r1>", false, true],
  ["absent: true", undefined, true, true],
  ["absent: true", null, false, false],
  ["no_tokens: true", "plain", true, true],
  ["no_tokens: true", ["a", { b: "<EMAIL@crm.get:r1>" }], false, false],
  ['pattern: "[A-Z]{2}[0-9]+"', "AB12", true, true],
  ['pattern: "[A-Z]{2}[0-9]+"', "AB12 ", false, false],
  ['pattern: "[A-Z]{2}[0-9]+"', "xAB12", false, false],
  ['pattern: "a|ab"', "ab", true, true],
  ['pattern: "a"', "a\n", false, false],
  ['pattern: "a"', 5, false, true],
  ["schema: { type: integer, minimum: 1 }", 2, true, true],
  ["schema: { type: integer, minimum: 1 }", 1.5, false, false],
  ["schema: { type: integer, minimum: 1 }", "2", false, true],
  ["schema: { type: object, required: [id], properties: { id: { type: string } } }", { id: "x" }, true, true],
  [
    "schema: { type: object, required: [id], properties: { id: { type: string } } }",
    { id: "x", z: 1 },
    false,
    true,
  ],
  ["schema: { type: object, required: [id], properties: { id: { type: string } } }", {}, false, false],
  ["schema: { type: object, additionalProperties: true }", { z: 1 }, true, true],
  ["schema: { type: array, maxItems: 2, items: { enum: [a, b] } }", ["a", "b"], true, true],
  ["schema: { type: array, maxItems: 2, items: { enum: [a, b] } }", ["a", "c"], false, false],
  ["schema: { type: string, minLength: 2, maxLength: 3 }", "abcd", false, false],
  ["schema: { const: x }", "<EMAIL@crm.get:r1>", false, true],
];

suite("matchers", () => {
  for (const [matcher, value, granted, denied] of ROWS) {
    const args = value === undefined ? {} : { a: value };
    const shown = JSON.stringify(value) ?? "nothing";
    const flow = "flows: [{ id: f, class: ['*'], from: ['*'], to: [s.*], effect: allow }]";

    test(`{ ${matcher} } ${granted ? "lets" : "does not let"} a grant match ${shown}`, () => {
      const rules = `tools: [{ id: g, match: [s.t], effect: allow, args: { a: { ${matcher} } } }]`;
      const expected = granted ? "allow g" : "deny no_match";
      assert.equal(outcome(call(load(policyText(`${rules}\n${flow}`)), "s.t", args)), expected);
    });

    test(`{ ${matcher} } ${denied ? "makes" : "does not make"} a deny fire on ${shown}`, () => {
      const rules = `tools:\n  - { id: g, match: [s.t], effect: allow }\n  - { id: d, match: [s.t], effect: deny, args: { a: { ${matcher} } } }`;
      const expected = denied ? "deny d" : "allow g";
      assert.equal(outcome(call(load(policyText(`${rules}\n${flow}`)), "s.t", args)), expected);
    });
  }

  test("a pattern that backtracks elsewhere stays linear", () => {
    const policies = load(
      policyText('tools: [{ id: g, match: [s.t], effect: allow, args: { a: { pattern: "(a+)+b" } } }]'),
    );
    assert.equal(outcome(call(policies, "s.t", { a: "a".repeat(20_000) })), "deny no_match");
  });

  test("an argument that a grant does not list fails it, whatever its name", () => {
    const policies = load(policyText("tools: [{ id: g, match: [s.t], effect: allow, args: { a: {} } }]"));
    for (const name of ["b", "A", "__proto__", "constructor", ""]) {
      const args = JSON.parse(`{"a": 1, ${JSON.stringify(name)}: 2}`);
      assert.equal(call(policies, "s.t", args).effect, "deny", name);
    }
    assert.equal(call(policies, "s.t", { a: 1 }).effect, "allow");
  });

  test("an argument more does not let a call escape a deny", () => {
    const body =
      "tools:\n  - { id: g, match: [s.t], effect: allow }\n  - { id: d, match: [s.t], effect: deny, args: { a: { one_of: [x] } } }";
    assert.equal(outcome(call(load(policyText(body)), "s.t", { a: "x", extra: 1 })), "deny d");
  });
});
