// The code through the analyze stage, with the tools and servers that its principal may know of.

import type { AnalyzeOptions, FoundTool } from "../analyze/analyze.ts";
import type { Lookup } from "../catalog/catalog.ts";
import type { PolicySnapshot } from "../decide/decide.ts";
import type { Analysis, Principal } from "../vocabulary.ts";

export const MAX_SOURCE_BYTES = 64 * 1024;

export type AnalyzeParts = {
  analyze(source: string, options: AnalyzeOptions): Analysis;
  lookup(name: string, isVisible: (tool: string) => boolean): Lookup;
  serverNames(isVisible: (tool: string) => boolean): string[];
};

export type CodeToAnalyze = {
  principal: Principal;
  code: string;
  typecheck?: boolean;
  /** Set for a skill, which takes its `context` as a parameter. */
  parameter?: "context";
};

export function analyzeFor(
  parts: AnalyzeParts,
  policies: PolicySnapshot,
  { principal, code, typecheck = false, parameter }: CodeToAnalyze,
): Analysis {
  const isVisible = (tool: string): boolean => policies.mayCall(principal, tool);
  return parts.analyze(code, {
    servers: new Set(parts.serverNames(isVisible)),
    maxSourceBytes: MAX_SOURCE_BYTES,
    findTool: (written) => findTool(parts, written, isVisible),
    typecheck,
    ...(parameter ? { parameter } : {}),
  });
}

/** A tool that the principal may not call is as unknown to the analyzer as to the agent. */
function findTool(
  { lookup }: AnalyzeParts,
  written: string,
  isVisible: (tool: string) => boolean,
): FoundTool {
  const looked = lookup(written, isVisible);
  if ("found" in looked && isVisible(looked.found.id)) {
    const { id, inputSchema } = looked.found;
    return { found: { id, inputSchema } };
  }
  const near = "missing" in looked ? looked.didYouMean : undefined;
  return { missing: written, ...(near && isVisible(near) ? { didYouMean: near } : {}) };
}
