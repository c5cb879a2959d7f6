// The npm packages that one would take instead, on the same result and in the same process, beside JSON.parse alone. They are
// installed into a scratch folder when the bench runs; without a registry their lines are left out.

import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

type PeerFigure = { name: string; figure: number };
type Redact = (text: string) => unknown;
type Peer = { name: string; version: string; load: (module: Record<string, unknown>) => Redact };

const ROUNDS = 3;
const INSTALL_MS = 60_000;

function construct(module: Record<string, unknown>, name: string): Record<string, Redact> {
  const Class = module[name] as new () => Record<string, Redact>;
  return new Class();
}

const PEERS: Peer[] = [
  {
    name: "openredaction",
    version: "1.1.5",
    load: (module) => method(construct(module, "OpenRedaction"), "detect"),
  },
  {
    name: "redact-pii",
    version: "3.4.0",
    load: (module) => method(construct(module, "SyncRedactor"), "redact"),
  },
  {
    name: "@redactpii/node",
    version: "1.0.17",
    load: (module) => method(construct(module, "Redactor"), "redact"),
  },
];

function method(object: Record<string, Redact>, name: string): Redact {
  const call = object[name];
  if (typeof call !== "function") throw new Error(`no ${name}()`);
  return (text) => call.call(object, text);
}

/** Milliseconds of each for the JSON of one result as it came. */
export async function measurePeers(text: string, tell: (line: string) => void): Promise<PeerFigure[]> {
  const own = await timeOne("JSON.parse + stringify", text, (json) => JSON.stringify(JSON.parse(json)));
  const folder = await mkdtemp(join(tmpdir(), "bench-peers-"));
  try {
    await writeFile(join(folder, "package.json"), "{}");
    const wanted = PEERS.map((peer) => `${peer.name}@${peer.version}`);
    await promisify(execFile)("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...wanted], {
      cwd: folder,
      timeout: INSTALL_MS,
    });
    const require = createRequire(join(folder, "package.json"));
    const figures: PeerFigure[] = [];
    for (const { name, version, load } of PEERS) {
      try {
        const redact = load(require(name) as Record<string, unknown>);
        figures.push(await timeOne(`${name} ${version}`, text, redact));
      } catch (error) {
        tell(`${name} is left out: ${error instanceof Error ? error.message : error}`);
      }
    }
    return [...figures, own];
  } catch {
    tell("The peers could not be installed: no registry in reach.");
    return [own];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function timeOne(name: string, text: string, redact: Redact): Promise<PeerFigure> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    await redact(text);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return { name, figure: Math.min(...times) };
}
