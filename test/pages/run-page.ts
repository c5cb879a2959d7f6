// What is done with a block of a page and with a command, unless not-run.ts excepts it.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { NOT_RUN, type NotRun } from "./not-run.ts";
import { readJson, readYaml } from "./read-data.ts";
import { type Block, type Command, commandsIn, infoOf } from "./read-page.ts";
import type { Shell } from "./shell.ts";

const PAUSE_MS = 50;
const PATIENCE_MS = 5000;

const unused = new Set(NOT_RUN);

export function requireAllExceptionsUsed(): void {
  assert.deepEqual([...unused], [], "these entries of not-run.ts fit nothing any more");
}

function isExcepted(fits: (entry: NotRun) => boolean): boolean {
  const entry = NOT_RUN.find(fits);
  if (entry !== undefined) unused.delete(entry);
  return entry !== undefined;
}

const isOn = ({ page }: NotRun, here: string): boolean => page === undefined || page === here;

const commandIsExcepted = (page: string, text: string): boolean =>
  isExcepted(
    (entry) =>
      isOn(entry, page) &&
      entry.command !== undefined &&
      (text === entry.command || text.startsWith(`${entry.command} `)),
  );

const blockIsExcepted = ({ page, language, text }: Block): boolean =>
  isExcepted(
    (entry) =>
      isOn(entry, page) && entry.block?.language === language && text.startsWith(entry.block.begins ?? ""),
  );

export async function runCommand(shell: Shell, command: Command): Promise<void> {
  const parts = command.text.split(" && ");
  const kept = parts.filter((part) => !commandIsExcepted(command.page, part));
  if (kept.length === 0) return;
  const { code, out, err } = await runPatiently(shell, kept.join(" && "), command.exits);
  const said = flat(`${out}\n${err}`);
  assert.equal(code, command.exits, `${command.page}:${command.line}: ${command.text}\n${out}${err}`);
  for (const shown of command.shows) {
    const pieces = shown.split("…").map(flat);
    let at = 0;
    for (const piece of pieces) {
      at = said.indexOf(piece, at);
      assert.ok(at >= 0, `${command.text} does not show "${shown}":\n${out}${err}`);
      at += piece.length;
    }
  }
  assert.doesNotMatch(out, /ann\.keller@|Ann Keller/, `${command.text} shows personal data`);
}

/** A person reads a file some seconds after approving the call that writes it. */
async function runPatiently(shell: Shell, text: string, exits: number): ReturnType<Shell["run"]> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    const ended = await shell.run(text);
    if (ended.code === exits || waited >= PATIENCE_MS || !text.startsWith("cat ")) return ended;
    await sleep(PAUSE_MS);
  }
}

/** Tables may be narrower or wider than on the page. */
const flat = (text: string): string => text.replace(/\s+/g, " ").trim();

async function runProgram(shell: Shell, code: string): Promise<void> {
  assert.ok(shell.gateway, "no gateway runs for this program");
  const reply = await fetch(`${shell.gateway.url}/v1/runs`, {
    method: "POST",
    headers: { authorization: `Bearer ${shell.gateway.key}`, "content-type": "application/json" },
    body: JSON.stringify({ code }),
  });
  const run = (await reply.json()) as { status: string; violations: { severity: string }[] };
  assert.equal(run.status, "succeeded", JSON.stringify(run));
  assert.deepEqual(run.violations, [], JSON.stringify(run.violations));
}

/** A block that is written `from` another file has that file's text. */
function filled(block: Block, all: Block[]): Block {
  const from = infoOf(block, "from");
  if (from === undefined) return block;
  const source = all.find((one) => infoOf(one, "file") === from);
  assert.ok(source, `${block.page}:${block.line}: there is no block file=${from}`);
  return { ...block, text: source.text };
}

function writeFileOf(shell: Shell, block: Block): boolean {
  const file = infoOf(block, "file");
  if (file === undefined) return false;
  mkdirSync(dirname(join(shell.cwd, file)), { recursive: true });
  writeFileSync(join(shell.cwd, file), block.text);
  return true;
}

/** A program in a file is run by a command of the page. */
function requireUse(block: Block, all: Block[]): void {
  const file = infoOf(block, "file") ?? "";
  const commands = all
    .filter(({ language }) => language === "sh" || language === "console")
    .flatMap(commandsIn);
  assert.ok(
    commands.some(({ text }) => text.split(" ").includes(file)),
    `no command of ${block.page} runs ${file}`,
  );
}

export async function runBlock(shell: Shell, shown: Block, all: Block[]): Promise<void> {
  if (blockIsExcepted(shown)) return;
  const block = filled(shown, all);
  const isWritten = writeFileOf(shell, block);
  switch (block.language) {
    case "sh":
    case "console":
      for (const command of commandsIn(block)) await runCommand(shell, command);
      return;
    case "ts":
      return isWritten ? requireUse(block, all) : runProgram(shell, block.text);
    case "yaml":
      return readYaml(block);
    case "json":
      return isWritten ? void JSON.parse(block.text) : readJson(block, shell);
    case "text":
    case "csv":
      return;
    default:
      assert.fail(`nobody runs blocks of language "${block.language}"`);
  }
}
