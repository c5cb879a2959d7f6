// An example MCP server: a shelf of documents, among them long minutes of a planning meeting. Answers are plain text.

import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

type Document = { id: string; title: string; text: string };

const TEAMS = ["search", "billing", "onboarding", "exports", "alerts", "mobile", "reports", "imports"];
const VERBS = [
  "measured",
  "reviewed",
  "postponed",
  "simplified",
  "rewrote",
  "documented",
  "tested",
  "removed",
];
const THINGS = [
  "the slow query",
  "the retry loop",
  "the empty state",
  "the old endpoint",
  "the cache",
  "the nightly job",
  "the permission check",
];

/** Long enough to hurt in a context: some 2,500 tokens. */
function writeMinutes(): string {
  const sections = TEAMS.map((team, at) => {
    const lines = Array.from({ length: 14 }, (_, line) => {
      const verb = VERBS[(at * 3 + line) % VERBS.length];
      const thing = THINGS[(at + line * 2) % THINGS.length];
      return `- The ${team} team ${verb} ${thing} and reported ${10 + ((at * 7 + line * 13) % 80)} percent fewer failures.`;
    });
    return `## ${team}\n\n${lines.join("\n")}\n\nAction: ${team} closes its open points before the release.`;
  });
  return `# Planning, release 4.2\n\nThe teams met to agree on what goes into the release.\n\n${sections.join("\n\n")}\n`;
}

const documents: Document[] = [
  { id: "DOC-1", title: "How we write", text: "# How we write\n\nShort sentences. One thought in each.\n" },
  { id: "DOC-2", title: "On call", text: "# On call\n\nThe pager changes hands on Mondays at ten.\n" },
  { id: "DOC-7", title: "Planning, release 4.2", text: writeMinutes() },
  {
    id: "DOC-9",
    title: "Release checklist",
    text: "# Release checklist\n\n1. Tag.\n2. Build.\n3. Announce.\n",
  },
];

const reads = { readOnlyHint: true };

function createDocs(): McpServer {
  const server = new McpServer({ name: "docs", version: "1.0.0" });
  server.registerTool(
    "search_documents",
    {
      description: "Find documents by words of their title or text.",
      inputSchema: z.object({ query: z.string().min(1) }),
      annotations: reads,
    },
    ({ query }) => {
      const wanted = query.toLowerCase();
      const found = documents.filter(({ title, text }) => `${title}\n${text}`.toLowerCase().includes(wanted));
      const list = found.map(({ id, title }) => ({ id, title }));
      return { content: [{ type: "text", text: JSON.stringify({ documents: list }) }] };
    },
  );
  server.registerTool(
    "get_document",
    {
      description: "Get the text of a document as Markdown.",
      inputSchema: z.object({ id: z.string().describe("Such as DOC-7.") }),
      annotations: reads,
    },
    ({ id }) => {
      const found = documents.find((one) => one.id === id);
      if (found) return { content: [{ type: "text", text: found.text }] };
      return { isError: true, content: [{ type: "text", text: `There is no document ${id}.` }] };
    },
  );
  return server;
}

serveStdio(createDocs);
