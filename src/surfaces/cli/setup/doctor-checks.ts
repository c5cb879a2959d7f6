// What `doctor` looks at. Each check answers by itself, says what it saw, and how to mend what is wrong.

import { constants } from "node:fs";
import { access, mkdtemp, rm, stat, statfs, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { toGatewayError } from "../../../errors.ts";
import { openExecutor } from "../../../execute/execute.ts";
import type { LoadedSettings } from "../../../settings.ts";
import type { CommandResult } from "../cli.ts";
import { answersAsGateway, findRunningGateway } from "../gateway/gateway-file.ts";

export type Finding = { state: "ok" | "warning" | "failed"; saw: string; mend?: string };

const MIN_FREE_BYTES = 1024 * 1024 * 1024;
const CLOCK_TOLERANCE_MS = 5000;
const START_MS = 20_000;

export function checkNode(): Finding {
  const [major = 0] = process.versions.node.split(".").map(Number);
  if (major >= 26) return { state: "ok", saw: `Node.js ${process.version}` };
  const mend =
    "Run it with the Node.js that the package brings (npm scripts and npx do), or install Node 26.";
  return { state: "warning", saw: `Node.js ${process.version}; tests run on 26`, mend };
}

/** The addon is never loaded here: a worker process is started and must report that it is ready. */
export async function checkSandbox(): Promise<Finding> {
  const folder = await mkdtemp(join(tmpdir(), "sallyport-doctor-"));
  const mend =
    "Run `npm ci` again; on systems other than Linux, macOS and Windows isolated-vm must be compiled.";
  try {
    const opening = openExecutor({ workers: 1, maxQueued: 1, folder });
    const executor = await Promise.race([opening, setTimeout(START_MS, null, { ref: false })]);
    if (executor === null) return { state: "failed", saw: "the sandbox process does not get ready", mend };
    await executor.close();
    return { state: "ok", saw: "a locked-down worker process loads isolated-vm" };
  } catch (error) {
    return { state: "failed", saw: toGatewayError(error).message, mend };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function checkData({ data }: LoadedSettings): Promise<Finding> {
  const mode = await modeOf(data);
  if (mode === null) return { state: "ok", saw: `${data} is made at the first start` };
  try {
    await access(data, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const mend = "Give the folder to the user that runs the gateway (chown), or name another by --data.";
    return { state: "failed", saw: `${data} cannot be written`, mend };
  }
  const keys = await modeOf(join(data, "keys"));
  if (keys !== null && (keys & 0o077) !== 0) {
    const mend = `chmod -R go= ${join(data, "keys")}`;
    return { state: "failed", saw: "others may read the keys", mend };
  }
  const { bavail, bsize } = await statfs(data);
  const free = bavail * bsize;
  if (free < MIN_FREE_BYTES) {
    const saw = `${Math.round(free / 1048576)} MB are free where the trail grows`;
    return {
      state: "warning",
      saw,
      mend: "Make room, move --data, or `sallyport audit prune`: a full disk stops all runs.",
    };
  }
  return { state: "ok", saw: `${data}, ${Math.round(free / 1073741824)} GB free, keys private` };
}

async function modeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ mode }) => mode,
    () => null,
  );
}

export async function checkPort(settings: LoadedSettings): Promise<Finding> {
  const { host, port, data } = settings;
  const running = await findRunningGateway(data);
  if (running) return { state: "ok", saw: `a gateway runs on this data folder at ${running.url}` };
  if (port === 0) return { state: "ok", saw: "any free port" };
  const problem = await tryPort(host, port);
  if (problem === null) return { state: "ok", saw: `${host}:${port} is free` };
  const mend =
    "End the other program, or choose a port: `sallyport serve --port 8788` or `port:` in sallyport.yaml.";
  if (problem !== "EADDRINUSE")
    return { state: "failed", saw: `${host}:${port} cannot be opened (${problem})`, mend };
  const isGateway = await answersAsGateway(`http://${host}:${port}`);
  const who = isGateway ? "another gateway, with another data folder" : "another program";
  return { state: "failed", saw: `${host}:${port} is taken by ${who}`, mend };
}

function tryPort(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "error"));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}

/** The disk's clock is another machine's where the folder is on a network; a running gateway has one too. */
export async function checkClock({ data }: LoadedSettings, now: () => number = Date.now): Promise<Finding> {
  const offsets = await Promise.all([diskOffset(now), gatewayOffset(data, now)]);
  const worst = Math.max(...offsets.map(Math.abs));
  if (worst > CLOCK_TOLERANCE_MS) {
    const saw = `clocks differ by ${Math.round(worst / 1000)} s`;
    return {
      state: "warning",
      saw,
      mend: "Run a time service (chrony, systemd-timesyncd): expiry and rates count on it.",
    };
  }
  const year = new Date(now()).getUTCFullYear();
  if (year < 2026) return { state: "failed", saw: `the clock says ${year}`, mend: "Set the clock." };
  return { state: "ok", saw: new Date(now()).toISOString() };
}

async function diskOffset(now: () => number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "sallyport-clock-"));
  try {
    const file = join(folder, "now");
    await writeFile(file, "");
    return (await stat(file)).mtimeMs - now();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function gatewayOffset(data: string, now: () => number): Promise<number> {
  const running = await findRunningGateway(data);
  if (!running) return 0;
  const reply = await fetch(new URL("/healthz", running.url)).catch(() => null);
  const stamp = Date.parse(reply?.headers.get("date") ?? "");
  return Number.isNaN(stamp) ? 0 : Math.min(0, stamp + 1000 - now()) || Math.max(0, stamp - now());
}

/** What another command already finds out, told in the doctor's words. */
export function fromResult({ lines, failed, notes = [] }: CommandResult, mend: string): Finding {
  const summary = notes.find((note) => !note.startsWith("warning")) ?? lines.at(-1) ?? "";
  const saw = failed
    ? lines
        .slice(0, 5)
        .map((line) => line.trim())
        .join("; ")
    : summary;
  if (failed) return { state: "failed", saw, mend };
  const [warning] = notes.filter((note) => note.startsWith("warning"));
  return warning ? { state: "warning", saw: `${saw}; ${warning}`, mend } : { state: "ok", saw };
}

export async function checkHardening(): Promise<Finding> {
  if (process.platform !== "linux")
    return {
      state: "warning",
      saw: "not Linux: the kernel's limits on workers are missing",
      mend: "Run production on Linux.",
    };
  const hasPrlimit = await access("/usr/bin/prlimit").then(
    () => true,
    () => false,
  );
  if (!hasPrlimit)
    return {
      state: "warning",
      saw: "/usr/bin/prlimit is missing",
      mend: "Install util-linux: workers then get kernel limits too.",
    };
  if (process.getuid?.() === 0)
    return {
      state: "warning",
      saw: "running as root",
      mend: "Run the gateway as a user of its own (docs/operators-guide.md).",
    };
  return { state: "ok", saw: "kernel limits on workers, not root" };
}
