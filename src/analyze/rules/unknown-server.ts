import { didYouMean } from "../../text/did-you-mean.ts";
import type { Rule } from "../rule.ts";

const SHOWN_SERVERS = 10;

export const unknownServer: Rule = {
  id: "unknown-server",
  group: "hygiene",
  severity: "medium",
  reason: "A server that does not exist for this key cannot be called, so the program would fail halfway.",
  hint: "Use searchTools to find tools and the names of their servers.",
  catches: [
    'import { create_issue } from "servers/githb"; return create_issue({})',
    'return callTool("slack.post", {})',
    "return githb.create_issue({})",
    'return callTool("mcp__slack__post", {})',
    'import x from "servers/constructor"; return x',
  ],
  allows: [
    "return github.create_issue({})",
    'return callTool("github.create_issue", {})',
    "const githb = { create_issue: () => 1 }; return githb.create_issue()",
    'return callTool("mcp__github__create_issue", {})',
    "return googleDrive.list({})",
  ],
  check(code) {
    const { servers } = code.options;
    return code.tools.unknown.map(({ at, server, written }) => ({
      rule: "unknown-server",
      at,
      message: `There is no server ${JSON.stringify(server.slice(0, 64))} for this key.`,
      hint: hintFor(server, servers),
      // A missing module stops the program before its first line, so nothing is lost by refusing it here.
      ...(written.startsWith("servers/") ? { severity: "high" as const } : {}),
    }));
  },
};

function hintFor(server: string, servers: ReadonlySet<string>): string {
  const near = didYouMean(server, servers);
  if (near !== undefined) return `Did you mean ${near}?`;
  if (servers.size === 0) return "This key may call no tools.";
  const names = [...servers].sort().slice(0, SHOWN_SERVERS).join(", ");
  return `The servers are ${names}${servers.size > SHOWN_SERVERS ? " and more" : ""}; use searchTools.`;
}
