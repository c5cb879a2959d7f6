// `gateway.json` in the data folder: where the running gateway listens, so that commands find it.

import { readFileSync, rmSync } from "node:fs";
import { chmod, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const fileShape = z.strictObject({ url: z.url({ protocol: /^https?$/ }), pid: z.number().int().min(1) });
export type GatewayFile = z.infer<typeof fileShape>;

const pathOf = (dataFolder: string) => join(dataFolder, "gateway.json");

export async function writeGatewayFile(dataFolder: string, content: GatewayFile): Promise<void> {
  const path = pathOf(dataFolder);
  const temporary = `${path}.new`;
  await writeFile(temporary, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  await chmod(temporary, 0o600);
  await rename(temporary, path);
}

/** Removes the file only if it is this process's own: another gateway may have taken the folder over. */
export function removeGatewayFile(dataFolder: string): void {
  if (readFile(dataFolder)?.pid === process.pid) rmSync(pathOf(dataFolder), { force: true });
}

/**
 * The gateway that runs on this data folder, or null. A killed gateway leaves the file behind, and its port may
 * then belong to a stranger who must not get a key: so the process must live and answer as a gateway does.
 */
export async function findRunningGateway(dataFolder: string): Promise<GatewayFile | null> {
  const found = readFile(dataFolder);
  if (!found || !isAlive(found.pid)) return null;
  return (await answersAsGateway(found.url)) ? found : null;
}

export async function answersAsGateway(url: string): Promise<boolean> {
  try {
    const reply = await fetch(new URL("/healthz", url), {
      redirect: "error",
      signal: AbortSignal.timeout(3000),
    });
    const body = (await reply.json()) as { status?: unknown };
    return reply.ok && body.status === "ok";
  } catch {
    return false;
  }
}

function readFile(dataFolder: string): GatewayFile | null {
  try {
    return fileShape.parse(JSON.parse(readFileSync(pathOf(dataFolder), "utf8")));
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
