// A real MCP server whose answers hold personal values wherever an answer can hold text.

import { McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import { PERSON } from "./leaky-person.ts";

const text = (said: string) => ({ content: [{ type: "text" as const, text: said }] });
const { email, phone, card } = PERSON;
const about = `Ask ${email}, who knows EMAIL_001.`;

const ANSWERS: Record<string, (args: Record<string, unknown>) => object | Promise<object>> = {
  structured: () => ({ ...text(email), structuredContent: { email, phone, card, [email]: [{ to: email }] } }),
  plain: () => text(`Mail to ${email}, or call ${phone}.`),
  json: () =>
    text(JSON.stringify({ email, nested: JSON.stringify({ deep: { email } }), card: Number(card) })),
  table: () => text(`name,email,phone\nAnn,${email},${phone}\n`),
  encoded: () => text(JSON.stringify({ url: `https://x.example/?to=${encodeURIComponent(email)}` })),
  base64: () => text(JSON.stringify({ data: Buffer.from(`to: ${email}\n`).toString("base64") })),
  blocks: () => ({
    content: [
      { type: "text", text: email },
      { type: "resource_link", uri: `mailto:${email}`, name: "contact", description: about },
      { type: "resource", resource: { uri: "note://1", text: `From ${email}` } },
    ],
  }),
  many: () => text(JSON.stringify(Array.from({ length: 4000 }, () => ({ email, note: "x".repeat(60) })))),
  fail: (args) => ({ ...text(`${email} cannot take ${JSON.stringify(args)}`), isError: true }),
  reject: () => {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `no mailbox ${email}`);
  },
  echo: (args) => text(JSON.stringify(args)),
  held: () => text("done"),
};

function createLeaky(): McpServer {
  const server = new McpServer({ name: "leaky", version: "1.0.0" });
  for (const [name, answer] of Object.entries(ANSWERS)) {
    const inputSchema = z.looseObject({ value: z.unknown().optional().describe(about) });
    server.registerTool(
      name,
      { title: `Of ${email}`, description: `Test tool. ${about}`, inputSchema },
      async (args: Record<string, unknown>) => (await answer(args)) as ReturnType<typeof text>,
    );
  }
  return server;
}

serveStdio(createLeaky);
