import type { CheckedCode } from "../checked-code.ts";
import { isCall, isFunction } from "../parse/syntax.ts";
import type { Visit } from "../parse/walk.ts";
import type { Remark } from "../remarks.ts";
import type { Rule } from "../rule.ts";
import { inside } from "../understand/loops.ts";

export const endlessCalls: Rule = {
  id: "endless-calls",
  group: "resource",
  severity: "high",
  reason:
    "A tool that is called for ever floods the system behind it until a limit of the gateway ends the run.",
  hint: "End the loop: break when there is no next page, or count the attempts.",
  catches: [
    "while (true) { await mail.send({ to: 'EMAIL_001' }) }",
    "for (;;) await crm.list({})",
    "do { await callTool('crm.list', {}); await sleep(10) } while (true)",
    "setInterval(() => mail.send({}), 10)",
    "setInterval(async function () { await crm.list({}) }, 1000)",
  ],
  allows: [
    "let page = 1; while (true) { const r = await crm.list({ page }); if (!r.next) break; page += 1 }",
    "for (;;) { const job = await crm.get_job({ id: 1 }); if (job.done) return job; await sleep(500) }",
    "const timer = setInterval(() => mail.send({}), 10); await sleep(100); clearInterval(timer)",
    "for (const row of context.rows) await crm.update(row)",
    "setTimeout(() => console.log(1), 10)",
    "while (true) { console.log(1) }",
  ],
  check(code) {
    return [...loopRemarks(code), ...timerRemarks(code)];
  },
};

function loopRemarks(code: CheckedCode): Remark[] {
  return code.endlessLoops.flatMap((loop) => {
    const call = firstCall(loop, code);
    if (call === null) return [];
    const message = "A tool is called in a loop that has no end.";
    return [{ rule: "endless-calls", at: call.node.start ?? 0, message }];
  });
}

function timerRemarks(code: CheckedCode): Remark[] {
  if (code.globals("clearInterval").length > 0) return [];
  return code.globals("setInterval").flatMap(({ parent, key }) => {
    if (!parent || key !== "callee" || !isCall(parent.node)) return [];
    const callback = parent.node.arguments[0];
    if (!callback || !isFunction(callback) || firstCall(parent, code) === null) return [];
    const message = "A tool is called by a timer that nothing stops.";
    return [{ rule: "endless-calls", at: parent.node.start ?? 0, message }];
  });
}

function firstCall(outer: Visit, code: CheckedCode): Visit | null {
  for (const visit of inside(outer, code.walked)) if (code.tools.calls.has(visit.node)) return visit;
  return null;
}
