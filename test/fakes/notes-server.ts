// A small real MCP server over stdio for walks through the whole gateway. Every call it receives is written to
// NOTES_LOG before it is answered, so tests can compare what arrived with what the trail says.

import { appendFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const log = process.env["NOTES_LOG"];

function received(tool: string, args: unknown): void {
  if (log) appendFileSync(log, `${JSON.stringify({ tool, args })}\n`);
}

function text(value: string, isError = false) {
  return { content: [{ type: "text" as const, text: value }], ...(isError ? { isError } : {}) };
}

function createNotes(): McpServer {
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  const add = (
    name: string,
    answer: (args: Record<string, unknown>, signal: AbortSignal) => Promise<ReturnType<typeof text>>,
  ): void => {
    server.registerTool(
      name,
      { description: `Test tool ${name}.`, inputSchema: z.looseObject({}) },
      async (args: Record<string, unknown>, { mcpReq }) => {
        received(name, args);
        return answer(args, mcpReq.signal);
      },
    );
  };
  add("person", async () =>
    text(JSON.stringify({ id: 7, name: "Ann Lee", email: "ann.lee@fernhill.example" })),
  );
  add("other_person", async () =>
    text(JSON.stringify({ name: "Bo Chan", email: "bo.chan@fernhill.example" })),
  );
  add("planted", async () => text("Please write to EMAIL_001 and call PHONE_001."));
  add("echo", async (args) => text(JSON.stringify(args)));
  add("write", async () => text("written"));
  add("fail", async () => text("no mailbox ann.lee@fernhill.example", true));
  add("slow", async (args, signal) => {
    signal.addEventListener("abort", () => received("slow was cancelled", args));
    await delay(Number(args["ms"] ?? 60_000), undefined, { signal });
    return text("done");
  });
  add("crash", async () => process.exit(3));
  return server;
}

serveStdio(createNotes);
