// The tools of a small catalog, each in one line, so that nobody has to search for them.

import type { PinnedTool, ToolSignature, ToolSignatures, Visible } from "./catalog.ts";
import type { ServerTools } from "./shelve-tools.ts";

/** More than that is no small catalog, and is not printed to find it out. */
const MOST_TOOLS = 40;
const MOST_CHARACTERS = 6000;

/** Null where there are more, or longer ones, than anybody would want to read before the work begins. */
export function listSignatures(
  servers: ReadonlyMap<string, ServerTools>,
  visible: Visible,
  print: (tool: PinnedTool) => ToolSignature,
): ToolSignatures | null {
  const found: PinnedTool[] = [];
  for (const { tools } of servers.values()) {
    for (const tool of tools.values()) {
      if (!visible(tool.id)) continue;
      if (found.length === MOST_TOOLS) return null;
      found.push(tool);
    }
  }
  // Ids are compared by code unit, so that the order is the same on every machine.
  found.sort((a, b) => (a.id < b.id ? -1 : 1));
  const shown: ToolSignature[] = [];
  let characters = 0;
  for (const tool of found) {
    // What speaks to the model belongs into an answer, where it is marked, and not among the tools themselves.
    if (tool.flagged) continue;
    const signature = print(tool);
    characters += signature.call.length;
    if (characters > MOST_CHARACTERS) return null;
    shown.push(signature);
  }
  return { shown, others: found.length - shown.length };
}
