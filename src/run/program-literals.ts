// Personal values typed into the code become the session's tokens, so that `row.email === "ann@x.example"`
// compares two tokens, and the isolate holds no clear value.

import { GatewayError } from "../errors.ts";
import type { SessionVault } from "../protect/protect.ts";
import { authorColumn } from "../text/author-column.ts";
import { sha256Hex } from "../text/canonical-json.ts";
import { placeOf } from "../text/text-place.ts";
import type { PiiRules, Program } from "../vocabulary.ts";

type Replacement = { start: number; end: number; text: string };

export async function protectLiterals(
  program: Program,
  vault: SessionVault,
  rules: PiiRules,
): Promise<Program> {
  if (program.literals.length === 0) return program;
  const values = program.literals.map((literal) => literal.value);
  const safe = await vault.tokenize(values, { from: "agent", channel: "code" }, rules);
  if (safe.blocked || !Array.isArray(safe.value)) {
    throw new GatewayError(
      "PII_BLOCKED",
      `The code holds ${safe.blocked?.class} data, which policy blocks.`,
      {
        hint: "Take the value from a tool's result instead of writing it into the code.",
      },
    );
  }
  const replacements: Replacement[] = [];
  for (const [index, literal] of program.literals.entries()) {
    const value = safe.value[index];
    if (typeof value !== "string" || value === literal.value) continue;
    const text = literal.kind === "string" ? JSON.stringify(value) : value.replace(/[\\`]|\$\{/g, "\\$&");
    replacements.push({ start: literal.start, end: literal.end, text });
  }
  return replacements.length === 0 ? program : rewrite(program, replacements);
}

function rewrite(program: Program, replacements: Replacement[]): Program {
  const source = program.moduleText;
  const insertions = [...program.insertions];
  let text = "";
  let at = 0;
  for (const { start, end, text: literal } of replacements) {
    text += source.slice(at, start) + literal;
    at = end;
    insertions.push({ ...authorPlace(program, start), length: literal.length - (end - start) });
  }
  text += source.slice(at);
  return { ...program, moduleText: text, sha256: sha256Hex(text), insertions, literals: [] };
}

/** Line 1 of the module is the wrapper, so the author's lines start one later. */
function authorPlace(program: Program, offset: number): { line: number; column: number } {
  const { line, column } = placeOf(program.moduleText, offset);
  return { line: line - 1, column: authorColumn(program, line - 1, column) };
}
