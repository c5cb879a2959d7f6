import { closeSync, openSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Creates an empty file that only its owner can read, where there is none. A file that exists is not even opened:
 * closing any handle of a file drops all POSIX locks that this process holds on it, SQLite's included.
 */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/**
 * Creates a folder, and those above it, for its owner alone. Node's own recursive way tries for ever where a
 * folder can never be created and the system says "not found", as under /proc.
 */
export async function createPrivateFolder(path: string): Promise<void> {
  try {
    await makeFolder(path);
  } catch (error) {
    const parent = dirname(path);
    if (codeOf(error) !== "ENOENT" || parent === path) throw error;
    await createPrivateFolder(parent);
    await makeFolder(path);
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== "EEXIST" || !(await stat(path)).isDirectory()) throw error;
  }
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown }).code;
}
