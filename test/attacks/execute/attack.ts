import type { RunLimits } from "../../../src/vocabulary.ts";

/** The fences of the execute stage; every attack names the one that must hold it. */
export type Fence =
  /** Globals and ways from text to code that are gone before guest code runs. */
  | "lockdown"
  /** The prelude's own copies of the language, which guest code cannot replace. */
  | "captured built-ins"
  /** The host's table of what it issued: codes and replies belong to it alone. */
  | "issued failures"
  /** Text only, one way out, frozen functions without prototype. */
  | "closed bridge"
  | "module goal"
  | "serializer"
  | "CPU limit"
  | "memory limit"
  | "wall clock"
  | "counts"
  /** One isolate per run, thrown away with everything in it. */
  | "fresh isolate";

/** A hostile program, run straight in the isolate as if no rule had looked at it, and what must then be true. */
export type Attack = {
  id: string;
  idea: string;
  stoppedBy: Fence;
  code: string;
  limits?: Partial<RunLimits>;
  must: {
    /** The run succeeds with exactly this result. */
    result?: unknown;
    /** The run fails with this code, or with one of these where two limits are equally near. */
    code?: string | string[];
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
