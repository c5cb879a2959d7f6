import type { CheckedCode } from "../checked-code.ts";
import { isOnlyTested } from "../checked-code.ts";
import type { Node } from "../parse/syntax.ts";
import type { Remark } from "../remarks.ts";
import type { Rule } from "../rule.ts";

const LOADERS = ["require", "module", "exports", "importScripts", "__dirname", "__filename"] as const;

export const moduleLoading: Rule = {
  id: "module-loading",
  group: "modules",
  severity: "critical",
  reason: "Modules that are loaded while the program runs were not part of the check.",
  hint: 'Import tools at the top level: import { create_issue } from "servers/github". There are no other modules.',
  catches: [
    'const fs = await import("fs")',
    'import("servers/" + context.name)',
    "return import.meta.url",
    'const fs = require("node:fs")',
    "const load = require; load('fs')",
    'export * from "servers/github"',
    'export { create_issue } from "servers/github"',
    "module.exports = 1",
  ],
  allows: [
    "const require = (name) => name; return require('fs')",
    "const module = { exports: 1 }; return module.exports",
    'import { create_issue } from "servers/github"\nreturn create_issue({})',
    "return { require: 1 }.require",
    "const parts = { import: 1 }; return parts.import",
  ],
  check(code) {
    return [...expressionRemarks(code), ...reExportRemarks(code)];
  },
};

function remark(node: Node, message: string): Remark {
  return { rule: "module-loading", at: node.start ?? 0, message };
}

function expressionRemarks(code: CheckedCode): Remark[] {
  const remarks: Remark[] = [];
  for (const { node } of code.ofType("ImportExpression"))
    remarks.push(remark(node, "`import()` loads a module while the program runs."));
  for (const { node } of code.ofType("MetaProperty")) {
    if (node.type === "MetaProperty" && node.meta.name === "import")
      remarks.push(remark(node, "`import.meta` tells about the host."));
  }
  for (const name of LOADERS) {
    for (const visit of code.globals(name)) {
      if (!isOnlyTested(visit)) remarks.push(remark(visit.node, `\`${name}\` does not exist in programs.`));
    }
  }
  return remarks;
}

function reExportRemarks(code: CheckedCode): Remark[] {
  const remarks: Remark[] = [];
  for (const { node } of [...code.ofType("ExportAllDeclaration"), ...code.ofType("ExportNamedDeclaration")]) {
    if (node.type === "ExportAllDeclaration" || (node.type === "ExportNamedDeclaration" && node.source)) {
      remarks.push({ ...remark(node, "`export … from` loads another module."), isFatal: true });
    }
  }
  return remarks;
}
