// Events as lines of JSON at the end of a file. The file is opened for each batch, so that it may be rotated away.

import { type FileHandle, open } from "node:fs/promises";
import { presentRow } from "../ask/present-row.ts";
import type { SendEvents } from "./sink.ts";

export function createFileSink(path: string): SendEvents {
  return async (rows) => {
    const file = await open(path, "a+", 0o600);
    try {
      const text = rows.map((row) => `${JSON.stringify(presentRow(row))}\n`).join("");
      // A stop in the middle of a line leaves half of it; the event comes again, on a line of its own.
      await file.appendFile((await endsInLine(file)) ? text : `\n${text}`);
      await file.datasync();
    } finally {
      await file.close();
    }
  };
}

async function endsInLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === 0x0a;
}
