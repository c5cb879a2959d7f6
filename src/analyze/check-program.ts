// One submission through the stage: bounds → parse → walk → erase → prove → rules → program.

import type * as t from "@babel/types";
import type { Analysis, CodeFacts } from "../vocabulary.ts";
import { RULES, ruleById } from "./all-rules.ts";
import type { AnalyzeOptions } from "./analyze.ts";
import { assessRisk } from "./assess-risk.ts";
import { checkBounds, unwrapFence } from "./bounds.ts";
import { buildProgram } from "./build-program.ts";
import { type CheckedCode, createCheckedCode } from "./checked-code.ts";
import { runWithin } from "./deadline.ts";
import { applyEdits, blankComments, meansTheSame } from "./erase-types.ts";
import { detachModuleSyntax } from "./module-syntax.ts";
import { parseTypeScript } from "./parse.ts";
import { type Remark, toFindings } from "./remarks.ts";
import { openTypeEdits } from "./type-edits.ts";
import { TOO_DEEP, type Walked, walk } from "./walk.ts";

// A program of 64 KB takes about 100 ms; only hostile texts come near this.
const TIMEOUT_MS = 1_000;

export function analyze(source: string, options: AnalyzeOptions): Analysis {
  const refused = checkBounds(source, options.maxSourceBytes);
  if (refused) return refuse(source, [refused]);
  try {
    const ended = runWithin(TIMEOUT_MS, () => check(source, options));
    return ended.ok ? ended.value : refuse(source, [{ rule: "code-too-deep", at: 0, message: TOO_DEEP }]);
  } catch {
    // Whatever fails here is a fault of a rule, and a program that no rule has seen does not run.
    return refuse(source, [
      { rule: "analysis-failed", at: 0, message: "The code could not be checked, so it does not run." },
    ]);
  }
}

function check(source: string, options: AnalyzeOptions): Analysis {
  const text = unwrapFence(source);
  const parsed = parseTypeScript(text);
  if (!parsed.ok) return refuse(source, [parsed.remark]);
  const edits = openTypeEdits(text);
  detachModuleSyntax(parsed.program, edits);
  const walked = walk(parsed.program, edits);
  if (walked.refusals.length > 0) return refuse(source, walked.refusals);
  const code = createCheckedCode(text, walked, options);
  const facts = gatherFacts(source, code);
  const erased = applyEdits(edits);
  if (erased === null || (edits.edits.length > 0 && !meansTheSame(erased, walked.visits)))
    return refuse(source, [unprovable()], facts);

  const remarks = RULES.flatMap((rule) => rule.check(code));
  if (remarks.some(({ isFatal }) => isFatal)) return refuse(source, remarks, facts);
  const findings = toFindings(source, remarks, ruleById);
  const program = buildProgram({
    erased: blankComments(erased, parsed.comments),
    walked,
    servers: code.tools.servers,
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

function gatherFacts(source: string, { walked, tools }: CheckedCode): CodeFacts {
  const { astNodes, nesting, complexity } = walked.measures;
  return {
    sourceBytes: Buffer.byteLength(source),
    astNodes,
    nesting,
    complexity,
    toolCallSites: tools.sites.length,
    imports: importedModules(walked),
    tools: [...tools.tools].sort(),
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
