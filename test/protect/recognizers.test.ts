import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL_RECOGNIZERS } from "../../src/protect/detect/all-recognizers.ts";
import type { Example } from "../../src/protect/detect/recognizer.ts";
import { createScanner, type Span } from "../../src/protect/detect/scanner.ts";

function scanExample(example: Example): Span[] {
  const scanner = createScanner(ALL_RECOGNIZERS, example.region ?? "US");
  const place = {
    field: example.field ?? "",
    parent: example.parent ?? "",
    siblings: example.siblings ?? null,
  };
  return scanner.scanText(example.text, place);
}

for (const recognizer of ALL_RECOGNIZERS) {
  test(`${recognizer.class} is found in every example, with its exact span and class`, () => {
    for (const example of recognizer.examples) {
      const spans = scanExample(example).map((span) => ({
        class: span.class,
        text: example.text.slice(span.start, span.end),
      }));
      const wanted = { class: recognizer.class, text: example.value ?? example.text };
      assert.ok(
        spans.some((span) => span.class === wanted.class && span.text === wanted.text),
        `${JSON.stringify(example)} gave ${JSON.stringify(spans)}`,
      );
    }
  });

  test(`${recognizer.class} is not found in any near miss, and neither is another class in its place`, () => {
    for (const example of recognizer.nearMisses) {
      const spans = scanExample(example).map((span) => ({
        class: span.class,
        text: example.text.slice(span.start, span.end),
      }));
      assert.deepEqual(
        spans.filter((span) => span.class === recognizer.class),
        [],
        JSON.stringify(example),
      );
    }
  });

  test(`${recognizer.class} has examples and near misses enough to mean something`, () => {
    assert.ok(recognizer.examples.length >= 3 && recognizer.nearMisses.length >= 3);
  });
}
