// Text → Babel tree, or one remark that says why not. Everything on which Babel and V8 could disagree ends here.

import { parse } from "@babel/parser";
import type { Program } from "@babel/types";
import type { Remark } from "./remarks.ts";

export type Parsed =
  | { ok: true; program: Program; comments: { start: number; end: number }[] }
  | { ok: false; remark: Remark };

const OPTIONS = {
  sourceType: "module",
  allowReturnOutsideFunction: true,
  attachComment: false,
  locations: false,
} as const;

export function parseTypeScript(source: string): Parsed {
  try {
    const file = parse(source, { ...OPTIONS, plugins: ["typescript"] });
    const comments = (file.comments ?? []).map(({ start, end }) => ({ start: start ?? 0, end: end ?? 0 }));
    return { ok: true, program: file.program, comments };
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, remark: explainSyntaxError(error, source) };
    throw error;
  }
}

/** Null when the text is no JavaScript module. */
export function parsePlainModule(source: string): Program | null {
  try {
    return parse(source, OPTIONS).program;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

type BabelError = SyntaxError & { pos?: number; reasonCode?: string };

function explainSyntaxError(error: BabelError, source: string): Remark {
  const at = Math.min(error.pos ?? 0, source.length);
  const reason = error.reasonCode ?? "";
  const message = error.message.replace(/ \(\d+:\d+\)$/, "").split("\n")[0] ?? "";
  if (/^Strict(?!Mode)/.test(reason) || /strict mode/i.test(message)) {
    return {
      rule: "with-and-sloppy",
      at,
      message: `Programs are strict-mode modules: ${message}`,
      hint: "Rewrite it without sloppy-mode features.",
    };
  }
  if (source.slice(at).startsWith("@") || /decorator/i.test(message)) {
    return {
      rule: "non-erasable-typescript",
      at,
      message: "Decorators are not supported.",
      hint: "Call the function yourself.",
    };
  }
  if (/jsx/i.test(message)) {
    return {
      rule: "non-erasable-typescript",
      at,
      message: "JSX is not supported.",
      hint: "Build strings or plain objects.",
    };
  }
  if (/^[ \t]*-->/.test(lineAround(source, at))) {
    return {
      rule: "html-comment",
      at,
      message: "`-->` at the start of a line is an HTML-like comment.",
      hint: "Use // for comments.",
    };
  }
  return {
    rule: "syntax-error",
    at,
    message: syntaxMessage(message, source),
    hint: syntaxHint(message, source),
  };
}

function syntaxMessage(message: string, source: string): string {
  return looksLikeProse(source) ? "This looks like prose, not code." : `The code does not parse: ${message}`;
}

function syntaxHint(message: string, source: string): string {
  if (looksLikeProse(source)) return "Send only TypeScript or JavaScript, without explanations around it.";
  if (source.includes("```")) return "Send the code without Markdown fences or text around it.";
  if (/await/.test(message)) return "Mark the enclosing function as async.";
  if (/import|export/.test(message))
    return "Imports stand at the top level; return the value instead of exporting it.";
  return "Fix the code at this place and send it again.";
}

/** A first line of words without any of the marks that code has. */
function looksLikeProse(source: string): boolean {
  const first = source.trimStart().split(/[\n\r]/, 1)[0] ?? "";
  return /^["'*#-]{0,3}\s?[A-Z][\w'’]*(?:,? [\w'’]+){2,}/.test(first) && !/[={}();]|=>/.test(first);
}

function lineAround(source: string, at: number): string {
  const start = source.lastIndexOf("\n", at - 1) + 1;
  return source.slice(start, at + 3);
}
