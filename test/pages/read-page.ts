// A page as its reader meets it: blocks and code spans, in their order.

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export type Block = { page: string; line: number; language: string; info: string; text: string };
export type Span = { page: string; line: number; text: string };
/** A command as a person would type it, the exit code it announces, and what the page shows of its answer. */
export type Command = { page: string; line: number; text: string; exits: number; shows: string[] };

export const PAGES = [
  ...globSync(["docs/**/*.md", "examples/*.md", "bench/*.md"], { cwd: ROOT }),
  "README.md",
  "SECURITY.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
].sort();

export const readPage = (page: string): string => readFileSync(join(ROOT, page), "utf8");

const lineAt = (text: string, index: number): number => text.slice(0, index).split("\n").length;

export function blocksOf(page: string): Block[] {
  const text = readPage(page);
  return [...text.matchAll(/^(`{3,})(\w*)(.*)\n([\s\S]*?)^\1$/gm)].map(
    ({ index, 2: language = "", 3: info = "", 4: body = "" }) => ({
      page,
      line: lineAt(text, index),
      language,
      info: info.trim(),
      text: body,
    }),
  );
}

export function spansOf(page: string): Span[] {
  const text = readPage(page);
  // Blocks and headings become empty lines, so that lines keep their numbers.
  const prose = text.replace(/^(`{3,})[\s\S]*?^\1$|^#+ .*$/gm, (block) => block.replace(/[^\n]/g, ""));
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(({ index, 1: span = "" }) => ({
    page,
    line: lineAt(prose, index),
    text: span.replaceAll("\\|", "|"),
  }));
}

/** What `file=` or `from=` says behind a block's language. */
export function infoOf({ info }: Block, name: string): string | undefined {
  return new RegExp(`(?:^| )${name}=(\\S+)`).exec(info)?.[1];
}

/** `console`: `$ command # exits 1`, then lines of its answer. `sh`: one command a line. */
export function commandsIn({ page, line, language, text }: Block): Command[] {
  if (language === "sh") {
    return text
      .replace(/\\\n\s*/g, "")
      .split("\n")
      .map((one) => ({ page, line, text: withoutComment(one), exits: 0, shows: [] }))
      .filter((command) => command.text !== "");
  }
  return text
    .replace(/\\\n\s*/g, "")
    .split(/^\$ /m)
    .filter((part) => part.trim() !== "")
    .map((part) => {
      const [first = "", ...shows] = part.trimEnd().split("\n");
      const [, exits = "0"] = / # exits (\d+)$/.exec(first) ?? [];
      return { page, line, text: withoutComment(first), exits: Number(exits), shows };
    });
}

function withoutComment(line: string): string {
  return line.replace(/(^|\s)#\s.*$/, "").trim();
}
