// An example MCP server: a small CRM with ten thousand made-up contacts. Start it with `node examples/servers/crm.ts`.

import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import { type Contact, generateContacts } from "./generate-contacts.ts";

const plan = z.enum(["free", "team", "business", "enterprise"]);
const contact = z.object({
  id: z.string().describe("Such as C-00042."),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  company: z.string(),
  city: z.string(),
  plan,
  mrr: z.number().describe("Monthly revenue in US dollars."),
  lastContact: z.string().describe("Date, YYYY-MM-DD."),
  notes: z.string(),
});
const contactList = z.object({ total: z.number().int(), contacts: z.array(contact) });

const reads = { readOnlyHint: true };
const contacts = generateContacts();

function answer(total: number, page: Contact[]) {
  return {
    content: [{ type: "text" as const, text: `${page.length} of ${total} contacts` }],
    structuredContent: { total, contacts: page },
  };
}

function findContacts(query: string): Contact[] {
  const wanted = query.toLowerCase();
  return contacts.filter((one) =>
    `${one.name} ${one.email} ${one.company} ${one.city}`.toLowerCase().includes(wanted),
  );
}

function createCrm(): McpServer {
  const server = new McpServer({ name: "crm", version: "1.0.0" });
  server.registerTool(
    "list_contacts",
    {
      description: "List contacts in the order of their ids, page by page.",
      inputSchema: z.object({
        limit: z.number().int().min(1).max(10_000).optional().describe("At most this many; 50 if left out."),
        offset: z.number().int().min(0).optional().describe("Skip this many."),
        plan: plan.optional().describe("Only contacts on this plan."),
      }),
      outputSchema: contactList,
      annotations: reads,
    },
    ({ limit = 50, offset = 0, plan: wanted }) => {
      const matching = wanted === undefined ? contacts : contacts.filter((one) => one.plan === wanted);
      return answer(matching.length, matching.slice(offset, offset + limit));
    },
  );
  server.registerTool(
    "get_contact",
    {
      description: "Get one contact by id.",
      inputSchema: z.object({ id: z.string().describe("Such as C-00042.") }),
      outputSchema: contact,
      annotations: reads,
    },
    ({ id }) => {
      const found = contacts.find((one) => one.id === id);
      if (found !== undefined)
        return { content: [{ type: "text", text: `Contact ${id}` }], structuredContent: found };
      return { isError: true, content: [{ type: "text", text: `There is no contact with the id ${id}.` }] };
    },
  );
  server.registerTool(
    "search_contacts",
    {
      description: "Search contacts by a part of their name, email, company or city.",
      inputSchema: z.object({
        query: z.string().min(1).describe("Text to look for; case does not matter."),
        limit: z.number().int().min(1).max(1000).optional().describe("At most this many; 20 if left out."),
      }),
      outputSchema: contactList,
      annotations: reads,
    },
    ({ query, limit = 20 }) => {
      const found = findContacts(query);
      return answer(found.length, found.slice(0, limit));
    },
  );
  server.registerTool(
    "export_contacts",
    {
      description: "Export every contact at once.",
      inputSchema: z.object({}),
      outputSchema: contactList,
      annotations: reads,
    },
    () => answer(contacts.length, contacts),
  );
  return server;
}

serveStdio(createCrm);
