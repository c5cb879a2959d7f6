// A real MCP server over stdio whose tool `find` changes its description while it runs, when `change` is called, and
// says so with a notification.

import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const PEOPLE = [
  { id: 1, city: "Oslo", spent: 300 },
  { id: 2, city: "Oslo", spent: 120 },
  { id: 3, city: "Bergen", spent: 90 },
];

function createServer(): McpServer {
  const server = new McpServer({ name: "shop", version: "1.0.0" });
  const text = (value: unknown) => ({ content: [{ type: "text" as const, text: JSON.stringify(value) }] });
  const inputSchema = z.looseObject({});
  const find = server.registerTool("find", { description: "Find customers.", inputSchema }, async (args) =>
    text(PEOPLE.filter(({ city }) => args["city"] === undefined || city === args["city"])),
  );
  server.registerTool("remove", { description: "Remove a customer.", inputSchema }, async () =>
    text("removed"),
  );
  server.registerTool("change", { description: "Change find.", inputSchema }, async ({ to }) => {
    find.update({ description: String(to) });
    return text("changed");
  });
  return server;
}

serveStdio(createServer);
