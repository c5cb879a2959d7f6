// Rows whose columns have no names, and spellings that a screen would show otherwise.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { scan } from "../../src/protect/detect/scan.ts";
import type { JsonValue } from "../../src/vocabulary.ts";

const found = (value: JsonValue) => scan(value, "US").map((span) => `${span.class} ${span.text}`);

describe("rows without column names", () => {
  const people = [
    ["u1", "Abimbola", "Fashola", "1967-01-30"],
    ["u2", "Thandeka", "Mokoena", "1990-12-04"],
    ["u3", "Kwabena", "Boateng", "1988-02-11"],
  ];
  const columns = ["c0", "c1", "c2", "c3"];
  for (const [title, value] of [
    ["alone", people],
    ["under columns that say nothing", { columns, rows: people }],
  ] as const) {
    test(`hold people where most cells of a column are names: ${title}`, () => {
      const texts = found(value as JsonValue);
      for (const text of ["PERSON Thandeka", "PERSON Fashola", "DATE_OF_BIRTH 1990-12-04"])
        assert.ok(texts.includes(text), `${text} in ${texts}`);
    });
  }

  const harmless: [title: string, rows: JsonValue][] = [
    [
      "cities and dates",
      [
        ["a", "Berlin", "1980-01-01"],
        ["b", "Lyon", "2001-01-01"],
      ],
    ],
    [
      "days and duties",
      [
        ["Monday", "Backup"],
        ["Tuesday", "Restore"],
      ],
    ],
    ["one row", [["u1", "Abimbola", "1967-01-30"]]],
    [
      "dates that nobody is named beside",
      [
        ["x1", "1967-01-30"],
        ["x2", "1980-01-30"],
      ],
    ],
    [
      "columns that say what they are",
      {
        columns: ["id", "city"],
        rows: [
          ["1", "Charlotte"],
          ["2", "Adelaide"],
        ],
      },
    ],
  ];
  for (const [title, rows] of harmless)
    test(`stay as they are: ${title}`, () => assert.deepEqual(found(rows), []));
});

describe("names as a screen would show them", () => {
  for (const [text, name] of [
    ["<td>Ma&euml;lys Kerguelen</td> wrote back", "Ma&euml;lys Kerguelen"],
    ["https://example.com/?name=J%C3%B6rg%20Vogelsang", "J%C3%B6rg%20Vogelsang"],
    ['log: {\\"full_name\\":\\"Ann Lee\\"}', "Ann Lee"],
    ["\\u004aonas Keller said no", "\\u004aonas Keller"],
  ] as const)
    test(text, () => assert.ok(found(text).includes(`PERSON ${name}`), `${found(text)}`));
});

describe("a given name alone", () => {
  const cases: [text: string, names: string[]][] = [
    ["The parcel was left with the porter and Bartosz picked it up.", ["PERSON Bartosz"]],
    ["my wife is Nadezhda and we arrive late", ["PERSON Nadezhda"]],
    ["thanks for the quick answer — Yevgenia", ["PERSON Yevgenia"]],
    ["mother of Temi and Bukola, friend of many", ["PERSON Temi", "PERSON Bukola"]],
    ["The docs are built with Hugo and the jobs run in Jenkins.", []],
    ["we named the sprint 'Marie Celeste' for a reason", []],
    ["the Otto-Motor runs again and the pump as well", []],
    ["the tug Sir Winston left berth four at noon", []],
  ];
  for (const [text, names] of cases) test(text, () => assert.deepEqual(found(text), names));
});
