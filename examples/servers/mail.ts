// An example MCP server: an outbox that sends nothing. Every mail becomes a line of the file named by MAIL_LOG.

import { appendFileSync, existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const mail = z.object({
  id: z.string(),
  sentAt: z.string(),
  to: z.array(z.string()),
  bcc: z.array(z.string()).optional(),
  subject: z.string(),
  body: z.string(),
});
type Mail = z.infer<typeof mail>;

const address = z.string().regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, "must be an email address");
const outbox = process.env["MAIL_LOG"] ?? join(mkdtempSync(join(tmpdir(), "mail-")), "outbox.jsonl");

function readOutbox(): Mail[] {
  if (!existsSync(outbox)) return [];
  const lines = readFileSync(outbox, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => mail.parse(JSON.parse(line)));
}

function createMail(): McpServer {
  const server = new McpServer({ name: "mail", version: "1.0.0" });
  server.registerTool(
    "send",
    {
      description: "Send a mail.",
      inputSchema: z.object({
        to: z.array(address).min(1).describe("Addresses of the receivers."),
        subject: z.string(),
        body: z.string().describe("Plain text."),
        bcc: z.array(address).optional().describe("Addresses of hidden receivers."),
      }),
      outputSchema: z.object({ id: z.string(), accepted: z.number().int() }),
    },
    ({ to, subject, body, bcc }) => {
      const id = `M-${String(readOutbox().length + 1).padStart(4, "0")}`;
      const sent: Mail = { id, sentAt: new Date().toISOString(), to, ...(bcc ? { bcc } : {}), subject, body };
      appendFileSync(outbox, `${JSON.stringify(sent)}\n`);
      const accepted = to.length + (bcc?.length ?? 0);
      return { content: [{ type: "text", text: `Sent ${id}.` }], structuredContent: { id, accepted } };
    },
  );
  server.registerTool(
    "list_sent",
    {
      description: "List the mails that were sent, newest first.",
      inputSchema: z.object({
        limit: z.number().int().min(1).max(1000).optional().describe("20 if left out."),
      }),
      outputSchema: z.object({ total: z.number().int(), mails: z.array(mail) }),
      annotations: { readOnlyHint: true },
    },
    ({ limit = 20 }) => {
      const all = readOutbox();
      const mails = all.toReversed().slice(0, limit);
      return {
        content: [{ type: "text", text: `${mails.length} of ${all.length} mails` }],
        structuredContent: { total: all.length, mails },
      };
    },
  );
  return server;
}

serveStdio(createMail);
