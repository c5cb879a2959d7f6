import { resultStatement } from "../build-program.ts";
import type { CheckedCode } from "../checked-code.ts";
import type { Remark } from "../remarks.ts";
import type { Rule } from "../rule.ts";
import { lookUp } from "../scopes.ts";
import { isCall, isFunction, isMember, literalKey, type Node } from "../syntax.ts";
import type { Visit } from "../walk.ts";

export const unawaitedCall: Rule = {
  id: "unawaited-call",
  severity: "low",
  reason:
    "The run ends when the program returns; a call that nobody awaits may be cut off, and its error is lost.",
  hint: "Put `await` in front of it, or collect the calls and `await Promise.all(calls)`.",
  catches: [
    "mail.send({}); return 1",
    "github.create_issue({}).then(console.log); return 1",
    "const p = mail.send({}); return 1",
    "context.rows.forEach(async (row) => { await crm.update(row) }); return 1",
    "void mail.send({}); return 1",
  ],
  allows: [
    "await mail.send({}); return 1",
    "mail.send({})",
    "return mail.send({})",
    "const p = mail.send({}); return await p",
    "await Promise.all(context.rows.map((row) => crm.update(row)))",
    "const calls = []; for (const row of context.rows) calls.push(crm.update(row)); return Promise.all(calls)",
    "for (const row of context.rows) { await crm.update(row) }",
    "const send = () => mail.send({}); return send()",
  ],
  check(code) {
    const [top] = code.walked.visits;
    const last = top?.node.type === "Program" ? resultStatement(top.node) : null;
    const calls = [...code.ofType("CallExpression"), ...code.ofType("OptionalCallExpression")];
    return calls
      .filter(({ node }) => code.tools.calls.has(node))
      .flatMap((visit): Remark[] => {
        const message = lossOf(endOfChain(visit), last, code);
        return message === null ? [] : [{ rule: "unawaited-call", at: visit.node.start ?? 0, message }];
      });
  },
};

/** From `tool()` to the end of `tool().then(…).catch(…)`. */
function endOfChain(visit: Visit): Visit {
  let at = visit;
  for (;;) {
    const member = at.parent;
    const call = member?.parent;
    if (!member || !call || !isMember(member.node) || at.key !== "object" || !isCall(call.node)) return at;
    if (member.key !== "callee" || !isChaining(member.node)) return at;
    at = call;
  }
}

function isChaining(node: Node): boolean {
  const name = isMember(node) ? literalKey(node.property, node.computed) : null;
  return name === "then" || name === "catch" || name === "finally";
}

function lossOf(visit: Visit, last: Node | null, code: CheckedCode): string | null {
  const { parent } = visit;
  if (parent === null || parent.node === last) return null;
  if (parent.node.type === "ExpressionStatement") return "Nobody waits for this call.";
  if (parent.node.type === "UnaryExpression" && parent.node.operator === "void")
    return "Nobody waits for this call.";
  if (parent.node.type === "VariableDeclarator" && parent.node.id.type === "Identifier") {
    const binding = lookUp(parent.scope, parent.node.id.name);
    const isUsed = (binding?.references.length ?? 0) > 1;
    return isUsed ? null : "The promise of this call is never used.";
  }
  return isInForEach(visit, code) ? "forEach does not wait for the calls in its function." : null;
}

function isInForEach({ within }: Visit, code: CheckedCode): boolean {
  const call = within?.parent?.node;
  if (!within || !call || !isFunction(within.node) || !isCall(call) || !isMember(call.callee)) return false;
  if (code.tools.calls.has(call) || call.arguments[0] !== within.node) return false;
  return literalKey(call.callee.property, call.callee.computed) === "forEach";
}
