// What the documents say is there: every file they name, every command they show, every code and setting.

import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { PERMISSIONS } from "../src/admit/admit.ts";
import { ERROR_CODES } from "../src/errors.ts";
import { TRAIL_VIEWS } from "../src/storage/storage.ts";
import { createProgram } from "../src/surfaces/cli/program.ts";
import { ROUTES } from "../src/surfaces/http/route-descriptions.ts";
import { PII_CLASSES, ROLES } from "../src/vocabulary.ts";

/** Classes that pages make up to show how a policy adds one. */
const EXAMPLE_CLASSES = ["EMPLOYEE_ID", "CUSTOMER_NO"];

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const PAGES = [
  ...globSync("docs/**/*.md", { cwd: ROOT }),
  "README.md",
  "SECURITY.md",
  "CONTRIBUTING.md",
].sort();
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

/** Each `sallyport …` of a page, in a code span or at the start of a line of a block, as words. */
function commandsIn(text: string): string[][] {
  const found = [
    ...text.matchAll(/`(?:npx )?sallyport ([a-z][^`\n]*)`/g),
    ...text.matchAll(/^(?:\$ )?(?:npx )?sallyport ([a-z].*)$/gm),
  ];
  return found.map(([, line = ""]) => wordsOf(line));
}

const wordsOf = (line: string): string[] =>
  line.split(/ [#>|] | && | -- /)[0]?.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];

function helpsOf(command: Command): string[] {
  let help = "";
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  return [help, ...command.commands.flatMap(helpsOf)];
}

function problemWith(program: Command, words: string[], page: string): string[] {
  let command = program;
  const rest = [...words];
  while (command.commands.length > 0) {
    const next = command.commands.find((child) => child.name() === rest[0]);
    if (next === undefined)
      return rest[0]?.match(/^[a-z-]+$/) ? [`${page}: sallyport ${words.join(" ")}`] : [];
    command = next;
    rest.shift();
  }
  const flags = command.options.flatMap(({ long, short }) => [long, short]);
  const wrong = rest.filter(
    (word) => /^--[a-z]/.test(word) && !flags.includes(word.split("=")[0]) && word !== "--help",
  );
  return wrong.map((flag) => `${page}: sallyport ${words.join(" ")} (${flag})`);
}

/** `POST /a`, `/b` are two routes, and `GET`, `DELETE /c` too. */
function routesOfCell(cell: string): string[] {
  const routes: string[] = [];
  const methods: string[] = [];
  for (const [, text = ""] of cell.matchAll(/`([^`]+)`/g)) {
    const [, method, path] = /^([A-Z]+)?(?: ?(\/\S*))?$/.exec(text) ?? [];
    if (method !== undefined) methods.push(method);
    if (path === undefined) continue;
    const [last = ""] = routes.slice(-1);
    const isSibling = method === undefined;
    for (const one of isSibling ? [last.split(" ")[0]] : methods.splice(0))
      routes.push(`${one} ${isSibling ? last.split(" ")[1]?.replace(/\/[^/]*$/, path) : path}`);
  }
  return routes;
}

const withoutNames = (path: string): string => path.replace(/:[\w.]+(\{[^}]*\})?/g, ":");

