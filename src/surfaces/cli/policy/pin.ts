// `policy pin`: what the servers offer now against what was pinned, and the lock file that says so.

import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type LockedTool, pinOf, readToolLock, writeToolLock } from "../../../catalog/catalog.ts";
import type { LoadedSettings } from "../../../settings.ts";
import { counted } from "../../../text/counted.ts";
import type { ToolDefinition } from "../../../vocabulary.ts";
import { toolId } from "../../../vocabulary.ts";
import type { CommandResult } from "../cli.ts";
import { LOCK_FILE } from "./files.ts";
import { listLiveTools, unreachableLines } from "./live-tools.ts";

export type PinOptions = { folder: string; server?: string; checkOnly: boolean };
export type PinChange = { tool: string; change: "new" | "changed" | "gone"; details: string[] };

export async function pinTools(settings: LoadedSettings, options: PinOptions): Promise<CommandResult> {
  const path = join(options.folder, LOCK_FILE);
  const locked = (await readToolLock(path)) ?? new Map<string, LockedTool>();
  const live = await listLiveTools(settings, options.server);
  const concerned = (id: string) => live.servers.includes(id.slice(0, id.indexOf(".")));
  const fresh = new Map(live.tools.map((tool) => [toolId(tool), { sha256: pinOf(tool), definition: tool }]));
  const changes = compareTools(new Map([...locked].filter(([id]) => concerned(id))), fresh);
  const next = new Map([...[...locked].filter(([id]) => !concerned(id)), ...fresh]);
  const isComplete = [...next.values()].every(({ definition }) => definition !== null);
  const hasWork = changes.length > 0 || [...locked.values()].some(({ definition }) => definition === null);
  const writes = !options.checkOnly && hasWork && live.failures.length === 0;
  if (writes) await writeToolLock(path, next);
  return {
    data: { tools: fresh.size, changes, failures: live.failures, written: writes, complete: isComplete },
    lines: [
      ...changes.flatMap(({ tool, change, details }) => [
        `${change.padEnd(7)}  ${tool}`,
        ...details.map((it) => `         ${it}`),
      ]),
      ...unreachableLines(live),
      summary(changes, { tools: fresh.size, writes, failed: live.failures.length }),
    ],
    failed: live.failures.length > 0 || (options.checkOnly && changes.length > 0),
  };
}

function summary(
  changes: readonly PinChange[],
  { tools, writes, failed }: { tools: number; writes: boolean; failed: number },
): string {
  const what = changes.length === 0 ? "nothing changed" : counted(changes.length, "change");
  const end = writes
    ? `${LOCK_FILE} was written`
    : failed > 0
      ? "nothing was written"
      : changes.length > 0
        ? "nothing was written"
        : "nothing to write";
  return `${counted(tools, "tool")}, ${what}; ${end}.`;
}

export function compareTools(
  before: ReadonlyMap<string, LockedTool>,
  after: ReadonlyMap<string, LockedTool>,
): PinChange[] {
  const ids = [...new Set([...before.keys(), ...after.keys()])].sort();
  return ids.flatMap((tool): PinChange[] => {
    const [old, fresh] = [before.get(tool), after.get(tool)];
    if (!fresh) return [{ tool, change: "gone", details: [] }];
    if (!old) return [{ tool, change: "new", details: describeNew(fresh.definition) }];
    if (old.sha256 === fresh.sha256) return [];
    return [{ tool, change: "changed", details: describeChange(old.definition, fresh.definition) }];
  });
}

function describeNew(definition: ToolDefinition | null): string[] {
  if (!definition) return [];
  return [
    `description: ${clip(definition.description)}`,
    `arguments: ${Object.keys(propertiesOf(definition)).join(", ") || "none"}`,
  ];
}

function describeChange(old: ToolDefinition | null, fresh: ToolDefinition | null): string[] {
  if (!old || !fresh) return ["the old definition is not in the lock file: only its hash is known"];
  const lines: string[] = [];
  for (const key of ["title", "description"] as const)
    if (old[key] !== fresh[key]) lines.push(`${key} - ${clip(old[key])}`, `${key} + ${clip(fresh[key])}`);
  const [before, after] = [propertiesOf(old), propertiesOf(fresh)];
  for (const name of [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()) {
    if (isDeepStrictEqual(before[name], after[name])) continue;
    lines.push(`argument "${name}" - ${clip(before[name])}`, `argument "${name}" + ${clip(after[name])}`);
  }
  for (const key of ["outputSchema", "annotations"] as const)
    if (!isDeepStrictEqual(old[key], fresh[key]))
      lines.push(`${key} - ${clip(old[key])}`, `${key} + ${clip(fresh[key])}`);
  return lines.length > 0 ? lines : ["the input schema changed outside its properties"];
}

function propertiesOf({ inputSchema }: ToolDefinition): Record<string, unknown> {
  const { properties } = inputSchema;
  return typeof properties === "object" && properties !== null && !Array.isArray(properties)
    ? properties
    : {};
}

function clip(value: unknown): string {
  const text =
    value === undefined
      ? "(none)"
      : typeof value === "string"
        ? JSON.stringify(value)
        : JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
