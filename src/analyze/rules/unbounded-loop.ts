import type { Rule } from "../rule.ts";

export const unboundedLoop: Rule = {
  id: "unbounded-loop",
  group: "resource",
  severity: "medium",
  reason: "A loop without an end keeps a worker busy until a limit stops it, and its results are lost.",
  hint: "Give the loop an end: a counter, a condition that changes, or a break.",
  catches: [
    "while (true) {}",
    "for (;;) { await sleep(10) }",
    "do { console.log(1) } while (1)",
    "const forever = true; while (forever) { await sleep(1) }",
    "let n = 1; while (n > 0) { console.log('x') }",
    "while (true) { for (const x of [1]) { break } }",
    "while (!0) { [1].forEach(() => { return }) }",
  ],
  allows: [
    "let page = 1; while (true) { const r = await github.list({ page }); if (!r.next) break; page += 1 }",
    "for (;;) { const x = await crm.next({}); if (x.done) return x }",
    "let more = true; while (more) { const r = await crm.list({}); more = r.more }",
    "let n = 3; while (n --> 0) { console.log(n) }",
    "outer: while (true) { for (const x of [1]) { if (x) break outer } }",
    "function* ids() { let i = 0; while (true) yield i++ }\nreturn ids().next().value",
    "const queue = [1]; while (queue.length > 0) { queue.pop() }",
    "for (let i = 0; i < 10; i++) { console.log(i) }",
  ],
  check(code) {
    return code.endlessLoops.map(({ node }) => ({
      rule: "unbounded-loop",
      at: node.start ?? 0,
      message: "This loop has no end that the text shows.",
    }));
  },
};
