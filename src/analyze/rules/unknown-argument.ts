import { argumentRemarks } from "../argument-remarks.ts";
import type { Rule } from "../rule.ts";

export const unknownArgument: Rule = {
  id: "unknown-argument",
  group: "hygiene",
  severity: "low",
  reason: "An argument that the tool does not know is refused or, worse, ignored.",
  hint: 'Use the names that searchTools shows with detail "full".',
  catches: [
    "return github.create_issue({ repo: 'a', titel: 'b', title: 'c' })",
    "return crm.list_contacts({ pagee: 1 })",
    "return orders.find({ status: 'open', filter: { from: 1, untill: 2 } })",
    'return callTool("github.create_issue", { repo: "a", title: "b", text: "c" })',
  ],
  allows: [
    "return github.create_issue({ repo: 'a', title: 'b', labels: [] })",
    "return crm.list_contacts({ ...context.args })",
    "return crm.list_contacts({ [context.key]: 1 })",
    "return web.fetch({ url: 'https://docs.example', headers: { 'x-any': 'thing' } })",
    "return crm.list_contacts(context.args)",
    "return mail.send({ anything: 1 })",
  ],
  check: (code) => argumentRemarks(code, "unknown", "unknown-argument"),
};
