// Writes every generated file; with --check it writes nothing and fails when one is not fresh.

import { readFile, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { policyJsonSchema, policyReference } from "../src/decide/decide.ts";
import { describeAuditEvents } from "../src/record/record.ts";
import { openApiDocument } from "../src/surfaces/http/openapi.ts";
import { cliPage } from "./pages/cli-page.ts";
import { clientsPage } from "./pages/clients-page.ts";
import { errorsPage } from "./pages/errors-page.ts";
import { piiPage } from "./pages/pii-page.ts";
import { rulesPage } from "./pages/rules-page.ts";
import { settingsPage } from "./pages/settings-page.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const GENERATED: Record<string, () => string> = {
  "docs/audit-events.md": describeAuditEvents,
  "docs/cli.md": cliPage,
  "docs/clients.md": clientsPage,
  "docs/errors.md": errorsPage,
  "docs/openapi.json": () => `${JSON.stringify(openApiDocument(), null, 2)}\n`,
  "docs/pii-classes.md": piiPage,
  "docs/policy-reference.md": policyReference,
  "docs/rules.md": rulesPage,
  "docs/settings.md": settingsPage,
  "policies/policy.schema.json": () => `${JSON.stringify(policyJsonSchema(), null, 2)}\n`,
};

const checkOnly = process.argv.includes("--check");
const stale: string[] = [];
for (const [name, make] of Object.entries(GENERATED)) {
  const path = new URL(`../${name}`, import.meta.url);
  const wanted = make();
  const found = await readFile(path, "utf8").catch(() => "");
  if (found === wanted) continue;
  stale.push(relative(ROOT, fileURLToPath(path)));
  if (!checkOnly) await writeFile(path, wanted);
}
if (checkOnly && stale.length > 0) {
  console.error(`Not fresh: ${stale.join(", ")}. Run \`npm run generate\` and commit the result.`);
  process.exit(1);
}
console.log(stale.length === 0 ? "All generated files are fresh." : `Wrote ${stale.join(", ")}.`);
