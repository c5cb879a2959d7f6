// The text as it was sent → the text that is checked, and its tree.

import { unwrapFence } from "../parse/bounds.ts";
import { type ParsedProgram, parseProgram } from "../parse/parse.ts";
import type { Remark } from "../remarks.ts";
import { lowerTypeScript } from "./lower-typescript.ts";

export type ReadProgram = { ok: true; text: string; parsed: ParsedProgram } | { ok: false; remark: Remark };

export function readProgram(source: string, maxSourceBytes: number): ReadProgram {
  const text = unwrapFence(source);
  const parsed = parseProgram(text);
  if (!parsed.ok || !parsed.hasTypes) return withText(text, parsed);
  const lowered = lowerTypeScript(text, parsed.program);
  if (lowered === null || Buffer.byteLength(lowered) > maxSourceBytes) return withText(text, parsed);
  return withText(lowered, parseProgram(lowered));
}

function withText(text: string, parsed: ReturnType<typeof parseProgram>): ReadProgram {
  return parsed.ok ? { ok: true, text, parsed } : parsed;
}
