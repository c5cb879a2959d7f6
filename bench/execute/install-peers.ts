// Peers are no dependencies of this project: the bench installs them, once, into a folder of their own.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const PEERS = {
  "@utcp/code-mode": "1.2.12",
  "@utcp/direct-call": "1.0.12",
  "@utcp/sdk": "1.1.2",
  "@cloudflare/codemode": "0.5.6",
  "isolated-vm": "7.0.1",
  "quickjs-emscripten": "0.32.0",
  esbuild: "0.28.2",
  miniflare: "4.20260730.0",
};

export type PeerFolder = {
  path: string;
  load<Module>(name: string): Promise<Module>;
};

/** Undefined where npm cannot reach a registry; the bench then measures what needs no installation. */
export function installPeers(): PeerFolder | undefined {
  const path = join(tmpdir(), "sallyport-bench-peers");
  const packageText = JSON.stringify({ name: "peers", private: true, type: "module", dependencies: PEERS });
  const packageFile = join(path, "package.json");
  const doneFile = join(path, "installed");
  if (!existsSync(doneFile) || readFileSync(doneFile, "utf8") !== packageText) {
    mkdirSync(path, { recursive: true });
    writeFileSync(packageFile, packageText);
    // @utcp/code-mode asks for isolated-vm 6, which Node.js 26 cannot load; 7 has the same functions.
    const args = ["install", "--legacy-peer-deps", "--ignore-scripts", "--no-audit", "--no-fund"];
    const { status, stderr } = spawnSync("npm", args, { cwd: path, encoding: "utf8" });
    if (status !== 0) {
      console.error(stderr.slice(0, 500));
      return undefined;
    }
    writeFileSync(doneFile, packageText);
  }
  const { resolve } = createRequire(packageFile);
  const load = async <Module>(name: string): Promise<Module> => {
    const module = (await import(pathToFileURL(resolve(name)).href)) as { default?: unknown };
    // Packages in the older module format have everything on their default export.
    return (name === "isolated-vm" ? module.default : module) as Module;
  };
  return { path, load };
}
