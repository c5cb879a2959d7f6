// What the worker process tells of a run that ended badly, as the text that the gateway reads and checks.

import type { RunEnd } from "./isolate-run.ts";

export class ImportRefused extends Error {
  constructor(specifier: string) {
    super(`There is no module ${JSON.stringify(specifier.slice(0, 100))}.`);
  }
}

export function refuseImport(specifier: string): never {
  throw new ImportRefused(specifier);
}

type FailureInfo = {
  name?: string;
  message?: string;
  hint?: string;
  line?: number;
  column?: number;
  /** Of which skill the place is; the program's own when there is none. */
  skill?: string;
  limit?: string;
};

export function failure(info: FailureInfo): RunEnd {
  return { ok: false, failureText: JSON.stringify(info) };
}

/** V8 writes the place of a syntax or link error behind its message: `Unexpected token [program:2:9]`. */
export function startFailure(error: unknown, message: string): RunEnd {
  const name = nameOf(error);
  const text = message.replace(/ \[[^\]]*\]$/, "").slice(0, 1000);
  return failure({
    name,
    message: text,
    ...placeIn(message),
    ...(name === "SyntaxError" && { limit: "SYNTAX_ERROR" }),
  });
}

export function nameOf(error: unknown): string {
  return error instanceof Error ? String(error.name).slice(0, 100) : "Error";
}

export function placeIn(text: string): { line?: number; column?: number; skill?: string } {
  const found = /\b(?:program|skill-([a-z0-9_]{1,64})):(\d{1,9}):(\d{1,9})/.exec(text);
  if (!found || Number(found[2]) < 2) return {};
  const place = { line: Number(found[2]) - 1, column: Number(found[3]) };
  return found[1] === undefined ? place : { ...place, skill: found[1] };
}
