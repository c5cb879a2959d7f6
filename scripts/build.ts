// dist/: the published form. Node refuses to strip types below node_modules, so the package ships JavaScript.

import { spawnSync } from "node:child_process";
import { cp, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

await rm(at("dist"), { recursive: true, force: true });
const compiled = spawnSync(
  process.execPath,
  [at("node_modules/typescript/bin/tsc"), "-p", at("tsconfig.build.json")],
  {
    stdio: "inherit",
  },
);
if (compiled.status !== 0) process.exit(compiled.status ?? 1);
// The guest's files are JavaScript already and are read as text.
await cp(at("src/execute/guest"), at("dist/execute/guest"), { recursive: true });
