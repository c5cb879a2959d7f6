// Text → Babel tree, or one remark that says why not. Everything on which Babel and V8 could disagree ends here.

import { parse } from "@babel/parser";
import type { File, Program } from "@babel/types";
import { withFrame } from "../code-frame.ts";
import { type Remark, tooDeep } from "../remarks.ts";
import { budgetMs, endsByItself, runWithin } from "./deadline.ts";

export type Parsed = ParsedProgram | { ok: false; remark: Remark };
export type ParsedProgram = {
  ok: true;
  program: Program;
  comments: { start: number; end: number }[];
  /** False when the text is JavaScript as it stands. */
  hasTypes: boolean;
};

const OPTIONS = {
  sourceType: "module",
  allowReturnOutsideFunction: true,
  attachComment: false,
  locations: false,
} as const;

/** As plain JavaScript where that is what the text is: then nothing has to be erased, and nothing backtracks. */
export function parseProgram(source: string): Parsed {
  return (looksTyped(source) ? null : parsePlain(source)) ?? parseTypeScript(source);
}

// `f<A>(x)` and `g(f<A, B>(x))` are comparisons in JavaScript and calls to whoever writes TypeScript.
const TYPE_ARGUMENTS_END = /[^=]>\s*[(`/]/;
// Only a guess, to save a parse that fails: a wrong one costs time, never meaning.
const TYPES =
  /^[ \t]*(?:export )?(?:interface|type|declare|abstract) [A-Za-z]|\bas\s+(?:const|any|unknown|string|[A-Z{[])|[\w)\]}]\??:\s*(?:string|number|boolean|unknown|any|void|Promise<|Record<|Map<|Set<|[A-Z]\w*(?:\[\])?\s*[=),;])|\bimport\s+type\b|\bsatisfies\b/m;

function looksTyped(source: string): boolean {
  return TYPES.test(source) || (source.includes("<") && TYPE_ARGUMENTS_END.test(source));
}

function parsePlain(source: string): ParsedProgram | null {
  try {
    return parsed(parse(source, OPTIONS), false);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function parseTypeScript(source: string): Parsed {
  const job = () => parse(source, { ...OPTIONS, plugins: ["typescript"] });
  try {
    if (endsByItself(source)) return parsed(job(), true);
    const ended = runWithin(budgetMs(source.length), job);
    return ended.ok ? parsed(ended.value, true) : { ok: false, remark: tooDeep(0) };
  } catch (error) {
    if (error instanceof SyntaxError)
      return { ok: false, remark: framed(explainSyntaxError(error, source), source) };
    throw error;
  }
}

function parsed(file: File, hasTypes: boolean): ParsedProgram {
  const comments = (file.comments ?? []).map(({ start, end }) => ({ start: start ?? 0, end: end ?? 0 }));
  return { ok: true, program: file.program, comments, hasTypes };
}

/** Null when the text is no JavaScript module. */
export function parsePlainModule(source: string): Program | null {
  return parsePlain(source)?.program ?? null;
}

function framed(remark: Remark, source: string): Remark {
  return { ...remark, hint: withFrame(remark.hint ?? "", source, remark.at) };
}

type BabelError = SyntaxError & { pos?: number; reasonCode?: string };

function explainSyntaxError(error: BabelError, source: string): Remark {
  // Where the text ends too early, its last character says more than the blank lines behind it.
  const at = Math.min(error.pos ?? 0, source.trimEnd().length);
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

/** The parser's words for proposals speak of its own plugins. */
const OF_A_PROPOSAL = /requires enabling .{0,20}parser plugin/;

function syntaxMessage(message: string, source: string): string {
  if (OF_A_PROPOSAL.test(message)) return "This syntax is a proposal and not part of the language here.";
  return looksLikeProse(source) ? "This looks like prose, not code." : `The code does not parse: ${message}`;
}

function syntaxHint(message: string, source: string): string {
  if (source.includes("```")) return "Send the code without Markdown fences or text around it.";
  if (looksLikeProse(source)) return "Send only TypeScript or JavaScript, without explanations around it.";
  if (/await/.test(message)) return "Mark the enclosing function as async.";
  if (/import|export/.test(message))
    return "Imports stand at the top level; return the value instead of exporting it.";
  return "Fix the code at this place and send it again.";
}

/** A first line of words without any of the marks that code has. */
function looksLikeProse(source: string): boolean {
  const first = source.trimStart().split(/[\n\r]/, 1)[0] ?? "";
  return /^["'*#-]{0,3}\s?[A-Z][\w'’]*(?:[,!.:]? [\w'’]+){2,}/.test(first) && !/[={}();]|=>/.test(first);
}

function lineAround(source: string, at: number): string {
  const start = source.lastIndexOf("\n", at - 1) + 1;
  return source.slice(start, at + 3);
}
