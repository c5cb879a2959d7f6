// One submission through the stage: bounds → parse → walk → erase → prove → rules → program.

import type * as t from "@babel/types";
import type { Analysis, CodeFacts } from "../vocabulary.ts";
import { RULES, ruleById } from "./all-rules.ts";
import type { AnalyzeOptions } from "./analyze.ts";
import { assessRisk } from "./assess-risk.ts";
import { type CheckedCode, createCheckedCode } from "./checked-code.ts";
import { buildProgram } from "./erase/build-program.ts";
import { applyEdits, blankComments } from "./erase/erase-types.ts";
import { meansTheSame } from "./erase/prove-erasure.ts";
import { readProgram } from "./erase/read-program.ts";
import { openTypeEdits } from "./erase/type-edits.ts";
import { checkBounds } from "./parse/bounds.ts";
import { budgetMs, runUnwatched, runWithin } from "./parse/deadline.ts";
import { detachModuleSyntax } from "./parse/module-syntax.ts";
import { type Walked, walk } from "./parse/walk.ts";
import { type Remark, toFindings, tooDeep } from "./remarks.ts";
import { findSkillMentions } from "./understand/skill-mentions.ts";

/** Longer texts are watched to the end, so that no rule can take long either. */
const SHORT = 16 * 1024;

export function analyze(source: string, options: AnalyzeOptions): Analysis {
  const refused = checkBounds(source, options.maxSourceBytes);
  if (refused) return refuse(source, [refused]);
  try {
    const job = () => check(source, options);
    const ended = source.length > SHORT ? runWithin(budgetMs(source.length), job) : runUnwatched(job);
    return ended.ok ? ended.value : refuse(source, [tooDeep(0)]);
  } catch {
    // Whatever fails here is a fault of a rule, and a program that no rule has seen does not run.
    return refuse(source, [
      { rule: "analysis-failed", at: 0, message: "The code could not be checked, so it does not run." },
    ]);
  }
}

function check(source: string, options: AnalyzeOptions): Analysis {
  const read = readProgram(source, options.maxSourceBytes);
  if (!read.ok) return refuse(source, [read.remark]);
  const { text, parsed } = read;
  const edits = openTypeEdits(text, parsed.hasTypes);
  detachModuleSyntax(parsed.program, edits);
  const walked = walk(parsed.program, edits);
  if (walked.refusals.length > 0) return refuse(text, walked.refusals);
  const code = createCheckedCode(text, walked, options);
  const facts = gatherFacts(source, code);
  const remarks = RULES.flatMap((rule) => rule.check(code));
  if (remarks.some(({ isFatal }) => isFatal)) return refuse(text, remarks, facts);
  const erased = applyEdits(edits);
  if (erased === null || (edits.hasTypes && !meansTheSame(erased, edits, walked)))
    return refuse(text, [unprovable()], facts);

  const findings = toFindings(text, remarks, ruleById);
  const program = buildProgram({
    erased: blankComments(erased, parsed.comments),
    walked,
    servers: code.tools.servers,
    ...(options.parameter ? { parameter: options.parameter } : {}),
  });
  return { findings, risk: assessRisk(findings), facts, program };
}

function unprovable(): Remark {
  return {
    rule: "non-erasable-typescript",
    at: 0,
    message: "The types cannot be taken out without changing what the code means.",
    hint: "Write this program as plain JavaScript, without types.",
  };
}

/** Fatal remarks go first, because the first finding names the refusal. */
function refuse(source: string, remarks: readonly Remark[], facts?: CodeFacts): Analysis {
  const fatal = remarks.filter(({ isFatal }) => isFatal);
  const others = remarks.filter(({ isFatal }) => !isFatal);
  const findings = [...toFindings(source, fatal, ruleById), ...toFindings(source, others, ruleById)];
  return { findings, risk: assessRisk(findings), facts: facts ?? noFacts(source), program: null };
}

/** A skill that is called by its name is as good as imported: policy decides about both by the same word. */
function skillModules(code: CheckedCode): string[] {
  return findSkillMentions(code.globals("skills")).map((name) => `skills/${name}`);
}

function gatherFacts(source: string, code: CheckedCode): CodeFacts {
  const { walked, tools, findTool } = code;
  const idOf = (written: string): string => {
    const answer = findTool(written);
    return answer !== undefined && "found" in answer ? answer.found.id : written;
  };
  const { astNodes, nesting, complexity } = walked.measures;
  return {
    sourceBytes: Buffer.byteLength(source),
    astNodes,
    nesting,
    complexity,
    toolCallSites: tools.sites.length,
    imports: [...new Set([...importedModules(walked), ...skillModules(code)])],
    tools: [...new Set([...tools.tools].map(idOf))].sort(),
    dynamicTools: tools.dynamic.length > 0,
  };
}

function importedModules(walked: Walked): string[] {
  const declarations = (walked.byType.get("ImportDeclaration") ?? []).map(
    ({ node }) => node as t.ImportDeclaration,
  );
  const values = declarations.filter(({ importKind }) => importKind !== "type");
  return [...new Set(values.map(({ source }) => source.value))];
}

function noFacts(source: string): CodeFacts {
  return {
    sourceBytes: Buffer.byteLength(source),
    astNodes: 0,
    nesting: 0,
    complexity: 0,
    toolCallSites: 0,
    imports: [],
    tools: [],
    dynamicTools: false,
  };
}
