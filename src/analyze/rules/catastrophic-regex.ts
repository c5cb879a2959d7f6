import { isSafePattern } from "redos-detector";
import type { CheckedCode } from "../checked-code.ts";
import { isCall, type Node } from "../parse/syntax.ts";
import type { Rule } from "../rule.ts";
import { fold, isGlobal } from "../understand/fold.ts";
import { repeatedGroups } from "../understand/quantified-groups.ts";

// One group takes 1 to 20 ms, so their number and length are bounded as well.
const MAX_GROUPS = 12;
const MAX_BODY = 200;
const BOUNDS = { maxScore: 1, maxSteps: 300 } as const;
/** The steps bound the work; the time is for a machine that has no core to spare, and for the whole program. */
const MOST_MS = 500;

export const catastrophicRegex: Rule = {
  id: "catastrophic-regex",
  group: "resource",
  severity: "medium",
  reason: "A repeated group that matches one text in two ways takes exponential time on a text that fails.",
  hint: "Repeat one class of characters instead of a group, or separate the repetitions: /^\\w+(?:-\\w+)*$/.",
  catches: [
    "return /^(a+)+$/.test(context.text)",
    "return /^(\\w+\\s?)*$/.test(context.text)",
    "return /(?:a|aa)+b/.exec(context.text)",
    "return new RegExp('^(\\\\d+|\\\\w+)*$').test(context.text)",
    "return context.text.replace(/(\\s*\\w*\\s*)*;/g, '')",
    "return /^(.*,)*x/.test(context.text)",
  ],
  allows: [
    "return /^[\\w.+-]+@[\\w-]+\\.[\\w.-]+$/.test(context.text)",
    'return /"([^"\\\\]|\\\\.)*"/.exec(context.text)',
    "return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(context.text)",
    "return context.text.split(/\\s*,\\s*/)",
    "return new RegExp('^(?:\\\\d{1,3}\\\\.){3}\\\\d{1,3}$').test(context.text)",
    "return /(?<year>\\d{4})-(?<month>\\d{2})/.exec(context.text)",
    "return new RegExp(context.pattern).test(context.text)",
  ],
  check(code) {
    let groupsLeft = MAX_GROUPS;
    const deadline = performance.now() + MOST_MS;
    return patternsIn(code).flatMap(({ node, pattern, flags }) => {
      const groups = repeatedGroups(pattern)
        .filter(({ length }) => length <= MAX_BODY)
        .slice(0, groupsLeft);
      groupsLeft -= groups.length;
      if (!groups.some((body) => isAmbiguous(body, flags, deadline))) return [];
      const message = "This regular expression can take exponential time.";
      return [{ rule: "catastrophic-regex", at: node.start ?? 0, message }];
    });
  },
};

type Pattern = { node: Node; pattern: string; flags: string };

function patternsIn(code: CheckedCode): Pattern[] {
  const patterns: Pattern[] = [];
  for (const { node } of code.ofType("RegExpLiteral"))
    if (node.type === "RegExpLiteral") patterns.push({ node, pattern: node.pattern, flags: node.flags });
  for (const { parent, key } of code.globals("RegExp")) {
    const node = parent?.node;
    if (!parent || !node || key !== "callee" || (!isCall(node) && node.type !== "NewExpression")) continue;
    if (!isGlobal(node.callee, "RegExp", parent.scope)) continue;
    const [pattern, flags] = node.arguments.map((argument) => fold(argument, parent.scope)[0]);
    if (typeof pattern === "string")
      patterns.push({ node, pattern, flags: typeof flags === "string" ? flags : "" });
  }
  return patterns;
}

/** The group alone, anchored: then the detector counts the ways, and polynomial neighbours do not disturb it. */
function isAmbiguous(body: string, flags: string, deadline: number): boolean {
  const timeout = Math.ceil(deadline - performance.now());
  if (timeout <= 0) return false;
  try {
    const { error } = isSafePattern(`^(?:${body})*$`, {
      ...BOUNDS,
      timeout,
      caseInsensitive: flags.includes("i"),
      dotAll: flags.includes("s"),
      multiLine: flags.includes("m"),
      unicode: /[uv]/.test(flags),
    });
    return error === "hitMaxScore";
  } catch {
    // Syntax that the detector does not know, such as a reference to a group outside.
    return false;
  }
}
