// Pins: a tool is what it was when it was first seen, or what the lock file says, and nothing else.

import { canonicalJson, sha256Hex } from "../text/canonical-json.ts";
import { type ToolDefinition, toolId } from "../vocabulary.ts";
import type { CatalogOptions, Drift, PinnedTool } from "./catalog.ts";

export type PinnedSet = { tools: PinnedTool[]; drifted: Drift[] };

/** Everything that a model reads or that shapes a call counts; `undefined` members do not, as in JSON. */
export function pinOf(tool: ToolDefinition): string {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  return sha256Hex(canonicalJson({ name, title, description, inputSchema, outputSchema, annotations }));
}

/** Sorts live definitions into those that agree with their pins and those that do not exist for us. */
export async function pinTools(
  definitions: ToolDefinition[],
  options: Pick<CatalogOptions, "pins" | "lockFile" | "onPinned">,
): Promise<PinnedSet> {
  const live = definitions.map((tool) => ({ ...tool, id: toolId(tool), pin: pinOf(tool) }));
  const pins = options.lockFile ?? (await pinFirstSight(live, options));
  const drifted = live.filter((tool) => pins.get(tool.id) !== tool.pin);
  return {
    tools: live.filter((tool) => pins.get(tool.id) === tool.pin),
    drifted: drifted.map((tool) => ({ id: tool.id, pinned: pins.get(tool.id) ?? null, live: tool.pin })),
  };
}

async function pinFirstSight(
  live: PinnedTool[],
  { pins, onPinned }: Pick<CatalogOptions, "pins" | "onPinned">,
): Promise<Map<string, string>> {
  const known = await pins.pins();
  const fresh = new Map(live.filter((tool) => !known.has(tool.id)).map((tool) => [tool.id, tool.pin]));
  if (fresh.size === 0) return known;
  // The record comes before the effect. The store is read again because another replica may have pinned first.
  await onPinned?.(fresh);
  await pins.addPins(fresh);
  return pins.pins();
}
