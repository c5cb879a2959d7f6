// Rows in texts: inserts, copies, and lines that no header names. And remarks behind a field's name.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { scan } from "../../src/protect/detect/scan.ts";
import type { JsonValue } from "../../src/vocabulary.ts";

const found = (value: JsonValue) => scan(value, "US").map((span) => `${span.class} ${span.text}`);

describe("rows in a text", () => {
  const holding: [title: string, text: string, wanted: string[]][] = [
    [
      "an insert of two rows",
      "INSERT INTO staff (id, full_name, birth_date) VALUES (7, 'Torvald Ekdahl', '1971-05-02'), (8, 'Mpho O''Dea', NULL);",
      ["PERSON Torvald Ekdahl", "DATE_OF_BIRTH 1971-05-02", "PERSON Mpho O''Dea"],
    ],
    [
      "a copy",
      "COPY users (id, name, phone) FROM stdin;\n1\tZed Okoro\t0803 555 1234\n2\tAda Obi\t0802 111 2222\n\\.\n",
      ["PERSON Zed Okoro", "PHONE 0803 555 1234"],
    ],
    [
      "lines without a header",
      "17,Torvald Ekdahl,1971-05-02,Oslo\n18,Mpho Sekoto,1988-11-30,Gaborone\n19,Ilse Brandt,1965-01-09,Kiel",
      ["PERSON Mpho Sekoto", "DATE_OF_BIRTH 1965-01-09"],
    ],
  ];
  for (const [title, text, wanted] of holding)
    test(title, () => {
      const texts = found(text);
      for (const value of wanted) assert.ok(texts.includes(value), `${value} in ${texts}`);
    });

  const harmless: [title: string, text: string][] = [
    [
      "an insert of things",
      "INSERT INTO releases (tag, codename, released) VALUES ('v2', 'Bionic Beaver', '1988-04-26');",
    ],
    ["an insert that is cut off", "INSERT INTO staff (id, full_name) VALUES (7, '"],
    ["lines of cities", "1,Berlin,1980-01-01,DE\n2,Lyon,2001-01-01,FR\n3,Porto,1999-01-01,PT"],
  ];
  for (const [title, text] of harmless) test(`${title} is harmless`, () => assert.deepEqual(found(text), []));
});

describe("a remark behind a field's name", () => {
  test("does not hide the name", () => {
    const texts = found({
      "Full legal name (as in passport)": "Mpho Sekoto",
      "Phone (home)": "020 7946 0123",
    });
    assert.deepEqual(texts, ["PERSON Mpho Sekoto", "PHONE 020 7946 0123"]);
  });
  test("makes no person of a product", () => {
    assert.deepEqual(found({ "Product (customer name on label)": "Blue Chair", "size (mm)": "120" }), []);
  });
});
