// Routes of agents and of people who approve.

import * as reply from "./reply-shapes.ts";
import * as request from "./request-shapes.ts";
import type { RouteDescription } from "./route-descriptions.ts";

const MCP: Pick<RouteDescription, "needs" | "streams"> = {
  needs: "run code",
  streams: ["text/event-stream"],
};

export const WORK_ROUTES: readonly RouteDescription[] = [
  {
    method: "POST",
    path: "/v1/runs",
    summary: "Run a program",
    needs: "run code",
    body: request.runBody,
    reply: reply.runReply,
    streams: ["text/event-stream"],
  },
  {
    method: "GET",
    path: "/v1/runs/:id",
    summary: "The state of a run",
    needs: "run code",
    reply: reply.runUnderWay,
  },
  {
    method: "POST",
    path: "/v1/runs/:id/cancel",
    summary: "Stop a run with everything it started",
    needs: "run code",
    reply: reply.runReply,
  },
  {
    method: "POST",
    path: "/v1/check",
    summary: "What rules and policy say of a program; executes nothing",
    needs: "check code",
    body: request.checkBody,
    reply: reply.checkReply,
  },
  {
    method: "GET",
    path: "/v1/tools",
    summary: "Find tools",
    needs: "search tools",
    query: request.toolQuery,
    reply: reply.toolPage,
  },
  {
    method: "POST",
    path: "/v1/tools/:tool{.+}/call",
    summary: "Call one tool without a program",
    needs: "run code",
    body: request.callBody,
    reply: reply.callReply,
  },
  {
    method: "GET",
    path: "/v1/approvals",
    summary: "What waits for a person, or waited",
    needs: "see approvals",
    query: request.approvalQuery,
    reply: reply.approvalPage,
  },
  {
    method: "POST",
    path: "/v1/approvals/:id",
    summary: "Approve or deny",
    needs: "decide approvals",
    body: request.approvalBody,
    reply: reply.approval,
  },
  {
    method: "POST",
    path: "/v1/pii/tokenize",
    summary: "What protect does with the data",
    needs: "tokenize data",
    body: request.tokenizeBody,
    reply: reply.tokenizeReply,
  },
  {
    method: "POST",
    path: "/mcp",
    summary: "MCP Streamable HTTP: search, run, call",
    ...MCP,
    body: reply.anyObject,
    reply: reply.anyObject,
  },
  { method: "GET", path: "/mcp", summary: "The stream of an MCP session", ...MCP },
  { method: "DELETE", path: "/mcp", summary: "End an MCP session", ...MCP },
  {
    method: "POST",
    path: "/mcp/:server",
    summary: "MCP pass-through of one server under its own names",
    ...MCP,
    body: reply.anyObject,
    reply: reply.anyObject,
  },
  { method: "GET", path: "/mcp/:server", summary: "The stream of a pass-through session", ...MCP },
  { method: "DELETE", path: "/mcp/:server", summary: "End a pass-through session", ...MCP },
];
