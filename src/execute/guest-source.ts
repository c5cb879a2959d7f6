// The guest folder as one script: ES modules joined into a single function scope, because a V8 snapshot takes
// scripts only. Imports go first in each file and every top-level name is unique, else V8 refuses the text.

import { readFileSync } from "node:fs";

const FILES_IN_ORDER = [
  "intrinsics",
  "failures",
  "serialize",
  "position",
  "describe",
  "lockdown",
  "bridge",
  "tools",
  "clone",
  "encodings",
  "prelude",
];

export function readGuestSource(): string {
  const bodies = FILES_IN_ORDER.map((name) =>
    readFileSync(new URL(`./guest/${name}.js`, import.meta.url), "utf8")
      .replaceAll(/^import \{[^}]*\} from "[^"]+";$/gm, "")
      .replaceAll(/^export (?=const|let|function|class)/gm, ""),
  );
  return `(() => {\n"use strict";\n${bodies.join("\n")}\n})();`;
}
