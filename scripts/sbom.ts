// sbom.cdx.json: what the published package depends on, as CycloneDX, the same for the same lock file.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { name } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as { name: string };
const asked = ["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "application", "--omit", "dev"];
const made = spawnSync("npm", asked, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
if (made.status !== 0) {
  console.error(made.stderr);
  process.exit(1);
}
type Bom = {
  serialNumber?: string;
  metadata: { timestamp?: string; component: { name: string } };
  components: unknown[];
};
const bom = JSON.parse(made.stdout) as Bom;
delete bom.serialNumber;
delete bom.metadata.timestamp;
// npm names the project after its folder.
bom.metadata.component.name = name;
writeFileSync(`${root}sbom.cdx.json`, `${JSON.stringify(bom, null, 2)}\n`);
console.log(`sbom.cdx.json: ${bom.components.length} packages`);
