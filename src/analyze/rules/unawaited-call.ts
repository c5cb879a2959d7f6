import type { CheckedCode } from "../checked-code.ts";
import { resultStatement } from "../erase/build-program.ts";
import { lookUp } from "../parse/scopes.ts";
import { isCall, isFunction, isMember, literalKey, type Node } from "../parse/syntax.ts";
import type { Visit } from "../parse/walk.ts";
import type { Remark } from "../remarks.ts";
import type { Rule } from "../rule.ts";
import { isGlobal } from "../understand/fold.ts";

export const unawaitedCall: Rule = {
  id: "unawaited-call",
  group: "hygiene",
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
    "async function main() { await mail.send({}) }\nmain(); return 1",
    "sleep(1000); return await mail.send({})",
    "workspace.set('done', true); return 1",
    "skills.tidy_up({ days: 30 }); return 1",
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
    "async function main() { return 1 }\nmain()",
    "await sleep(10); return 1",
    "const sleep = (ms) => ms; sleep(1); return 1",
    "function main() { return 1 }\nmain(); return 2",
  ],
  check(code) {
    const [top] = code.walked.visits;
    const last = top?.node.type === "Program" ? resultStatement(top.node) : null;
    const calls = code.calls;
    return calls
      .filter((visit) => givesPromise(visit, code))
      .flatMap((visit): Remark[] => {
        const message = lossOf(endOfChain(visit), last, code);
        return message === null ? [] : [{ rule: "unawaited-call", at: visit.node.start ?? 0, message }];
      });
  },
};

const PROMISING = ["workspace", "skills"];
const WAITS: ReadonlySet<string> = new Set(["sleep", "searchTools"]);

/** Tools, the program's own async functions, and what the gateway gives to programs. */
function givesPromise({ node, scope }: Visit, code: CheckedCode): boolean {
  if (code.tools.calls.has(node)) return true;
  if (!isCall(node)) return false;
  const { callee } = node;
  if (isMember(callee)) return PROMISING.some((name) => isGlobal(callee.object, name, scope));
  if (isFunction(callee)) return callee.async === true;
  if (callee.type !== "Identifier") return false;
  const binding = lookUp(scope, callee.name);
  if (binding === null) return WAITS.has(callee.name);
  const own = binding.kind === "function" ? binding.declaration : binding.values[0]?.node;
  return !binding.reassigned && own !== undefined && isFunction(own) && own.async === true && !own.generator;
}

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
