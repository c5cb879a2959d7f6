import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { analyzeText, show } from "./analyze-fixture.ts";
import { readBenignPrograms } from "./corpus.ts";

const programs = readBenignPrograms();

describe("programs as agents write them raise nothing above low", () => {
  for (const { title, code } of programs) {
    test(title, () => {
      const { findings, program, risk } = analyzeText(code);
      const loud = findings.filter(({ severity }) => severity !== "info" && severity !== "low");
      assert.equal(show(loud), "");
      assert.equal(risk.level, "low");
      assert.notEqual(program, null);
    });
  }
});

test("the programs are many, of a real size, and mostly without any remark", () => {
  assert.ok(programs.length >= 80, `${programs.length} programs`);
  for (const { title, code } of programs) {
    const lines = code.split("\n").length;
    assert.ok(lines >= 3 && lines <= 45, `${title}: ${lines} lines`);
  }
  const remarked = programs.filter(({ code }) => analyzeText(code).findings.length > 0);
  assert.ok(remarked.length <= programs.length / 20, remarked.map(({ title }) => title).join(", "));
});
