import { ERROR_CODES, type ErrorCode } from "../../src/errors.ts";

const INTRODUCTION = `# Errors

Generated from \`src/error-codes.ts\`; do not edit.

A code is public API: it is never renamed. Over HTTP an error is \`{ "error": { "code", "message", "hint"? } }\` with the
status below. In a run's reply it is the field \`error\`, with line and column where they are known. Inside a program a
failed tool call throws an error with \`code\`, \`message\`, \`retryable\` and \`executed\` (\`yes\`, \`no\` or \`unknown\`).
`;

export function errorsPage(): string {
  const codes = Object.entries(ERROR_CODES) as [ErrorCode, (typeof ERROR_CODES)[ErrorCode]][];
  const rows = codes.map(
    ([code, { stage, status, retryable, meaning }]) =>
      `| \`${code}\` | ${stage} | ${status} | ${retryable ? "yes" : "no"} | ${meaning} |`,
  );
  return `${INTRODUCTION}\n| code | stage | status | try again | meaning |\n|---|---|---|---|---|\n${rows.join("\n")}\n`;
}
