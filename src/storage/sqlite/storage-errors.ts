// What went wrong with a database file, as a sentence an operator can act on.

import { basename } from "node:path";
import { GatewayError } from "../../errors.ts";

const NEXT_STEP: [codePrefix: string, problem: string, hint: string][] = [
  ["SQLITE_NOTADB", "is not a database", "Move the file away and restore it from a backup."],
  [
    "SQLITE_CORRUPT",
    "is damaged",
    "Stop the gateway, keep a copy of the file, and restore it from a backup.",
  ],
  [
    "SQLITE_FULL",
    "cannot grow because the disk is full",
    "Free space on the disk; the gateway then goes on by itself.",
  ],
  [
    "SQLITE_BUSY",
    "is locked by another program",
    "Close the program that has the file open, then try again.",
  ],
  [
    "SQLITE_READONLY",
    "is open for reading only",
    "Make the change through the running gateway, or check who owns the file.",
  ],
  [
    "SQLITE_CANTOPEN",
    "cannot be opened",
    "Check that the data folder exists and that the gateway's user may write to it.",
  ],
  ["SQLITE_IOERR", "cannot be read or written", "Check the disk and the data folder, then try again."],
  ["EACCES", "may not be accessed", "Give the gateway's user the right to read and write the data folder."],
  ["EPERM", "may not be accessed", "Give the gateway's user the right to read and write the data folder."],
  ["EROFS", "lies on a read-only file system", "Point the gateway at a data folder that can be written."],
  ["ENOSPC", "cannot be created because the disk is full", "Free space on the disk, then try again."],
  [
    "ENOTDIR",
    "lies under a path that is not a folder",
    "Point the gateway at a data folder that can be created.",
  ],
  ["ENOENT", "cannot be created", "Point the gateway at a data folder that can be created."],
  ["EEXIST", "is a file where a folder is expected", "Point the gateway at a folder, or move the file away."],
  [
    "EISDIR",
    "is a folder where a file is expected",
    "Move the folder away, or point the gateway at another data folder.",
  ],
];

/** For the operator who starts the gateway: the message names the whole path. */
export function toOpeningError(path: string, error: unknown): GatewayError {
  return describeFailure(path, error);
}

/** For work on an open file: callers may see the message, so it does not say where the file lies. */
export function toStorageError(path: string, error: unknown): GatewayError {
  return describeFailure(basename(path), error);
}

function describeFailure(name: string, error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  const code = String((error as { code?: unknown } | null)?.code ?? "");
  if (code.startsWith("SQLITE_CONSTRAINT")) {
    return new GatewayError("INTERNAL", `${name} refused a row that contradicts what it holds.`, {
      cause: error,
    });
  }
  const known = NEXT_STEP.find(([prefix]) => code.startsWith(prefix));
  const [, problem, hint] = known ?? ["", "cannot be used", "The gateway's log has the details."];
  return new GatewayError("STORAGE_UNAVAILABLE", `${name} ${problem}.`, { hint, cause: error });
}