describe("documents", () => {
  test("are found", () => assert.ok(PAGES.length >= 12, PAGES.join(", ")));

  for (const page of PAGES) {
    const text = read(page);

    test(`${page} links only to what exists`, () => {
      const prose = text.replace(/^(`{3,})[\s\S]*?^\1$/gm, "");
      const links = [...prose.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target]) => target ?? "");
      const broken = links.filter(
        (link) => !/^https?:/.test(link) && !existsSync(join(ROOT, dirname(page), link)),
      );
      assert.deepEqual(broken, []);
    });

    test(`${page} names only files and folders that exist`, () => {
      const named = [
        ...text.matchAll(/`((?:src|test|docs|bench|examples|policies|scripts|bin)\/[\w./-]*\w\/?)`/g),
      ];
      const missing = named.map(([, path]) => path ?? "").filter((path) => !existsSync(join(ROOT, path)));
      assert.deepEqual(missing, []);
    });

    test(`${page} shows only npm scripts that exist`, () => {
      const shown = [...text.matchAll(/npm (?:run (?:--silent )?)?([a-z:-]+)/g)].map(
        ([, name]) => name ?? "",
      );
      const builtIn = ["ci", "pack", "install", "scripts", "packages", "package", "audit", "init"];
      assert.deepEqual(
        shown.filter((name) => !builtIn.includes(name) && !(name in scripts)),
        [],
      );
    });

    test(`${page} uses only error codes of the table`, () => {
      const codes = [...text.matchAll(/`([A-Z]{2,}_[A-Z_]+)`/g)].map(([, code]) => code ?? "");
      const settings = /^(SALLYPORT_|NO_COLOR|MAIL_LOG)/;
      const classes: readonly string[] = [...PII_CLASSES, ...EXAMPLE_CLASSES];
      const unknown = codes.filter(
        (code) => !(code in ERROR_CODES) && !settings.test(code) && !classes.includes(code),
      );
      assert.deepEqual(unknown, []);
    });
  }

  test("show only commands and flags that the command line has", () => {
    const silent = { write: () => true };
    const cli = { env: {}, cwd: "/", stdin: process.stdin, stdout: silent, stderr: silent };
    const program = createProgram(cli, () => {});
    const unknown = PAGES.flatMap((page) =>
      commandsIn(read(page)).flatMap((words) => problemWith(program, words, page)),
    );
    const examples = helpsOf(program).flatMap((help) =>
      [...help.matchAll(/^ +\$ (?:.*\| )?sallyport ([a-z].*)$/gm)].map(([, line = ""]) => wordsOf(line)),
    );
    assert.ok(examples.length > 40, `only ${examples.length} examples in the helps`);
    assert.deepEqual([...unknown, ...examples.flatMap((words) => problemWith(program, words, "help"))], []);
  });

  test("the auditors' guide lists exactly the views that there are, with their columns", () => {
    const listed = [...read("docs/auditors-guide.md").matchAll(/^\| `(\w+)` \| `([\w, ]+)` \|$/gm)];
    assert.deepEqual(
      listed.map(([, name, columns]) => ({ name, columns })),
      TRAIL_VIEWS.map(({ name, columns }) => ({ name, columns })),
    );
  });

  test("docs/http.md lists every route, with the roles that it lets in", () => {
    const rows = [...read("docs/http.md").matchAll(/^\| (`[^|]+) \| ([^|]+) \|/gm)].flatMap(
      ([, cell = "", roles = ""]) =>
        routesOfCell(cell).map((route) => ({ route: withoutNames(route), roles })),
    );
    const described = ROUTES.map(({ method, path, needs }) => ({
      route: `${method} ${withoutNames(path)}`,
      needs,
    }));
    assert.deepEqual(rows.map(({ route }) => route).sort(), described.map(({ route }) => route).sort());
    for (const { route, needs } of described) {
      const roles = rows.find((row) => row.route === route)?.roles ?? "";
      if (needs === "none" || needs === "any") assert.equal(roles, needs, route);
      else if (needs !== "reveal tokens")
        assert.deepEqual(
          ROLES.filter((role) => new RegExp(`\\b${role}\\b`).test(roles)),
          ROLES.filter((role) => (PERMISSIONS[needs] as readonly string[]).includes(role)),
          route,
        );
    }
  });

  test("each decision has a number of its own, in its name and title, and a row in the table", () => {
    const names = globSync("docs/decisions/[0-9]*.md", { cwd: ROOT }).sort();
    const index = read("docs/decisions/README.md");
    assert.deepEqual(
      names.map((path) => Number(basename(path).slice(0, 4))),
      names.map((_, place) => place + 1),
    );
    for (const path of names) {
      const file = basename(path);
      const [, number, title] = /^# (\d+)\. (.+)$/m.exec(read(path)) ?? [];
      assert.equal(Number(number), Number(file.slice(0, 4)), path);
      assert.ok(index.includes(`| ${file.slice(0, 4)} | [${title}](${file}) | `), `${path} has no row`);
    }
  });

  test("the two commands of the README are the ones that CI runs", () => {
    assert.match(read("README.md"), /^npm ci && npm run demo$/m);
    assert.match(read("README.md"), /^npm ci && npm test$/m);
    assert.match(read(".ci/run"), /^npm ci && npm test$/m);
  });
});
