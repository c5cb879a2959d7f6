import type * as t from "@babel/types";
import type { CheckedCode } from "../checked-code.ts";
import { isCall, type Node } from "../parse/syntax.ts";
import type { Visit } from "../parse/walk.ts";
import type { Remark } from "../remarks.ts";
import type { Rule } from "../rule.ts";
import { reachedCall } from "../understand/reaches-tool.ts";

const SQL =
  /^\s*(?:SELECT\b[\s\S]*\bFROM|INSERT\s+INTO|UPDATE\b[\s\S]*\bSET|DELETE\s+FROM|DROP\s+TABLE|ALTER\s+TABLE|select\b[\s\S]*\bfrom|insert\s+into|update\b[\s\S]*\bset|delete\s+from)\b/;
const SHELL =
  /^\s*(?:sudo|bash|sh|curl|wget|rm|cp|mv|cat|grep|find|chmod|git|npm|npx|docker|kubectl|python3?|node|ssh|psql)\s+\S/;

export const commandFromResults: Rule = {
  id: "command-from-results",
  group: "data",
  severity: "medium",
  reason:
    "What a tool returned was written by others; inside a query or a command it can become a part of it.",
  hint: "Pass the value as a parameter of the query, or as an argument of its own.",
  catches: [
    "const r = await crm.get({ id: 1 }); return orders.query({ sql: `SELECT * FROM orders WHERE name = '${r.name}'` })",
    "const { path } = await crm.get({ id: 1 }); await callTool('web.exec', { command: `rm -rf ${path}` })",
    "const rows = await crm.list({}); for (const row of rows) await orders.query({ sql: 'DELETE FROM orders WHERE id = ' + row.id })",
  ],
  allows: [
    "return orders.query({ sql: `SELECT * FROM orders WHERE id = ${Number(context.id)}` })",
    "const r = await crm.get({ id: 1 }); return orders.query({ sql: 'SELECT * FROM orders WHERE name = ?', params: [r.name] })",
    "const r = await crm.get({ id: 1 }); return mail.send({ body: `Select an offer from ${r.company} today` })",
    "const r = await crm.get({ id: 1 }); return `SELECT ${r.id} FROM x`",
    "const r = await crm.get({ id: 1 }); return orders.query({ sql: `SELECT * FROM orders WHERE id = ${Number(r.id)}` })",
  ],
  check(code) {
    if (code.tools.calls.size === 0) return [];
    const built = [...code.ofType("TemplateLiteral"), ...code.ofType("BinaryExpression")];
    return built.flatMap((visit): Remark[] => {
      const start = firstText(visit.node);
      const isCommand = start !== null && (SQL.test(start) || SHELL.test(start));
      if (!isCommand || !holdsResult(visit, code) || reachedCall(visit, code) === null) return [];
      const message = "A query or a command is put together from the result of a tool.";
      return [{ rule: "command-from-results", at: visit.node.start ?? 0, message }];
    });
  },
};

/** The constant text of what is put together, with gaps; null when nothing is. Prose is told apart by its gaps. */
function firstText(node: Node): string | null {
  if (node.type === "TemplateLiteral")
    return node.expressions.length > 0
      ? node.quasis.map(({ value }) => value.cooked ?? "").join(" ? ")
      : null;
  if (node.type !== "BinaryExpression" || node.operator !== "+") return null;
  let first: Node = node;
  while (first.type === "BinaryExpression" && first.operator === "+") first = first.left;
  return first.type === "StringLiteral" ? first.value : null;
}

const MAKES_SAFE: ReadonlySet<string> = new Set(["Number", "parseInt", "parseFloat", "BigInt"]);

function holdsResult(visit: Visit, code: CheckedCode): boolean {
  const { node } = visit;
  const parts: readonly Node[] =
    node.type === "TemplateLiteral"
      ? (node.expressions as t.Expression[])
      : [(node as t.BinaryExpression).right];
  return code.walked.visits
    .slice(visit.index + 1, visit.index + 200)
    .some(
      (part) =>
        parts.includes(part.node) && !isNumber(part.node) && code.toolResults.serversIn(part).size > 0,
    );
}

function isNumber(node: Node): boolean {
  return isCall(node) && node.callee.type === "Identifier" && MAKES_SAFE.has(node.callee.name);
}
