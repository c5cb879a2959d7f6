// Ways in which a disk fails under a running gateway, each real and each mended again.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export type Fault = { name: string; strike(target: Struck): Promise<() => Promise<void>> };
type Struck = { folder: string; pid: number };

const HOLDER = fileURLToPath(new URL("./lock-holder.ts", import.meta.url));
/** Below what any of the gateway's files has already, so that every write meets it. */
const SMALL_FILE_BYTES = 512;

/** The kernel refuses every write of the process beyond a size, which SQLite reports as an input/output error. */
export const WRITE_ERRORS: Fault = {
  name: "the disk refuses writes",
  async strike({ pid }) {
    const limit = (size: string) => execFileSync("prlimit", ["--pid", String(pid), `--fsize=${size}`]);
    limit(`${SMALL_FILE_BYTES}:unlimited`);
    return async () => void limit("unlimited:unlimited");
  },
};

export const LOCKED: Fault = {
  name: "another program holds the trail locked",
  async strike({ folder }) {
    const holder = spawn(process.execPath, [HOLDER, join(folder, "data", "trail.db")], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const exited = once(holder, "exit");
    await once(holder.stdout, "data");
    return async () => {
      holder.stdin.end();
      await exited;
    };
  },
};

/** Only where the data folder lies on a small file system of its own. */
export const FULL_DISK: Fault = {
  name: "the disk is full",
  async strike({ folder }) {
    const filler = join(folder, "data", "filler");
    const file = openSync(filler, "w");
    for (const size of [65_536, 4096, 1]) fill(file, Buffer.alloc(size));
    closeSync(file);
    return async () => rmSync(filler);
  },
};

function fill(file: number, block: Buffer): void {
  try {
    while (writeSync(file, block) > 0);
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ENOSPC") throw error;
  }
}
