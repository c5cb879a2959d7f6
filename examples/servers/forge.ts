// An example MCP server: a code forge like GitHub, in memory, with 1,000 old issues and builds that take a while.
// Its tools have no output schema, like most tools in the wild: answers are JSON in text.

import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

type Issue = {
  number: number;
  title: string;
  body: string;
  state: "open" | "closed";
  labels: string[];
  comments: string[];
};
type Build = { id: string; workflow: string; branch: string; looks: number };

const OLD_ISSUES = 1000;
/** How often a build must be looked at before it has ended: the same in every run, however slow the machine is. */
const LOOKS_UNTIL_DONE = 10;

const issues: Issue[] = Array.from({ length: OLD_ISSUES }, (_, index) => ({
  number: index + 1,
  title: `Nightly check ${index + 1} was slow`,
  body: `Check ${index + 1} took ${60 + (index % 37)} seconds.`,
  state: "open" as const,
  labels: index % 3 === 0 ? ["nightly", "stale"] : ["nightly"],
  comments: [],
}));
const builds = new Map<string, Build>();

const number = z.number().int().min(1).describe("The issue's number.");
const reads = { readOnlyHint: true };

function say(value: object) {
  return { content: [{ type: "text" as const, text: JSON.stringify(value) }] };
}

function refuse(message: string) {
  return { isError: true, content: [{ type: "text" as const, text: message }] };
}

function brief({ number: id, title, state, labels, comments }: Issue) {
  return { number: id, title, state, labels, comments: comments.length };
}

function addIssueTools(server: McpServer): void {
  server.registerTool(
    "create_issue",
    {
      description: "Create an issue in the repository.",
      inputSchema: z.object({
        title: z.string().min(1),
        body: z.string(),
        labels: z.array(z.string()).optional(),
      }),
    },
    ({ title, body, labels = [] }) => {
      const issue: Issue = { number: issues.length + 1, title, body, state: "open", labels, comments: [] };
      issues.push(issue);
      return say(brief(issue));
    },
  );
  server.registerTool(
    "list_issues",
    {
      description: "List issues of the repository, page by page, oldest first.",
      inputSchema: z.object({
        state: z.enum(["open", "closed", "all"]).optional().describe("open if left out."),
        label: z.string().optional().describe("Only issues with this label."),
        page: z.number().int().min(1).optional(),
        per_page: z.number().int().min(1).max(100).optional().describe("30 if left out."),
      }),
      annotations: reads,
    },
    ({ state = "open", label, page = 1, per_page = 30 }) => {
      const matching = issues.filter(
        (issue) =>
          (state === "all" || issue.state === state) && (label === undefined || issue.labels.includes(label)),
      );
      return say({
        total: matching.length,
        issues: matching.slice((page - 1) * per_page, page * per_page).map(brief),
      });
    },
  );
  server.registerTool(
    "get_issue",
    { description: "Get one issue with its text.", inputSchema: z.object({ number }), annotations: reads },
    ({ number: id }) => {
      const issue = issues[id - 1];
      return issue ? say(issue) : refuse(`There is no issue ${id}.`);
    },
  );
  server.registerTool(
    "update_issue",
    {
      description: "Change an issue: its title, its state or its labels. What is left out stays.",
      inputSchema: z.object({
        number,
        title: z.string().min(1).optional(),
        state: z.enum(["open", "closed"]).optional(),
        labels: z.array(z.string()).optional().describe("Replaces all labels."),
        comment: z.string().optional().describe("Added to the discussion."),
      }),
    },
    ({ number: id, title, state, labels, comment }) => {
      const issue = issues[id - 1];
      if (!issue) return refuse(`There is no issue ${id}.`);
      Object.assign(issue, { ...(title && { title }), ...(state && { state }), ...(labels && { labels }) });
      if (comment !== undefined) issue.comments.push(comment);
      return say(brief(issue));
    },
  );
}

function addBuildTools(server: McpServer): void {
  server.registerTool(
    "start_build",
    {
      description: "Start a build of a branch. It goes on by itself; look at it with get_build.",
      inputSchema: z.object({ workflow: z.string(), branch: z.string().optional() }),
    },
    ({ workflow, branch = "main" }) => {
      const build: Build = { id: `B-${builds.size + 1}`, workflow, branch, looks: 0 };
      builds.set(build.id, build);
      return say({ id: build.id, status: "queued" });
    },
  );
  server.registerTool(
    "get_build",
    { description: "Say how far a build is.", inputSchema: z.object({ id: z.string() }), annotations: reads },
    ({ id }) => {
      const build = builds.get(id);
      if (!build) return refuse(`There is no build ${id}.`);
      build.looks++;
      const { workflow, branch, looks } = build;
      const isDone = looks >= LOOKS_UNTIL_DONE;
      const progress = Math.min(100, Math.round((looks / LOOKS_UNTIL_DONE) * 100));
      const outcome = isDone ? { status: "completed", conclusion: "success" } : { status: "in_progress" };
      return say({ id, workflow, branch, progress, ...outcome });
    },
  );
}

function createForge(): McpServer {
  const server = new McpServer({ name: "forge", version: "1.0.0" });
  addIssueTools(server);
  addBuildTools(server);
  return server;
}

serveStdio(createForge);
