// POSIX paths. Only a path that every layer below us reads the same way can be judged.

import { foldName } from "./fold-name.ts";
import type { Check } from "./matching.ts";

export function pathCheck(bases: readonly string[]): Check {
  const roots = bases.map((base) => base.replace(/\/+$/, ""));
  const foldedRoots = roots.map(foldName);
  const isUnder = (path: string) => (root: string) => path === root || path.startsWith(`${root}/`);
  return {
    name: "path_under",
    judge({ value, pointer, tokens }) {
      if (typeof value !== "string" || !isPlainPath(value)) return "unsure";
      // A token may be restored to `../../..`.
      if (tokens.at(pointer).length > 0) return "unsure";
      const path = normalized(value);
      if (roots.some(isUnder(path))) return "yes";
      // Some file systems ignore case.
      return foldedRoots.some(isUnder(foldName(path))) ? "unsure" : "no";
    },
  };
}

function isPlainPath(text: string): boolean {
  // Two slashes at the start name a host to some systems.
  if (!/^\/(?!\/)/.test(text) || /[\\\u0000-\u001f\u007f]|%u?[0-9A-Fa-f]{2}/.test(text)) return false;
  // Through these a process reaches the whole tree under another name.
  if (/\/proc\/+[^/]+\/+(root|cwd|fd)(\/|$)/.test(text)) return false;
  const folded = text.normalize("NFKC");
  return !text.split("/").some(isClimbing) && separators(folded) === separators(text);
}

/** `..`, and what is read as `..` where dots and spaces at the end of a name do not count. */
function isClimbing(segment: string): boolean {
  return /^[. ]{2,}$/.test(segment) && segment.includes(".");
}

function separators(text: string): number {
  return text.replace(/[^./\\%]/g, "").length;
}

function normalized(path: string): string {
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".");
  return segments.length === 0 ? "" : `/${segments.join("/")}`;
}
