import { describeRisk, describeRules, RULE_GROUPS, type RuleDescription } from "../../src/analyze/analyze.ts";

const INTRODUCTION = `# Code rules

Generated from \`src/analyze/rules/\`; do not edit.

Every submitted program passes these rules before it runs. A finding of severity \`high\` or \`critical\` refuses the
program unless policy says otherwise; the others are reported. A policy file changes that with \`code.risks\`, where
\`pattern\` is a rule's id. The rules explain and refuse early; they are not what keeps a program in: that is the isolate
and the gate.
`;

export function rulesPage(): string {
  const rules = describeRules();
  const sections = RULE_GROUPS.flatMap((group) => [
    `## ${group}\n`,
    ...rules.filter((rule) => rule.group === group).map(describeRule),
  ]);
  return `${INTRODUCTION}\n${describeRisk()}\n\n${sections.join("\n")}`;
}

function describeRule({ id, severity, reason, hint, catches, allows }: RuleDescription): string {
  return [
    `### ${id}`,
    "",
    `Severity \`${severity}\`. ${reason}${hint ? ` ${hint}` : ""}`,
    "",
    ...examples("Caught", catches),
    ...examples("Let through", allows),
  ].join("\n");
}

function examples(title: string, snippets: readonly string[]): string[] {
  if (snippets.length === 0) return [];
  return [`${title}:`, "", "````ts", ...snippets, "````", ""];
}
