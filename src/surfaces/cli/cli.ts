// What a command sees of the process, and what it gives back. Commands return data; print.ts writes it.

import type { Readable } from "node:stream";

/** `isTTY`: a person looks at it. */
export type Output = { write(text: string): unknown; isTTY?: boolean };

export type Cli = {
  env: Record<string, string | undefined>;
  cwd: string;
  stdin: Readable;
  stdout: Output;
  stderr: Output;
};

export type CommandResult = {
  /** What `--json` prints. */
  data: unknown;
  /** What people read, on stdout. */
  lines: string[];
  /** What people want to know beside the result, on stderr; left out with `--json`. */
  notes?: string[];
  /** True ends the command with exit code 1: problems were found. */
  failed?: boolean;
};

/** Hands a finished command's result to the printer. */
export type Finish = (result: CommandResult, options: { json?: boolean }) => void;
