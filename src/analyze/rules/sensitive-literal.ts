import type { Remark } from "../remarks.ts";
import type { Rule } from "../rule.ts";

type Shape = { pattern: RegExp; what: string; isSecret: boolean };

// Simple shapes only, each bounded: what leaves the program is searched again, and better, on its way out.
const SHAPES: readonly Shape[] = [
  { pattern: /\b(?:sk|pk|rk)[-_](?:live|test|ant|proj)[-_]\w{12,}/, what: "a secret key", isSecret: true },
  { pattern: /\bgh[pousr]_[A-Za-z0-9]{30,}|\bgithub_pat_\w{20,}/, what: "an access token", isSecret: true },
  { pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/, what: "an access key", isSecret: true },
  { pattern: /\bxox[abprs]-[A-Za-z0-9-]{10,}/, what: "an access token", isSecret: true },
  { pattern: /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----/, what: "a private key", isSecret: true },
  { pattern: /\beyJ[\w-]{10,500}\.eyJ[\w-]{10,500}\.[\w-]{10}/, what: "a signed token", isSecret: true },
  { pattern: /:\/\/[^\s/:@]{1,64}:[^\s/@]{3,64}@/, what: "a password in an address", isSecret: true },
  { pattern: /\b[\w.+-]{1,64}@[\w-]{1,63}\.[A-Za-z]{2,24}\b/, what: "an e-mail address", isSecret: false },
  { pattern: /\b\d{3}-\d{2}-\d{4}\b/, what: "what looks like a social security number", isSecret: false },
  { pattern: /\b(?:\d{4}[ -]){3}\d{4}\b/, what: "what looks like a card number", isSecret: false },
];

/** A mark that each of the shapes holds. */
const WORTH_A_LOOK = /[@_.-]|\d{4}|[A-Z\d]{16}/;

export const sensitiveLiteral: Rule = {
  id: "sensitive-literal",
  group: "data",
  severity: "low",
  reason:
    "A secret or a personal value in the code is copied wherever the code goes; here it becomes a token at once.",
  hint: "Let the tool's server hold secrets, and take personal values from tools, where they are tokens.",
  catches: [
    'return web.fetch({ url: "https://x.example", key: "sk_live_4eC39HqLyjWDarjtT1zd" })',
    'const token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"; return token.length',
    'return mail.send({ to: "ann@example.com" })',
    "return `card 4111 1111 1111 1111`",
    'return "postgres://app:hunter2@db.example/main"',
  ],
  allows: [
    'return mail.send({ to: "EMAIL_001" })',
    'return "sk_" + context.kind',
    "return 'ask @ann about issue 12-34-56'",
    "// ann@example.com wrote this\nreturn 1",
    "return '2024-01-31 10:00:00'",
  ],
  check(code) {
    const remarks: Remark[] = [];
    for (const { node } of [...code.ofType("StringLiteral"), ...code.ofType("TemplateElement")]) {
      const text =
        node.type === "StringLiteral" ? node.value : node.type === "TemplateElement" ? node.value.raw : "";
      if (text.length < 8 || !WORTH_A_LOOK.test(text)) continue;
      const found = SHAPES.find(({ pattern }) => pattern.test(text.slice(0, 4096)));
      if (found === undefined) continue;
      const message = `The code holds ${found.what}.`;
      const severity = found.isSecret ? "low" : "info";
      remarks.push({ rule: "sensitive-literal", at: node.start ?? 0, message, severity });
    }
    return remarks;
  },
};
