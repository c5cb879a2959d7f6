// Real MCP servers from npm. All of them list their tools without network and with made-up credentials; none of
// their catalogs is kept here, they are listed live.

export type RealServer = {
  id: string;
  package: string;
  version: string;
  /** Name of the program in the package's `bin`; needed where it has several. */
  bin?: string;
  /** `<dir>` stands for an empty folder of the bench. */
  args?: string[];
  env?: Record<string, string>;
};

const DUMMY = "dummy-for-listing-0000000000000000";

export const REAL_SERVERS: RealServer[] = [
  {
    id: "github",
    package: "@modelcontextprotocol/server-github",
    version: "2025.4.8",
    env: { GITHUB_PERSONAL_ACCESS_TOKEN: DUMMY },
  },
  {
    id: "slack",
    package: "@modelcontextprotocol/server-slack",
    version: "2025.4.25",
    env: { SLACK_BOT_TOKEN: DUMMY, SLACK_TEAM_ID: "T0" },
  },
  { id: "notion", package: "@notionhq/notion-mcp-server", version: "2.5.2", env: { NOTION_TOKEN: DUMMY } },
  {
    id: "playwright",
    package: "@playwright/mcp",
    version: "0.0.83",
    args: ["--caps=vision,pdf,devtools,network,storage,testing,config", "--headless"],
  },
  {
    id: "linear",
    package: "@tacticlaunch/mcp-linear",
    version: "1.4.3",
    env: { LINEAR_API_TOKEN: DUMMY },
  },
  {
    id: "kubernetes",
    package: "kubernetes-mcp-server",
    version: "0.0.67",
    args: ["--kubeconfig", "<dir>/kubeconfig", "--toolsets", "config,core,helm,kcp,kiali,kubevirt"],
  },
  {
    id: "mongodb",
    package: "mongodb-mcp-server",
    version: "3.0.4",
    env: {
      MDB_MCP_CONNECTION_STRING: "mongodb://127.0.0.1:27017",
      MDB_MCP_TELEMETRY: "disabled",
      MDB_MCP_API_CLIENT_ID: DUMMY,
      MDB_MCP_API_CLIENT_SECRET: DUMMY,
    },
  },
  {
    id: "hubspot",
    package: "@hubspot/mcp-server",
    version: "0.4.0",
    env: { PRIVATE_APP_ACCESS_TOKEN: DUMMY },
  },
  { id: "airtable", package: "airtable-mcp-server", version: "1.14.0", env: { AIRTABLE_API_KEY: DUMMY } },
  {
    id: "circleci",
    package: "@circleci/mcp-server-circleci",
    version: "0.20.0",
    env: { CIRCLECI_TOKEN: DUMMY, DISABLE_TELEMETRY: "true" },
  },
  {
    id: "launchdarkly",
    package: "@launchdarkly/mcp-server",
    version: "0.6.2",
    args: ["start", "--api-key", "api-dummy"],
  },
  { id: "firecrawl", package: "firecrawl-mcp", version: "3.26.0", env: { FIRECRAWL_API_KEY: DUMMY } },
  {
    id: "brave",
    package: "@brave/brave-search-mcp-server",
    version: "2.1.4",
    env: { BRAVE_API_KEY: DUMMY },
  },
  { id: "resend", package: "resend-mcp", version: "2.22.0", env: { RESEND_API_KEY: DUMMY } },
  {
    id: "digitalocean",
    package: "@digitalocean/mcp",
    version: "1.0.70",
    env: { DIGITALOCEAN_API_TOKEN: DUMMY },
  },
  {
    id: "git",
    package: "@cyanheads/git-mcp-server",
    version: "2.15.3",
    env: { MCP_TRANSPORT_TYPE: "stdio" },
  },
  {
    id: "chrome",
    package: "chrome-devtools-mcp",
    version: "1.11.0",
    args: ["--headless", "--no-usage-statistics"],
    env: { CI: "1" },
  },
  { id: "taskmanager", package: "@kazuph/mcp-taskmanager", version: "1.1.1" },
  {
    id: "filesystem",
    package: "@modelcontextprotocol/server-filesystem",
    version: "2026.8.31",
    args: ["<dir>"],
  },
  {
    id: "memory",
    package: "@modelcontextprotocol/server-memory",
    version: "2026.8.31",
    env: { MEMORY_FILE_PATH: "<dir>/memory.jsonl" },
  },
];
