// The problems with arguments of one kind, as remarks of the rule that tells them.

import type { CheckedCode } from "./checked-code.ts";
import type { Remark } from "./remarks.ts";
import type { ArgumentProblem } from "./understand/tool-arguments.ts";

export function argumentRemarks(code: CheckedCode, kind: ArgumentProblem["kind"], rule: string): Remark[] {
  return code
    .argumentProblems()
    .filter((problem) => problem.kind === kind)
    .map(({ at, message, hint, isGuess }) => ({
      rule,
      at,
      message,
      hint,
      ...(isGuess ? { severity: "info" as const } : {}),
    }));
}
