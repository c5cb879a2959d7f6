import type { Rule } from "../rule.ts";

export const dynamicToolName: Rule = {
  id: "dynamic-tool-name",
  group: "dynamic code",
  severity: "high",
  reason: "A reviewer, and the agent's user, can only judge the tools that the code names.",
  hint: 'Write the name out: callTool("server.tool", …), or choose between calls with if or a list of names.',
  catches: [
    "return github[context.action]({})",
    "return callTool(context.tool, {})",
    'const t = "mail" + ".send"; await tools[t]({})',
    'return github["delete" + "_repo"]({})',
    "const { [context.x]: run } = github; return run({})",
    "import * as gh from 'servers/github'\nreturn gh[context.action]({})",
    "const send = callTool; return send('github.create_issue', {})",
    `return callTool(\`github.\${context.action}\`, {})`,
    "async function safe(tool) { return callTool(tool, {}) }\nreturn safe(context.tool)",
    'const run = (tool) => callTool(tool, {}); return [run, run("crm.list")]',
    "for (const { tool } of context.jobs) await callTool(tool, {})",
  ],
  allows: [
    "return github.create_issue({})",
    'return github["create_issue"]({})',
    'const TOOL = "github.create_issue"; return callTool(TOOL, {})',
    'return callTool(context.urgent ? "mail.send" : "github.create_issue", {})',
    'return Promise.all(["crm.list", "crm.find"].map((tool) => callTool(tool, {})))',
    'const TOOLS = { list: "crm.list" }; return callTool(TOOLS.list, {})',
    'const jobs = [{ tool: "crm.list", args: {} }]; for (const { tool, args } of jobs) await callTool(tool, args)',
    'async function safe(tool, args) { try { return await callTool(tool, args) } catch { return null } }\nreturn safe("crm.list", {})',
    'for (const [tool, n] of [["crm.list", 1], ["crm.find", 2]]) await callTool(tool, { n })',
    'const retry = async (tool, n = 3) => n ? callTool(tool, {}).catch(() => retry(tool, n - 1)) : null; return retry("crm.list")',
    "const ops = { add: (x) => x + 1 }; return ops[context.name](1)",
    "const gh = github; return gh.create_issue({})",
    "const { create_issue } = github; return create_issue({})",
  ],
  check(code) {
    return code.tools.dynamic.map(({ visit, what, escapes }) => ({
      rule: "dynamic-tool-name",
      at: visit.node.start ?? 0,
      message: escapes
        ? `${what} is passed on as a value, so the text does not show which tool is called.`
        : `The name of ${what} is made up while the program runs.`,
      // Passing a server on is how people write functions; the name itself is still not computed.
      ...(escapes && !what.startsWith("`") ? { severity: "medium" as const } : {}),
    }));
  },
};
