// Names against the tools that exist, as the lock file says: a word that is none, and the one that was meant.

import { isSlipOf, suggest } from "../../text/did-you-mean.ts";
import type { JsonObject, JsonValue } from "../../vocabulary.ts";
import { matchesTool, parseToolPattern, splitTool } from "../matchers/tool-pattern.ts";
import type { KnownTools } from "./review-policies.ts";

/** What a tool's schema says about its arguments; `isOpen` when it takes others as well. */
export type Shape = { id: string; properties: JsonObject; isOpen: boolean; required: string[] };

export function unknownTool(tool: string, tools: KnownTools): string {
  if (tool.includes("*")) return `"${tool}" matches no tool of tools.lock.json`;
  return `"${tool}" is no tool of tools.lock.json${suggest(tool, namesNear(tool, tools))}`;
}

function namesNear(tool: string, tools: KnownTools): string[] {
  const { server } = splitTool(tool);
  const ofServer = [...tools.keys()].filter((id) => splitTool(id).server === server);
  return ofServer.length > 0 ? ofServer : [...tools.keys()];
}

export function serversOf(tools: KnownTools): string[] {
  return [...new Set([...tools.keys()].map((id) => splitTool(id).server))].sort();
}

export function toolsOf(pattern: string, tools: KnownTools): string[] {
  const parsed = parseToolPattern(pattern);
  return [...tools.keys()].filter((id) => matchesTool(parsed, id));
}

export function shapeOf(id: string, tools: KnownTools): Shape | null {
  const schema = tools.get(id)?.inputSchema;
  if (!schema) return null;
  const { properties, additionalProperties, required } = schema;
  const isOpen = additionalProperties === true || isObject(additionalProperties) || !isObject(properties);
  const names = Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
  return { id, properties: isObject(properties) ? properties : {}, isOpen, required: names };
}

/** What is wrong with a call's names: `isNear` when a known word was probably meant. */
export function namesOfCall(
  tool: string,
  args: Record<string, unknown>,
  tools: KnownTools,
): { code: "TOOL_UNKNOWN" | "ARGUMENT_UNKNOWN"; message: string; isNear: boolean }[] {
  if (!tools.has(tool)) {
    const isNear = isSlipOf(tool, tools.keys());
    return [{ code: "TOOL_UNKNOWN", message: unknownTool(tool, tools), isNear }];
  }
  const shape = shapeOf(tool, tools);
  if (!shape || shape.isOpen) return [];
  const known = Object.keys(shape.properties);
  return Object.keys(args)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      code: "ARGUMENT_UNKNOWN",
      message: `"${name}" is no argument of ${tool}${suggest(name, known)}`,
      isNear: isSlipOf(name, known),
    }));
}

export function isObject(value: JsonValue | unknown): value is JsonObject {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
