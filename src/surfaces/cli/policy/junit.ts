// Test results as JUnit XML, which CI systems read.

import type { PolicyTestResult } from "../../../decide/decide.ts";
import type { NameOf } from "./files.ts";

export function junitReport(results: readonly PolicyTestResult[], nameOf: NameOf): string {
  const files = [...new Set(results.map(({ file }) => file))];
  const suites = files.map((file) =>
    suiteOf(
      nameOf(file),
      results.filter((result) => result.file === file),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join("\n")}\n</testsuites>\n`;
}

function suiteOf(name: string, results: readonly PolicyTestResult[]): string {
  const failures = results.filter(({ passed }) => !passed).length;
  const cases = results.map((result) => caseOf(name, result));
  return `  <testsuite name="${xml(name)}" tests="${results.length}" failures="${failures}">\n${cases.join("\n")}\n  </testsuite>`;
}

function caseOf(suite: string, { name, line, passed, expected, got }: PolicyTestResult): string {
  const head = `    <testcase classname="${xml(suite)}" name="${xml(name)}" file="${xml(suite)}" line="${line}"`;
  if (passed) return `${head}/>`;
  const wanted = expected.rule === null ? expected.effect : `${expected.effect} by ${expected.rule}`;
  const message = `expected ${wanted}, got ${got.effect} by ${got.rule}: ${got.reason}`;
  return `${head}>\n      <failure message="${xml(message)}"/>\n    </testcase>`;
}

// XML 1.0 has no way to write most control characters.
function xml(text: string): string {
  return text
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\n", "&#10;");
}
