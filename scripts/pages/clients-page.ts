import { CLIENTS, snippetFor, stdioCommand } from "../../src/surfaces/cli/setup/client-snippets.ts";

const INTRODUCTION = `# Clients

Generated from \`src/surfaces/cli/setup/client-snippets.ts\`; do not edit. \`sallyport init --client <name>\` prints the
same with your key and address.

Start the gateway with \`sallyport serve\`, put one of these into the client, and remove from the client the servers that
stand behind the gateway now. \`<agent key>\` is the text in \`.sallyport/keys/agent.key\`. Claude Code reads the
\`.mcp.json\` of the folder that it is started in: where that is the gateway's own file, start it elsewhere.

A client that should keep its tools as they are, each with its own name, uses \`/mcp/<server>\` instead of \`/mcp\`: the
same gate, the same tokens, the same trail.

\`npm run clients\` installs the clients that run offline and has each of them list the tools and run a program with the
text below; Cursor's and VS Code's files are read by an MCP client as those programs would.
`;

const LANGUAGES: Record<string, string> = {
  "claude-code": "sh",
  "openai-agents": "ts",
  "ai-sdk": "ts",
  http: "sh",
};

/** Names of files keep their spelling. */
function capitalized(where: string): string {
  return /^[a-z]+ /.test(where) ? `${where[0]?.toUpperCase()}${where.slice(1)}` : where;
}

export function clientsPage(): string {
  const endpoint = {
    url: "http://127.0.0.1:8787",
    key: "<agent key>",
    stdio: stdioCommand({
      data: "/home/you/agent/.sallyport",
      servers: "/home/you/agent/.mcp.json",
      policies: "/home/you/agent/policies",
    }),
  };
  const sections = CLIENTS.map((client) => {
    const { title, where, text } = snippetFor(client, endpoint);
    return `## ${title}\n\n${capitalized(where)}:\n\n\`\`\`${LANGUAGES[client] ?? "json"}\n${text}\n\`\`\`\n`;
  });
  return `${INTRODUCTION}\n${sections.join("\n")}`;
}
