import type * as t from "@babel/types";
import { didYouMean } from "../../text/did-you-mean.ts";
import type { Rule } from "../rule.ts";
import { serverOfSpecifier } from "../understand/tool-mentions.ts";

const SKILL = /^skills\/[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

export const importNotAllowed: Rule = {
  id: "import-not-allowed",
  group: "modules",
  severity: "high",
  reason: "The only modules are the servers' tools and saved skills, by their exact names.",
  hint: 'Write "servers/<name>" or "skills/<name>" without dots, slashes or extensions around it.',
  catches: [
    'import fs from "fs"',
    'import { readFile } from "node:fs/promises"; return 1',
    'import "child_process"',
    'import * as x from "servers/../../etc"',
    'import x from "servers/%2e%2e"; return x',
    'import x from "servers/__proto__"; return x',
    'import x from "./servers/github"; return x',
    'import x from "servers/github/index.ts"; return x',
    'import { type A, b } from "lodash"; return b',
    'import data from "servers/github" with { type: "json" }; return data',
    'import x from "https://evil.example/x.js"; return x',
  ],
  allows: [
    'import { create_issue } from "servers/github"; return create_issue({})',
    'import * as drive from "servers/google-drive"; return drive.list({})',
    'import type { Row } from "anything"; const r: Row[] = []; return r',
    'import report from "skills/weekly-report"; return report()',
  ],
  check(code) {
    return code.ofType("ImportDeclaration").flatMap(({ node }) => {
      const declaration = node as t.ImportDeclaration;
      const specifier = declaration.source.value;
      if (declaration.importKind === "type") return [];
      const hasAttributes = (declaration.attributes ?? []).length > 0;
      if (!hasAttributes && !declaration.phase && isPlain(specifier)) return [];
      const hint = hintFor(specifier, code.options.servers);
      return [
        {
          rule: "import-not-allowed",
          at: declaration.source.start ?? 0,
          message: hasAttributes
            ? "Imports take no attributes."
            : `There is no module ${JSON.stringify(specifier.slice(0, 80))}.`,
          ...(hint === undefined ? {} : { hint }),
        },
      ];
    });
  },
};

function isPlain(specifier: string): boolean {
  return serverOfSpecifier(specifier) !== null || SKILL.test(specifier);
}

/** `./servers/github/index.ts` and `github` both mean `servers/github`. */
function hintFor(specifier: string, servers: ReadonlySet<string>): string | undefined {
  const parts = specifier.replace(/(?:\/index)?\.[cm]?[jt]s$/, "").split("/");
  const meant =
    [...servers].find((server) => parts.includes(server)) ?? didYouMean(parts.at(-1) ?? "", servers);
  return meant === undefined ? undefined : `Did you mean "servers/${meant}"?`;
}
