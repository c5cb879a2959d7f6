// Every rule, in the order of the documentation.

import type { Rule } from "./rule.ts";
import { ambientGlobals } from "./rules/ambient-globals.ts";
import { analysisFailed } from "./rules/analysis-failed.ts";
import { builtinMutation } from "./rules/builtin-mutation.ts";
import { callerCallee } from "./rules/caller-callee.ts";
import { catastrophicRegex } from "./rules/catastrophic-regex.ts";
import { codeTooDeep } from "./rules/code-too-deep.ts";
import { codeTooLarge } from "./rules/code-too-large.ts";
import { commandFromResults } from "./rules/command-from-results.ts";
import { constructorAccess } from "./rules/constructor-access.ts";
import { debuggerStatement } from "./rules/debugger-statement.ts";
import { dynamicToolName } from "./rules/dynamic-tool-name.ts";
import { emptyProgram } from "./rules/empty-program.ts";
import { encodedResults } from "./rules/encoded-results.ts";
import { endlessCalls } from "./rules/endless-calls.ts";
import { engineInternals } from "./rules/engine-internals.ts";
import { globalObject } from "./rules/global-object.ts";
import { hostObjectProxy } from "./rules/host-object-proxy.ts";
import { htmlComment } from "./rules/html-comment.ts";
import { hugeAllocation } from "./rules/huge-allocation.ts";
import { hugeLiteral } from "./rules/huge-literal.ts";
import { importNotAllowed } from "./rules/import-not-allowed.ts";
import { missingArgument } from "./rules/missing-argument.ts";
import { missingGlobals } from "./rules/missing-globals.ts";
import { moduleLoading } from "./rules/module-loading.ts";
import { noDynamicCode } from "./rules/no-dynamic-code.ts";
import { noExports } from "./rules/no-exports.ts";
import { nonErasableTypeScript } from "./rules/non-erasable-typescript.ts";
import { prototypeAccess } from "./rules/prototype-access.ts";
import { prototypeMutation } from "./rules/prototype-mutation.ts";
import { sensitiveLiteral } from "./rules/sensitive-literal.ts";
import { stackTraceHook } from "./rules/stack-trace-hook.ts";
import { stringBuiltUrl } from "./rules/string-built-url.ts";
import { syntaxError } from "./rules/syntax-error.ts";
import { unawaitedCall } from "./rules/unawaited-call.ts";
import { unboundedLoop } from "./rules/unbounded-loop.ts";
import { unboundedRecursion } from "./rules/unbounded-recursion.ts";
import { unknownArgument } from "./rules/unknown-argument.ts";
import { unknownServer } from "./rules/unknown-server.ts";
import { unknownTool } from "./rules/unknown-tool.ts";
import { withAndSloppy } from "./rules/with-and-sloppy.ts";
import { wrongArgumentType } from "./rules/wrong-argument-type.ts";

export const RULES: readonly Rule[] = [
  syntaxError,
  codeTooLarge,
  codeTooDeep,
  analysisFailed,
  withAndSloppy,
  nonErasableTypeScript,
  htmlComment,
  noDynamicCode,
  constructorAccess,
  dynamicToolName,
  moduleLoading,
  importNotAllowed,
  noExports,
  prototypeAccess,
  prototypeMutation,
  builtinMutation,
  ambientGlobals,
  globalObject,
  engineInternals,
  stackTraceHook,
  callerCallee,
  hostObjectProxy,
  unboundedLoop,
  unboundedRecursion,
  endlessCalls,
  hugeAllocation,
  hugeLiteral,
  catastrophicRegex,
  stringBuiltUrl,
  commandFromResults,
  encodedResults,
  sensitiveLiteral,
  unknownServer,
  unknownTool,
  unknownArgument,
  missingArgument,
  wrongArgumentType,
  unawaitedCall,
  missingGlobals,
  debuggerStatement,
  emptyProgram,
];

const BY_ID: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]));

export function ruleById(id: string): Rule {
  const rule = BY_ID.get(id);
  if (rule === undefined) throw new TypeError(`There is no rule ${id}`);
  return rule;
}
