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
  "outlet",
  "requests",
  "report",
  "timers",
  "tools",
  "skills",
  "clone",
  "encodings",
  "prelude",
];

/** The script of the snapshot, and the one that is run once so that V8 keeps compiled code in it. */
export function readGuestSource(): { prelude: string; warmUp: string } {
  const bodies = FILES_IN_ORDER.map((name) =>
    readGuestFile(name)
      .replaceAll(/^import \{[^}]*\} from "[^"]+";$/gm, "")
      .replaceAll(/^export (?=const|let|function|class)/gm, ""),
  );
  return { prelude: asFunction(bodies.join("\n")), warmUp: asFunction(readGuestFile("warm-up")) };
}

function readGuestFile(name: string): string {
  return readFileSync(new URL(`./guest/${name}.js`, import.meta.url), "utf8");
}

function asFunction(body: string): string {
  return `(() => {\n"use strict";\n${body}\n})();`;
}
