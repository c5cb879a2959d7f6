import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonValue } from "../../src/vocabulary.ts";
import { FROM_CRM, protectorOn, rulesWith } from "./protect-fixture.ts";

const SIZE = 50_000;
/** Far above what any of them needs (under 0.08 s), far below what a quadratic scan would take (2.5 s and more). */
const MOST_MS = 500;

const UNITS = [
  ..."a1+(@.-/=%&\\_[{\"'\n\t",
  "a@",
  "a@a.",
  "1 ",
  "1-",
  "12.",
  "[at]",
  " at a dot ",
  "a=b&",
  "?token=",
  "password is ",
  "Password=a;",
  "name: ",
  "Name: Ann ",
  "Dear Ann, ",
  "Mr. ",
  "Ann van der ",
  "A. ",
  "12 Main ",
  "1 rue de la ",
  "Am Alten ",
  "Hauptstr. ",
  "Calle de la Aa ",
  "ul. Aa ",
  "born 1/1/",
  "passport A1",
  "tax id ",
  "AB 12 34 ",
  "DE89 ",
  "0xA",
  "::1 ",
  "aa:",
  "1.1.1.",
  "sk-",
  "eyJa.eyJa.",
  "-----BEGIN PRIVATE KEY-----",
  "http://a:b",
  "%40",
  "&#64;",
  "\\u0040",
  "電話王小明",
  "аa",
  "a\u200b",
  "＠",
  "😀",
  "a,b\n",
  "name,phone\nAnn,1\n",
  "<name>",
  '{"a":',
  "EMAIL_001 ",
  "regards\n\n ",
  "Ann Lee <a@",
  "QWxhZGRpbjpvcGVuIHNlc2FtZQ",
  "4111 1111 ",
  "+1 415\n",
  "account no 123 ",
  "bank routing 1",
  "52.5219,",
  "DL# A1",
  "cn=Ann Lee",
  "佐藤様",
  "尊敬的王",
  "김민수님",
  "Уважаемый Иван ",
];

test("hostile strings of 50 KB are answered in bounded time, under neutral and telling names", async () => {
  const protector = protectorOn(undefined, 1_000_000);
  for (const [index, unit] of UNITS.entries()) {
    const text = unit.repeat(Math.ceil(SIZE / unit.length));
    for (const field of ["note", "name", "phone", "address", "password"]) {
      const vault = await protector.session(`ann/${index}-${field}`);
      const before = process.cpuUsage();
      await vault.tokenize({ [field]: text }, FROM_CRM, rulesWith()).catch((error: { code?: string }) => {
        assert.equal(error.code, "DATA_TOO_DEEP");
      });
      const { user, system } = process.cpuUsage(before);
      assert.ok((user + system) / 1000 < MOST_MS, `${field} ${JSON.stringify(unit)}`);
    }
  }
});

test("the members of a wide object are not asked about each other", async () => {
  const WIDTH = 20_000;
  const MOST_WIDE_MS = 6000;
  const members: [string, (n: number) => [string, JsonValue]][] = [
    ["names", (n) => [`name${n}`, `Value ${n} here`]],
    ["addresses of mail", (n) => [`k${n}`, `v${n}@x.example`]],
    ["versions", (n) => [`k${n}`, `1.${n % 250}.3.4`]],
    ["labels and values", (n) => [n % 2 ? `type${n}` : `number ${n}`, "passport"]],
  ];
  for (const [what, member] of members) {
    const wide = Object.fromEntries(Array.from({ length: WIDTH }, (_, n) => member(n)));
    const vault = await protectorOn(undefined, 1_000_000).session(`ann/wide-${what.length}`);
    const before = process.cpuUsage();
    await vault.tokenize(wide, FROM_CRM, rulesWith());
    const { user, system } = process.cpuUsage(before);
    assert.ok((user + system) / 1000 < MOST_WIDE_MS, `${what}: ${(user + system) / 1000} ms`);
  }
});

test("JSON in JSON in JSON is looked into so deep and no deeper, and no layer leaks an address", async () => {
  let text = '{"email":"ann@example.com"}';
  for (let layer = 0; layer < 6; layer++) text = JSON.stringify({ body: text });
  const vault = await protectorOn().session("ann/s1");
  const { value } = await vault.tokenize(text, FROM_CRM, rulesWith());
  assert.ok(!String(value).includes("ann@example.com"));
  assert.equal(vault.restore(value, vault.findTokens(value)), text);
});
