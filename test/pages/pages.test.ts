// Every page does what it says: each block is run, written, loaded or read by whom it is for, in the order of the page;
// so is each command in running text, on a gateway that works. What cannot run here stands in not-run.ts.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Command as CliCommand } from "commander";
import { createProgram } from "../../src/surfaces/cli/program.ts";
import { ROUTES } from "../../src/surfaces/http/route-descriptions.ts";
import { blocksOf, commandsIn, PAGES, spansOf } from "./read-page.ts";
import { requireAllExceptionsUsed, runBlock, runCommand } from "./run-page.ts";
import { SCENES, type Scene, workingGateway } from "./scenes.ts";

let working: Scene;
before(async () => {
  working = await workingGateway();
});
after(async () => {
  await working?.close();
  requireAllExceptionsUsed();
});

for (const page of PAGES) {
  const blocks = blocksOf(page);
  if (blocks.length === 0) continue;
  describe(`the blocks of ${page}`, () => {
    let own: Scene | null = null;
    before(async () => {
      own = (await SCENES[page]?.()) ?? null;
    });
    after(() => own?.close());
    for (const block of blocks) {
      const [first = ""] = block.text.trim().split("\n");
      test(`line ${block.line}, ${block.language}: ${first.slice(0, 60)}`, () =>
        runBlock((own ?? working).shell, block, blocks));
    }
  });
}

/** What to put for the placeholders of commands in running text. */
const FILLED: Record<string, string> = {
  "sallyport init --client <name>": "sallyport init --client cursor",
  "sallyport servers test <name>": "sallyport servers test crm",
  "sallyport keys revoke <old>": "sallyport keys revoke support-bot",
  "sallyport vault forget --value <file>": "sallyport vault forget --value person.txt",
};

const silent = { write: () => true };
const CLI = createProgram(
  { env: {}, cwd: "/", stdin: process.stdin, stdout: silent, stderr: silent },
  () => {},
);

/** A command that is only named: its group, or without what it cannot do without. */
function isOnlyNamed(text: string): boolean {
  const words = text.split(" ").slice(1);
  let command: CliCommand = CLI;
  while (command.commands.length > 0) {
    const next = command.commands.find((child) => child.name() === words[0]);
    if (next === undefined) return true;
    command = next;
    words.shift();
  }
  if (words.some((word) => /^[<[]/.test(word))) return true;
  return words.length === 0 && command.registeredArguments.some(({ required }) => required);
}

describe("commands in running text", () => {
  const inBlocks = new Set(
    PAGES.flatMap((page) => blocksOf(page))
      .filter(({ language }) => language === "sh" || language === "console")
      .flatMap(commandsIn)
      .map(({ text }) => text.replace(/^npx /, "")),
  );
  const seen = new Set<string>();
  const unfilled = new Set(Object.keys(FILLED));
  for (const span of PAGES.flatMap(spansOf)) {
    if (!/^((npx )?sallyport|npm) [a-z-]/.test(span.text)) continue;
    const text = span.text.replace(/^npx /, "");
    if (seen.has(text) || inBlocks.has(text)) continue;
    seen.add(text);
    test(`${span.page}:${span.line}: ${text}`, async () => {
      if (text in FILLED) unfilled.delete(text);
      else if (text.startsWith("sallyport ") && isOnlyNamed(text)) return;
      await runCommand(working.shell, { ...span, text: FILLED[text] ?? text, exits: 0, shows: [] });
    });
  }
  test("every placeholder that is filled in stands on a page", () => assert.deepEqual([...unfilled], []));
});

describe("requests in running text", () => {
  const found = PAGES.flatMap(spansOf).flatMap((span) => {
    const [, method, path] = /^(GET|POST|DELETE) (\/\S*)$/.exec(span.text) ?? [];
    return method === undefined || path === undefined ? [] : [{ ...span, method, path }];
  });
  for (const { page, line, method, path } of found) {
    test(`${page}:${line}: ${method} ${path}`, async () => {
      const [route = ""] = path.split("?");
      assert.ok(
        ROUTES.some((one) => one.method === method && samePath(one.path, route)),
        "there is no such route",
      );
      if (method !== "GET" || route.includes(":")) return;
      await askGateway(path);
    });
  }
});

/** The names of parameters are the page's own. */
const samePath = (described: string, shown: string): boolean =>
  described.replace(/:\w+(\{[^}]*\})?/g, ":") === shown.replace(/:[\w.]+/g, ":");

async function askGateway(path: string): Promise<void> {
  assert.ok(working.shell.gateway);
  const { out: key } = await working.shell.run("cat .sallyport/keys/admin.key");
  const reply = await fetch(new URL(path.replaceAll("…", "contacts"), working.shell.gateway.url), {
    headers: { authorization: `Bearer ${key.trim()}` },
  });
  assert.equal(reply.status, 200, await reply.text());
}
