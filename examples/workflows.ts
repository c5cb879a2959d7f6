// `npm run examples`: every workflow through a real gateway and local servers, with its result checked. No network, no
// credentials, under a minute.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startGateway } from "./demo/gateway-process.ts";
import { filterData } from "./workflows/filter-data.ts";
import { issueFromDocument } from "./workflows/issue-from-document.ts";
import { poll } from "./workflows/poll.ts";
import { reuseSkill } from "./workflows/reuse-skill.ts";
import { severalServers } from "./workflows/several-servers.ts";
import { spendTokens } from "./workflows/spend-tokens.ts";

const WORKFLOWS = [issueFromDocument, filterData, severalServers, poll, spendTokens, reuseSkill];

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "sallyport-examples-"));
const gateway = await startGateway(folder, {
  servers: at("workflows/.mcp.json"),
  policies: at("workflows/policies"),
});
try {
  for (const { name, play } of WORKFLOWS) {
    const started = performance.now();
    try {
      console.log(`✔ ${name}: ${await play(gateway)} (${Math.round(performance.now() - started)} ms)`);
    } catch (error) {
      process.exitCode = 1;
      console.error(`✖ ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
} finally {
  await gateway.stop();
  rmSync(folder, { recursive: true, force: true });
}
