// Spellings that try to look like what a rule permits, or unlike what it denies.

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { JsonValue } from "../../src/vocabulary.ts";
import { call, load, policyText } from "./policy-fixtures.ts";

const PATHS: [string, boolean][] = [
  ["/data/reports/2026.csv", true],
  ["/data/./a", true],
  ["/data/a..b", true],
  ["/data/..hidden", true],
  ["/data/a b/ü.txt", true],
  ["/data/..", false],
  ["/data/a/../../etc/passwd", false],
  ["/data/%2e%2e/etc/passwd", false],
  ["/data/%2E%2E%2fetc", false],
  ["/data/%252e%252e/etc", false],
  ["/data/..%2fetc", false],
  ["/data/%c0%ae%c0%ae/etc", false],
  ["/data/..\\..\\etc", false],
  ["\\data\\a", false],
  ["C:\\data\\a", false],
  ["/data\\..\\..\\etc", false],
  ["/data/a\u0000.csv", false],
  ["/data/a\nb", false],
  ["/data/．．/etc", false],
  ["/data／..／etc", false],
  ["/data/․․/etc", false],
  ["file:///data/a", false],
  ["//data/a", false],
  ["/DATA/a", false],
  ["/data2/a", false],
  ["data/a", false],
  ["./data/a", false],
  ["~/data/a", false],
  ["", false],
  ["/", false],
];

const HOSTS: [string, boolean][] = [
  ["https://docs.x.example/page", true],
  ["https://docs.x.example:443/page", true],
  ["https://docs.x.example?x=1", true],
  ["https://docs.x.example/@evil.example", true],
  ["https://docs.x.example#@evil.example", true],
  ["https://docs.x.example:444/", false],
  ["https://docs.x.example:0443/", false],
  ["https://docs.x.example:/", false],
  ["https://user@docs.x.example/", false],
  ["https://user:pw@docs.x.example/", false],
  ["https://docs.x.example@evil.example/", false],
  ["https://docs.x.example%40evil.example/", false],
  ["https://docs.x.example%2eevil.example/", false],
  ["https://evil.example#docs.x.example", false],
  ["https://evil.example?docs.x.example", false],
  ["https://evil.example\\.docs.x.example/", false],
  ["https://evil.example/\\docs.x.example", false],
  ["https:/docs.x.example/", false],
  ["https:\\\\docs.x.example/", false],
  ["https:///docs.x.example/", false],
  ["https://docs.x.example.", false],
  ["https://docs.x.example../", false],
  ["https://docs.x.example\u3002evil.example/", false],
  ["https://ｄocs.x.example/", false],
  ["https://dосs.x.example/", false],
  ["https://docs.x.exa\u00admple/", false],
  ["https://docs.x.example\u200b/", false],
  [" https://docs.x.example/", false],
  ["https://docs.x.example /", false],
  ["ht\ntps://docs.x.example/", false],
  ["https://[::ffff:127.0.0.1]/", false],
  ["https://127.1/", false],
  ["javascript://docs.x.example/%0aalert(1)", false],
  ["docs.x.example", false],
];

const ADDRESSES: [string, boolean][] = [
  ["ann@x.example", true],
  ["Ann.Smith+news@X.EXAMPLE", true],
  ["ann@sub.x.example", false],
  ["ann@xx.example", false],
  ["ann@x.example.evil.example", false],
  ["ann@x.example@evil.example", false],
  ["ann@evil.example, bob@x.example", false],
  ["ann@evil.example;bob@x.example", false],
  ["Ann <ann@evil.example> bob@x.example", false],
  ["<ann@x.example>", false],
  ['"a@evil.example"@x.example', false],
  ["ann@x.example\nBcc: eve@evil.example", false],
  ["ann@x.example\u0000", false],
  ["ann@x.example ", false],
  ["ann@x.example.", false],
  ["ann%evil.example@x.example", false],
  ["evil.example!ann@x.example", false],
  ["ann@[127.0.0.1]", false],
  ["ann@ｘ.example", false],
  ["@x.example", false],
];

const PATTERNS: [string, boolean][] = [
  ["AB-12", true],
  ["AB-12\n", false],
  ["\nAB-12", false],
  ["xAB-12", false],
  ["AB-12x", false],
  ["AB-12\nAB-12", false],
  ["AB-１２", false],
  ["ab-12", false],
  ["AB-12\u2028", false],
];

const TABLES: [name: string, matcher: string, rows: [JsonValue, boolean][]][] = [
  ["path_under", "path_under: /data", PATHS],
  ["host_in", "scheme: [https], host_in: [docs.x.example]", HOSTS],
  ["email_domain", "email_domain: [x.example]", ADDRESSES],
  ["pattern", 'pattern: "[A-Z]{2}-[0-9]{2}"', PATTERNS],
];

for (const [name, matcher, rows] of TABLES) {
  suite(`${name} against other spellings`, () => {
    const rules = load(
      policyText(`tools: [{ id: g, match: [s.t], effect: allow, args: { a: { ${matcher} } } }]`),
    );
    for (const [value, granted] of rows) {
      test(`${granted ? "permits" : "refuses"} ${JSON.stringify(value)}`, () => {
        assert.equal(call(rules, "s.t", { a: value }).effect, granted ? "allow" : "deny");
      });
    }

    test("refuses the same value in a list, in an object and as another type", () => {
      const [good] = rows.find(([, granted]) => granted) ?? [""];
      for (const value of [[good], { 0: good }, 5, true, null]) {
        assert.equal(call(rules, "s.t", { a: value }).effect, "deny", JSON.stringify(value));
      }
    });
  });
}

suite("a deny is not escaped by another spelling", () => {
  const deny = (matcher: string) =>
    load(
      policyText(
        `tools: [{ id: g, match: [s.t], effect: allow }, { id: d, match: [s.t], effect: deny, args: { a: { ${matcher} } } }]`,
      ),
    );
  const rows: [string, string, boolean][] = [
    ["host_in: [evil.example]", "https://evil.example/", true],
    ["host_in: [evil.example]", "https://evil.example./", true],
    ["host_in: [evil.example]", "https://u@evil.example/", true],
    ["host_in: [evil.example]", "https://ｅvil.example/", true],
    ["host_in: [evil.example]", "//evil.example/", true],
    ["host_in: [evil.example]", "https://good.example/", false],
    ["path_under: /etc", "/etc/passwd", true],
    ["path_under: /etc", "/var/../etc/passwd", true],
    ["path_under: /etc", "/var/%2e%2e/etc/passwd", true],
    ["path_under: /etc", "etc/passwd", true],
    ["path_under: /etc", "/var/log", false],
    ["email_domain: [evil.example]", "eve@evil.example", true],
    ["email_domain: [evil.example]", "Eve <eve@evil.example>", true],
    ["email_domain: [evil.example]", "eve@good.example", false],
  ];
  for (const [matcher, value, fires] of rows) {
    test(`{ ${matcher} } ${fires ? "fires" : "does not fire"} on ${JSON.stringify(value)}`, () => {
      assert.equal(call(deny(matcher), "s.t", { a: value }).effect, fires ? "deny" : "allow");
    });
  }
});
