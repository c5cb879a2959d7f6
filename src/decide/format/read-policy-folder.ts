// The texts of a policy folder: every file or none.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PolicyProblem } from "../decide.ts";

export type PolicySource = { path: string; text: string };

/** Policies decide; tests only prove, and are no part of the snapshot. */
export type PolicyTexts = { policies: PolicySource[]; tests: PolicySource[] };
export type FolderRead = { ok: true; texts: PolicyTexts } | { ok: false; problems: PolicyProblem[] };

const MAX_FILE_BYTES = 1024 * 1024;

/** The gateway leaves test files alone: a broken test must not keep it from starting. */
export async function readPolicyFolder(folder: string, withTests = false): Promise<FolderRead> {
  const names = await readdir(folder).catch(() => null);
  if (names === null)
    return failed(
      folder,
      "the policy folder cannot be read: create it and copy policies/default.yaml into it",
    );
  const sources: PolicySource[] = [];
  const problems: PolicyProblem[] = [];
  for (const name of names.filter((it) => isPolicyName(it) && (withTests || !isTestName(it))).sort()) {
    const path = join(folder, name);
    const text = await readText(path);
    if (text === null)
      problems.push(problemAt(path, "the file cannot be read, is not UTF-8 or is larger than 1 MB"));
    else sources.push({ path, text });
  }
  if (problems.length > 0) return { ok: false, problems };
  const texts = sortTexts(sources);
  if (texts.policies.length === 0)
    return failed(folder, "the policy folder holds no *.yaml file: copy policies/default.yaml into it");
  return { ok: true, texts };
}

export function sortTexts(sources: readonly PolicySource[]): PolicyTexts {
  return {
    policies: sources.filter(({ path }) => !isTestName(path)),
    tests: sources.filter(({ path }) => isTestName(path)),
  };
}

// Other spellings of the ending count too: a deny file that is silently skipped would open the gate.
export function isPolicyName(name: string): boolean {
  return /\.ya?ml$/i.test(name);
}

function isTestName(name: string): boolean {
  return /\.test\.ya?ml$/i.test(name);
}

async function readText(path: string): Promise<string | null> {
  try {
    const bytes = await readFile(path);
    if (bytes.byteLength > MAX_FILE_BYTES) return null;
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function failed(file: string, message: string): FolderRead {
  return { ok: false, problems: [problemAt(file, message)] };
}

export function problemAt(file: string, message: string): PolicyProblem {
  return { file, line: 1, column: 1, code: "POLICY_INVALID", message };
}

export function byPlace(a: PolicyProblem, b: PolicyProblem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column || (a.message < b.message ? -1 : 1);
}
