// Patterns over `server.tool`. A star stands for any characters inside its part; a lone `*` is every tool.

import { AGENT_SOURCES } from "../../vocabulary.ts";

export type ToolPattern = { text: string; server: string; tool: string };

const PART = /^[A-Za-z0-9_*/-]+$/;
const TOOL_PART = /^[A-Za-z0-9_*./-]+$/;

export function toolPatternProblem(text: string): string | null {
  if (text === "*") return null;
  const { server, tool } = splitTool(text);
  if (!text.includes(".")) return `"${text}" is no tool pattern: write server.tool, for example "${text}.*"`;
  if (PART.test(server) && TOOL_PART.test(tool)) return null;
  return `"${text}" is no tool pattern: only letters, digits, "_", "-", "/", "." and the star "*" may stand in it`;
}

export function sourcePatternProblem(text: string): string | null {
  if ((AGENT_SOURCES as readonly string[]).includes(text)) return null;
  if (text === "*" || text.includes(".")) return toolPatternProblem(text);
  return `"${text}" is no source: name a tool (server.tool) or one of ${AGENT_SOURCES.join(", ")}`;
}

/** True for `*`, `*.*` and their longer spellings. */
export function coversEveryTool(text: string): boolean {
  return /^\*+(\.\*+)?$/.test(text);
}

// Server names hold no dot, tool names may: the first dot is the border.
export function splitTool(id: string): { server: string; tool: string } {
  const dot = id.indexOf(".");
  return dot < 0 ? { server: id, tool: "" } : { server: id.slice(0, dot), tool: id.slice(dot + 1) };
}

export function parseToolPattern(text: string): ToolPattern {
  return text === "*" ? { text, server: "*", tool: "*" } : { text, ...splitTool(text) };
}

export function matchesTool(pattern: ToolPattern, id: string): boolean {
  if (pattern.text === "*") return true;
  const { server, tool } = splitTool(id);
  return matchesGlob(pattern.server, server) && matchesGlob(pattern.tool, tool);
}

/** A source is a tool or one of the agent's own channels, which have no dot and so match only by name or `*`. */
export function matchesSource(pattern: ToolPattern, source: string): boolean {
  if (pattern.text === "*") return true;
  if (!source.includes(".") || !pattern.text.includes(".")) return pattern.text === source;
  return matchesTool(pattern, source);
}

/** Greedy from left to right, so the cost is linear in both texts times the number of stars. */
export function matchesGlob(glob: string, text: string): boolean {
  const pieces = glob.split("*");
  const first = pieces[0] ?? "";
  if (pieces.length === 1) return glob === text;
  const last = pieces[pieces.length - 1] ?? "";
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false;
  let from = first.length;
  const end = text.length - last.length;
  for (const piece of pieces.slice(1, -1)) {
    const at = text.indexOf(piece, from);
    if (at < 0 || at + piece.length > end) return false;
    from = at + piece.length;
  }
  return true;
}
