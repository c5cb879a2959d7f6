// What is wrong with a word in a policy file, in one sentence, or null.

import { FIXED_RULES } from "../fixed-rules.ts";
import { pointerProblem } from "../matchers/json-pointer.ts";
import { toolPatternProblem } from "../matchers/tool-pattern.ts";

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,127}$/;

export function idProblem(text: string): string | null {
  if (!ID.test(text))
    return `"${text}" is no id: 1 to 64 letters, digits, ".", "_" or "-", starting with a letter or digit`;
  return (FIXED_RULES as readonly string[]).includes(text)
    ? `"${text}" is a word of the gateway: choose another id`
    : null;
}

export function nameProblem(text: string): string | null {
  if (text === "*" || NAME.test(text)) return null;
  return `"${text}" is no name: only "*" alone is a pattern, everything else is written out`;
}

export function labelProblem(text: string): string | null {
  return /^[a-z][a-z0-9_-]{0,63}$/.test(text)
    ? null
    : `"${text}" is no label: lower-case letters, digits, "_" and "-"`;
}

export function serverProblem(text: string): string | null {
  return /^[A-Za-z0-9_-]+$/.test(text) ? null : `"${text}" is no server name: letters, digits, "_" and "-"`;
}

export function skillPatternProblem(text: string): string | null {
  return /^[A-Za-z0-9_*-]{1,64}$/.test(text)
    ? null
    : `"${text}" is no name of skills: letters, digits, "_", "-" and the star "*"`;
}

export function workspacePatternProblem(text: string): string | null {
  return /^[A-Za-z0-9_*-]{1,64}$/.test(text)
    ? null
    : `"${text}" is no name of a workspace: 1 to 64 letters, digits, "_" and "-"`;
}

export function approverProblem(text: string): string | null {
  return /^(group|role|name):[A-Za-z0-9._@-]+$/.test(text)
    ? null
    : `"${text}" is no approver: write group:<name>, role:<name> or name:<key>`;
}

export function importProblem(text: string): string | null {
  return /^[A-Za-z0-9_*-]+(\/[A-Za-z0-9_*-]+)*$/.test(text)
    ? null
    : `"${text}" is no module pattern: for example "servers/*"`;
}

export function targetProblem(text: string): string | null {
  const hash = text.indexOf("#");
  if (hash < 0) return toolPatternProblem(text);
  return toolPatternProblem(text.slice(0, hash)) ?? pointerProblem(text.slice(hash + 1));
}
