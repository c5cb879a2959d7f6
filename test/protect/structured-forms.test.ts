// Ways in which systems and people of many countries give a structured value: field names, and sentences around it.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scan } from "../../src/protect/protect.ts";
import type { JsonValue, PiiClass } from "../../src/vocabulary.ts";

type Forms = {
  class: PiiClass;
  /** Each stands under each of the names, and is found there. */
  values: string[];
  fields: string[];
  /** Names under which none of the values is personal. */
  harmlessFields: string[];
  /** A result, and the values in it. */
  found: [JsonValue, ...string[]][];
  harmless: JsonValue[];
};

const FOLDER = join(import.meta.dirname, "../cases/structured");
/** Stands inside invented secrets in the files, so that no secret scanner takes them for real ones. */
const JOINT = "\u205e";

for (const file of readdirSync(FOLDER)) {
  const text = readFileSync(join(FOLDER, file), "utf8").replaceAll(JOINT, "");
  const forms = JSON.parse(text) as Forms;
  const foundIn = (data: JsonValue): string[] =>
    scan(data, "US")
      .filter((span) => span.class === forms.class)
      .map((span) => span.text);

  test(`${file}: a telling field name is enough`, () => {
    const missed = forms.fields.flatMap((field) =>
      forms.values
        .filter((value) => !foundIn({ [field]: value, id: "x" }).includes(value))
        .map((value) => ({ field, value })),
    );
    assert.deepEqual(missed, []);
  });

  test(`${file}: other field names are not`, () => {
    const taken = forms.harmlessFields.flatMap((field) =>
      forms.values
        .filter((value) => foundIn({ [field]: value, name: "x" }).length > 0)
        .map((value) => ({ field, value })),
    );
    assert.deepEqual(taken, []);
  });

  test(`${file}: values are found in results`, () => {
    for (const [data, ...values] of forms.found) {
      const found = foundIn(data);
      for (const value of values)
        assert.ok(
          found.some((span) => span.includes(value)),
          `${JSON.stringify(data)}: ${value} not in ${JSON.stringify(found)}`,
        );
    }
  });

  test(`${file}: harmless results stay`, () => {
    for (const data of forms.harmless) assert.deepEqual(foundIn(data), [], JSON.stringify(data));
  });
}
