// Values side by side: each is found whatever stands beside it, as in rows without a header.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { scan } from "../../src/protect/detect/scan.ts";

const VALUES = {
  EMAIL: "ann.keller@northwind.example",
  PHONE: "+49 30 90182099",
  "PHONE in brackets": "(415) 555-2671",
  CREDIT_CARD: "4539 5787 6362 1486",
  "CREDIT_CARD in one": "4111111111111111",
  IBAN: "DE89 3704 0044 0532 0130 00",
  US_SSN: "536-90-4399",
  IP_ADDRESS: "203.0.113.77",
  MAC_ADDRESS: "3c:22:fb:9a:01:7e",
  ADDRESS: "12 Main Street, Springfield, IL 62704",
  API_KEY: "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
  PERSON: "Mr. Torvald Ekdahl",
};
const BETWEEN = [" ", ",", ", ", ";", " | ", "|", "\n", "\t", " - ", " / ", " and ", '","'];
/** Digits in groups of digits, with nothing that parts the two. */
const UNCLEAR = new Set(["PHONE +CREDIT_CARD", "PHONE in brackets +CREDIT_CARD"]);

const without = (text: string): string =>
  scan({ note: text }, "US")
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => `${rest.slice(0, start)}…${rest.slice(end)}`, text);
const bare = (value: string): string => value.replace("Mr. ", "");

describe("a value beside another one is found", () => {
  for (const [first, one] of Object.entries(VALUES))
    for (const [second, other] of Object.entries(VALUES))
      test(`${first} and ${second}`, () => {
        for (const between of BETWEEN) {
          if (UNCLEAR.has(`${first}${between}+${second}`)) continue;
          const left = without(`${one}${between}${other}`);
          assert.ok(
            !left.includes(bare(one)) && !left.includes(bare(other)),
            `${JSON.stringify(between)}: ${left}`,
          );
        }
      });
});

describe("a value beside a short number is found", () => {
  for (const [name, value] of Object.entries(VALUES))
    test(name, () => {
      for (const text of [
        `7,${value}`,
        `${value},7`,
        `7,${value},2027`,
        `2027;${value};12`,
        `id 7, ${value}`,
      ])
        assert.ok(!without(text).includes(bare(value)), without(text));
    });
  for (const behind of [" 12/27", " 123", " 12/27 123", ",12/27,123"])
    test(`a card and ${behind}`, () => {
      for (const card of [VALUES.CREDIT_CARD, VALUES["CREDIT_CARD in one"]])
        assert.ok(!without(`${card}${behind}`).includes(card.slice(0, 14)), without(`${card}${behind}`));
    });
});

describe("a comma in a number parts nothing", () => {
  for (const text of [
    "1 234 567,89 EUR",
    "12,345,678 rows",
    "1,415,555,267 people",
    "0,4111111111111111",
    "pi is 3,14159265",
  ])
    test(text, () => assert.equal(without(text), text));
});

describe("a sentence under the name of an id, an amount or a state is read as a sentence", () => {
  const SENTENCES = [
    "The customer's card 4539 5787 6362 1486 was declined.",
    "Please call (415) 555-2671 about it",
    "Applicant with 536-90-4399 is waiting",
    "请联系客户，卡号 4111111111111111 已经失效",
  ];
  const left = (field: string, text: string): string =>
    scan({ [field]: text }, "US").reduce((rest, span) => rest.replace(span.text, "…"), text);
  for (const field of [
    "status",
    "ticket",
    "case",
    "order",
    "reference",
    "item",
    "line",
    "page",
    "type",
    "code",
  ])
    test(field, () => {
      for (const text of SENTENCES) assert.doesNotMatch(left(field, text), /1486|2671|4399|4111/, text);
    });

  for (const [field, text] of [
    ["order_id", "4111111111111111"],
    ["order_id", "ORD 4111111111111111"],
    ["tracking", "415-555-2671"],
    ["sku", "536-90-4399"],
    ["amount", "EUR 4111111111111111"],
    ["uuid", "4539 5787 6362 1486"],
  ] as const)
    test(`${field}: ${text} is none`, () => assert.equal(left(field, text), text));
});
