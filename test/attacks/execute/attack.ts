/** A hostile program, run straight in the isolate as if no rule had looked at it, and what must then be true. */
export type Attack = {
  id: string;
  idea: string;
  code: string;
  must: {
    /** The run succeeds with exactly this result. */
    result?: unknown;
    /** The run fails with this code. */
    code?: string;
    message?: RegExp;
    /** Exactly the argument texts that the host was asked with; none unless given. */
    args?: string[] | "any";
    logs?: string[];
  };
};

/** Runs each expression on its own and names those that did not throw. */
export function noneSucceeds(expressions: string[]): string {
  const attempts = expressions.map(
    (expression) => `[${JSON.stringify(expression)}, async () => (${expression})]`,
  );
  return `
    const succeeded = [];
    for (const [text, attempt] of [${attempts.join(",\n")}]) {
      try { await attempt(); succeeded.push(text); } catch {}
    }
    return succeeded;`;
}
