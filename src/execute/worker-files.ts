// The files of a worker process. From a checkout they are TypeScript: stripped here once, because a worker that
// strips them itself starts with 310 ms of CPU time instead of 120, keeps 27 MB more, and has WebAssembly loaded.

import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire, stripTypeScriptTypes } from "node:module";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { GatewayError } from "../errors.ts";

export type WorkerFiles = { entry: string; addon: string; readable: string[]; cwd: string };

const HERE = fileURLToPath(new URL(".", import.meta.url));
const IMPORT = /(?<=^(?:import|export) [^;]*?from "\.\/)([a-z-]+)\.ts(?=";$)/gm;

/** Puts everything below `folder`: an empty working folder, and the code where it cannot be used as it is. */
export async function layOutWorkerFiles(folder: string): Promise<WorkerFiles> {
  const cwd = join(folder, "empty");
  await mkdir(cwd);
  if (extname(import.meta.url) !== ".ts") return locateWorkerFiles(cwd);
  const code = join(folder, "code");
  await mkdir(code);
  await stripInto(code, "isolate-worker", new Set());
  await cp(join(HERE, "guest"), join(code, "guest"), { recursive: true });
  const addon = locateAddon();
  return { entry: join(code, "isolate-worker.mjs"), addon, readable: [code, addon], cwd };
}

/** Follows the imports that are left when types are gone; each file once. */
async function stripInto(folder: string, name: string, done: Set<string>): Promise<void> {
  if (done.has(name)) return;
  done.add(name);
  const text = stripQuietly(await readFile(join(HERE, `${name}.ts`), "utf8"));
  await writeFile(join(folder, `${name}.mjs`), text.replaceAll(IMPORT, "$1.mjs"));
  for (const [, imported = ""] of text.matchAll(IMPORT)) await stripInto(folder, imported, done);
}

/** Node.js warns that this function is new; it is the one by which it runs this very file. */
function stripQuietly(text: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(text);
  } finally {
    process.emitWarning = emitWarning;
  }
}

export function locateWorkerFiles(cwd: string): WorkerFiles {
  const entry = join(HERE, `isolate-worker${extname(import.meta.url)}`);
  const addon = locateAddon();
  const packageFile = fileURLToPath(new URL("../../package.json", import.meta.url));
  return { entry, addon, readable: [HERE, addon, packageFile], cwd };
}

/** Finds the addon without loading it: this process never runs isolated-vm's code. */
function locateAddon(): string {
  try {
    const packageFile = createRequire(import.meta.url).resolve("isolated-vm/package.json");
    const gypBuild = createRequire(packageFile)("node-gyp-build") as { path(folder: string): string };
    return gypBuild.path(dirname(packageFile));
  } catch (cause) {
    throw new GatewayError("SETTINGS_INVALID", "isolated-vm has no binary for this machine and Node.js.", {
      hint: "Run npm ci with the Node.js version in .node-version.",
      cause,
    });
  }
}
