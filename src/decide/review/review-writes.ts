// Grants of tools that change something, with any argument.

import type { ListedToolRule } from "../format/list-rules.ts";
import { listRules, placeOfRule } from "../format/list-rules.ts";
import type { PolicyBundle } from "../format/load-policies.ts";
import { matchesTool, parseToolPattern, splitTool } from "../matchers/tool-pattern.ts";
import type { KnownTools, PolicyRemark } from "./review-policies.ts";

const WRITES =
  /(^|[_./-])(add|append|assign|book|cancel|charge|close|commit|create|delete|deploy|drop|edit|exec|execute|grant|insert|invite|kill|merge|move|patch|pay|post|publish|purge|put|refund|remove|rename|replace|reset|revoke|run|send|set|share|start|stop|submit|transfer|truncate|update|upload|upsert|write)([_./-]|$)/;
const DANGEROUS =
  /(^|[_./-])(bulk|cancel|delete|destroy|drop|dump|export|kill|purge|remove|reset|revoke|truncate|wipe)([_./-]|$)/;

export type ToolNature = "read" | "write" | "dangerous";

/** A name says more than a hint: a server that calls a deletion read-only is not believed. */
export function natureOf(id: string, annotations: Record<string, unknown> = {}): ToolNature {
  const name = splitTool(id)
    .tool.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase();
  if (DANGEROUS.test(name)) return "dangerous";
  // destructiveHint says nothing here: it is true where a server leaves it out, and stands at every edit of a file.
  if (WRITES.test(name)) return "write";
  return annotations["readOnlyHint"] === true || READS.test(name) ? "read" : "write";
}

const READS =
  /^(check|count|describe|fetch|find|get|head|list|look|peek|query|read|search|show|stat|view)([_./-]|$)/;

export function reviewWrites({ files }: PolicyBundle, tools: KnownTools): PolicyRemark[] {
  return listRules(files).flatMap((rule) => (rule.kind === "tool" ? reviewRule(rule, tools) : []));
}

function reviewRule(rule: ListedToolRule, tools: KnownTools): PolicyRemark[] {
  const { effect, args, match } = rule.text;
  if (effect !== "allow" || args !== undefined) return [];
  const open = match.flatMap((text) => {
    const pattern = parseToolPattern(text);
    const known = [...tools].filter(([id]) => matchesTool(pattern, id));
    if (known.length > 0)
      return known.flatMap(([id, tool]) => (natureOf(id, tool?.annotations) === "read" ? [] : [id]));
    // Without a list of tools only a plain verb in the pattern says that something is changed.
    const name = splitTool(text).tool.toLowerCase();
    return WRITES.test(name) || DANGEROUS.test(name) ? [text] : [];
  });
  if (open.length === 0) return [];
  const shown = [...new Set(open)].slice(0, 3).join(", ");
  const more = open.length > 3 ? ` and ${open.length - 3} more` : "";
  const message = `"${rule.name}" lets ${shown}${more} change things with any argument: list the permitted \`args\``;
  return [{ ...placeOfRule(rule), severity: "warning", code: "WRITE_OPEN", message }];
}
