// Breaks the disk under a running gateway in every way that can be done for real, and looks from outside at what it does.
// Run: npm run outage-test. Full and read-only disks need Linux and the right to mount inside a namespace of one's own.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Fault, FULL_DISK, LOCKED, WRITE_ERRORS } from "./faults/faults.ts";
import { prepareFolder, startGateway } from "./faults/gateway-process.ts";
import { proveOutage } from "./faults/prove-outage.ts";

const DISK_MB = 8;
const INSIDE = "--inside";

async function prove(fault: Fault, folder: string): Promise<void> {
  const { broken, recoveredMs } = await proveOutage(folder, fault);
  report(fault.name, broken, `ready again ${recoveredMs} ms after its end`);
}

function report(name: string, broken: string[], note: string): void {
  console.log(broken.length === 0 ? `as promised  ${name}; ${note}` : `BROKEN       ${name}`);
  for (const sentence of broken) console.log(`             ${sentence}`);
  if (broken.length > 0) process.exitCode = 1;
}

function mountData(folder: string, options: string): void {
  mkdirSync(join(folder, "data"), { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", join(folder, "data")]);
}

/** On file systems of its own, which vanish with the namespace. */
async function proveInside(folder: string): Promise<void> {
  mountData(folder, `size=${DISK_MB}m`);
  await prove(FULL_DISK, folder);
  const other = join(folder, "read-only");
  prepareFolder(other);
  mountData(other, "ro");
  const { child, exited } = startGateway(other);
  await exited;
  const broken = child.exitCode ? [] : [`the start ended with ${child.exitCode}`];
  report("the data folder is on a read-only file system", broken, "the start is refused");
}

const [, , flag, inside = ""] = process.argv;
if (flag === INSIDE) await proveInside(inside);
else {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-outage-"));
  try {
    for (const fault of [WRITE_ERRORS, LOCKED]) await prove(fault, mkdtempSync(join(folder, "fault-")));
    const again = [process.execPath, import.meta.filename, INSIDE, mkdtempSync(join(folder, "disk-"))];
    if (spawnSync("unshare", ["-rm", ...again], { stdio: "inherit" }).status !== 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
