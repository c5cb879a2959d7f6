import { argumentRemarks } from "../argument-remarks.ts";
import type { Rule } from "../rule.ts";

export const wrongArgumentType: Rule = {
  id: "wrong-argument-type",
  group: "hygiene",
  severity: "low",
  reason: "A value of another type than the tool expects is refused, or changed on the way.",
  hint: 'Use the types that searchTools shows with detail "full".',
  catches: [
    'return crm.list_contacts({ page: "1" })',
    "return crm.list_contacts({ page: 1.5 })",
    "return github.create_issue({ repo: 'a', title: 'b', labels: 'bug' })",
    "return github.create_issue({ repo: 'a', title: 'b', labels: ['bug', 7] })",
    "return orders.find({ status: 'opne', filter: { from: 1 } })",
    "return github.create_issue('a')",
    "return orders.find({ status: 'open', filter: { from: null } })",
    "const PAGE = 'first'; return crm.list_contacts({ page: PAGE })",
    "return web.search({ query: () => 'a' })",
  ],
  allows: [
    "return crm.list_contacts({ page: 1 })",
    "return crm.list_contacts({ page: context.page })",
    "return github.create_issue({ repo: 'a', title: `b ${1}`, labels: ['bug', context.label] })",
    "return orders.find({ status: context.paid ? 'paid' : 'open', filter: { from: 1 } })",
    "let page = 'x'; page = 1; return crm.list_contacts({ page })",
    "return orders.find({ status: 'paid', filter: { from: '2024-01-31' } })",
    "return crm.list_contacts({ page: undefined })",
  ],
  check: (code) => argumentRemarks(code, "type", "wrong-argument-type"),
};
