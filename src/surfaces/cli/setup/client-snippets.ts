// How each client is pointed at the gateway. `init` prints these and docs/clients.md is generated from them.

export type Endpoint = {
  /** Of the gateway, without a path. */
  url: string;
  /** The agent's key, or what stands for it on a page. */
  key: string;
  /** The command that serves one agent over stdio, for clients that take no URL. */
  stdio: { command: string; args: string[] };
};

/** A gateway of the client's own, on the same servers and policies as the one that serves; data folders are not shared. */
export function stdioCommand(paths: { data: string; servers: string; policies: string }): Endpoint["stdio"] {
  const { data, servers, policies } = paths;
  return {
    command: "npx",
    args: [
      ...["-y", "sallyport", "mcp"],
      ...["--data", `${data}-desktop`],
      ...["--servers", servers],
      ...["--policies", policies],
    ],
  };
}

export type Snippet = { client: string; title: string; where: string; text: string };

const json = (value: unknown): string => JSON.stringify(value, null, 2);

function remote({ url, key }: Endpoint) {
  return { url: `${url}/mcp`, headers: { Authorization: `Bearer ${key}` } };
}

type Recipe = Omit<Snippet, "client" | "text"> & { text(endpoint: Endpoint): string };

const RECIPES: Record<string, Recipe> = {
  "claude-code": {
    title: "Claude Code",
    where: "run once in the project",
    text: ({ url, key }) =>
      `claude mcp add --transport http sallyport ${url}/mcp --header "Authorization: Bearer ${key}"`,
  },
  "claude-desktop": {
    title: "Claude Desktop",
    where: "claude_desktop_config.json (it starts a gateway of its own over stdio)",
    text: ({ stdio }) => json({ mcpServers: { sallyport: stdio } }),
  },
  cursor: {
    title: "Cursor",
    where: ".cursor/mcp.json",
    text: (endpoint) => json({ mcpServers: { sallyport: remote(endpoint) } }),
  },
  vscode: {
    title: "VS Code",
    where: ".vscode/mcp.json",
    text: (endpoint) => json({ servers: { sallyport: { type: "http", ...remote(endpoint) } } }),
  },
  "openai-agents": {
    title: "OpenAI Agents SDK",
    where: "@openai/agents",
    text: ({ url, key }) =>
      `const sallyport = new MCPServerStreamableHttp({
  name: "sallyport",
  url: "${url}/mcp",
  requestInit: { headers: { Authorization: "Bearer ${key}" } },
});
await sallyport.connect();
const agent = new Agent({ name: "assistant", mcpServers: [sallyport] });`,
  },
  "ai-sdk": {
    title: "Vercel AI SDK",
    where: "@ai-sdk/mcp",
    text: ({ url, key }) =>
      `const sallyport = await createMCPClient({
  transport: { type: "http", url: "${url}/mcp", headers: { Authorization: "Bearer ${key}" } },
});
const tools = await sallyport.tools();`,
  },
  http: {
    title: "Plain HTTP",
    where: "any shell",
    text: ({ url, key }) =>
      `curl -s ${url}/v1/runs -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" \\
  -d '{"code": "return (await searchTools(\\"\\")).total"}'`,
  },
};

export const CLIENTS = Object.keys(RECIPES);

export function snippetFor(client: string, endpoint: Endpoint): Snippet {
  const recipe = RECIPES[client];
  if (recipe === undefined) throw new RangeError(`There is no snippet for ${client}.`);
  return { client, title: recipe.title, where: recipe.where, text: recipe.text(endpoint) };
}
