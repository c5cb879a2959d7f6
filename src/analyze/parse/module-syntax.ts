// Import and export declarations, taken out of the text before the walk: imports are hoisted in front of the
// wrapper, a plain `export const x` loses its first word, and what else exports stays for its rule.

import type * as t from "@babel/types";
import { blank, type TypeEdits } from "../erase/type-edits.ts";
import { lookUp, type Scope } from "./scopes.ts";
import type { Node } from "./syntax.ts";

export function detachModuleSyntax(program: t.Program, edits: TypeEdits): void {
  program.body = program.body.map((statement) => {
    if (statement.type === "ImportDeclaration")
      blank(edits, statement.start ?? 0, statement.end ?? 0, { first: ";", isPlain: true });
    if (statement.type !== "ExportNamedDeclaration" || statement.exportKind === "type") return statement;
    const { declaration } = statement;
    if (!declaration || isTypeScript(declaration)) return statement;
    blank(edits, statement.start ?? 0, (statement.start ?? 0) + "export".length, {
      first: ";",
      isPlain: true,
    });
    return declaration;
  });
}

function isTypeScript(node: Node): boolean {
  return node.type.startsWith("TS");
}

/** One line of import declarations; names that the program never uses as values are left out. */
export function printImports(imports: readonly t.ImportDeclaration[], scope: Scope): string {
  return imports
    .filter(({ importKind }) => importKind !== "type" && importKind !== "typeof")
    .map((declaration) => printImport(declaration, scope))
    .join("");
}

function printImport({ specifiers, source }: t.ImportDeclaration, scope: Scope): string {
  const clauses: string[] = [];
  const names: string[] = [];
  for (const specifier of specifiers) {
    const local = specifier.local.name;
    if ((lookUp(scope, local)?.references ?? []).length === 0) continue;
    if (specifier.type === "ImportDefaultSpecifier") clauses.unshift(local);
    else if (specifier.type === "ImportNamespaceSpecifier") clauses.push(`* as ${local}`);
    else if (specifier.importKind !== "type") names.push(`${printName(specifier.imported)} as ${local}`);
  }
  if (names.length > 0) clauses.push(`{ ${names.join(", ")} }`);
  return clauses.length === 0 ? "" : `import ${clauses.join(", ")} from ${JSON.stringify(source.value)}; `;
}

function printName(name: t.Identifier | t.StringLiteral): string {
  return name.type === "Identifier" ? name.name : JSON.stringify(name.value);
}
