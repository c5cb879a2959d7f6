// The house rules of docs/architecture.md: doors, arrows, single importers and the size of rooms.

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const STAGES = ["admit", "analyze", "decide", "execute", "protect", "record"];
/** Rooms of the connecting files: each belongs to the file beside it and is entered from the connecting files only. */
const JOINING = ["compose", "run", "call", "passing", "services"];
/** Small tools on text and JSON: any folder may use them; they use nothing of ours but the vocabulary. */
const TEXT = "text";
const CONNECTORS = /^src\/([a-z-]+\.ts$|(compose|run|call|passing|services)\/)/;
const MOST_LINES = 300;

type Import = { from: string; to: string };
type Source = { path: string; text: string; imports: Import[]; packages: string[] };

function readSource(path: string): Source {
  const text = readFileSync(join(ROOT, path), "utf8");
  const specifiers = [
    ...text.matchAll(/^(?:import|export)\b[^;]*?from "([^"]+)"|\bimport\("([^"]+)"\)/gm),
  ].map((match) => match[1] ?? match[2] ?? "");
  const local = specifiers.filter((specifier) => specifier.startsWith("."));
  const imports = local.map((specifier) => ({ from: path, to: normalize(join(dirname(path), specifier)) }));
  return { path, text, imports, packages: specifiers.filter((specifier) => !specifier.startsWith(".")) };
}

const sources = globSync("src/**/*.{ts,js}", { cwd: ROOT }).sort().map(readSource);
const imports = sources.flatMap((source) => source.imports);

function folderOf(path: string): string | null {
  return /^src\/([a-z-]+)\//.exec(path)?.[1] ?? null;
}

/** Surfaces are several folders under one roof, storage has one folder per database: their doors are inside. */
function isDoor(path: string): boolean {
  const [, folder, ...rest] = path.split("/");
  if (JOINING.includes(folder ?? "") || folder === TEXT) return true;
  if (folder === "surfaces")
    return /^(http\/app|http\/listen|mcp\/mcp|cli\/[a-z-]+)\.ts$/.test(rest.join("/"));
  return rest.join("/") === `${folder}.ts`;
}

describe("the house", () => {
  test("holds the sources that the rules are about", () => {
    assert.ok(sources.length > 100, `only ${sources.length} files were found`);
    assert.ok(imports.length > 300, `only ${imports.length} imports were found`);
  });

  test("a folder is entered only by its door", () => {
    const around = imports.filter(({ from, to }) => {
      const folder = folderOf(to);
      return folder !== null && folder !== folderOf(from) && !isDoor(to);
    });
    assert.deepEqual(around, []);
  });

  test("stages do not import each other", () => {
    const crossing = imports.filter(({ from, to }) => {
      const [own, other] = [folderOf(from), folderOf(to)];
      return own !== other && STAGES.includes(own ?? "") && STAGES.includes(other ?? "");
    });
    assert.deepEqual(crossing, []);
  });

  test("nothing below the connecting files imports one that builds or joins stages", () => {
    const joining = ["compose", "pipeline", "tool-gate", "direct-call", "pass-through"].map(
      (name) => `src/${name}.ts`,
    );
    const upward = imports.filter(({ from, to }) => {
      const joins = joining.includes(to) || JOINING.includes(folderOf(to) ?? "");
      return joins && !CONNECTORS.test(from) && folderOf(from) !== "surfaces";
    });
    assert.deepEqual(upward, []);
  });

  test("only compose.ts takes the steps of the start", () => {
    const outside = imports.filter(({ from, to }) => {
      return folderOf(to) === "compose" && folderOf(from) !== "compose" && from !== "src/compose.ts";
    });
    assert.deepEqual(outside, []);
  });

  test("gate, pipeline and the other ways to a tool are built by the steps of the start only", () => {
    const building =
      /^import \{[^}]*\bcreate(?:ToolGate|Pipeline|DirectCalls|PassThroughs|Catalog|Protector|Approvals)\b/m;
    const builders = sources.filter(({ text }) => building.test(text)).map(({ path }) => path);
    assert.deepEqual(builders, [
      "src/compose/join-stages.ts",
      "src/compose/open-protection.ts",
      "src/compose/open-tools.ts",
    ]);
  });

  test("the tools on text know nothing of the house", () => {
    const knowing = imports.filter(({ from, to }) => {
      const allowed = folderOf(to) === TEXT || to === "src/vocabulary.ts";
      return folderOf(from) === TEXT && !allowed;
    });
    assert.deepEqual(knowing, []);
  });

  test("surfaces never reach past the gateway to the stages that run code, decide calls, protect or store", () => {
    const reaching = imports.filter(({ from, to }) => {
      if (!/^src\/surfaces\/(http|mcp)\//.test(from)) return false;
      return ["execute", "protect", "decide", "analyze", "upstreams"].includes(folderOf(to) ?? "");
    });
    assert.deepEqual(reaching, []);
  });

  test("an import cycle never crosses folders", () => {
    const arrows = new Map<string, Set<string>>();
    for (const { path, imports: own, text } of sources) {
      for (const { to } of own) {
        const [from, target] = [folderOf(path), folderOf(to)];
        if (from === null || target === null || from === target || !text.includes("import {")) continue;
        if (JOINING.includes(from) && JOINING.includes(target)) continue;
        arrows.set(from, (arrows.get(from) ?? new Set()).add(target));
      }
    }
    const back = [...arrows].flatMap(([from, targets]) =>
      [...targets].filter((to) => arrows.get(to)?.has(from)).map((to) => `${from} ⇄ ${to}`),
    );
    assert.deepEqual(back, []);
  });

  const SINGLE_IMPORTERS: [pattern: RegExp, folder: string][] = [
    [/^better-sqlite3$/, "src/storage/"],
    [/^pg$/, "src/storage/"],
    [/^@modelcontextprotocol\/client/, "src/upstreams/"],
    [/^@modelcontextprotocol\/(server|hono)/, "src/surfaces/mcp/"],
    [/^@babel\//, "src/analyze/"],
    [/^libphonenumber-js/, "src/protect/"],
    [/^commander$/, "src/surfaces/cli/"],
    [/^minisearch$/, "src/catalog/"],
  ];
  for (const [pattern, folder] of SINGLE_IMPORTERS) {
    test(`${pattern.source} is imported only below ${folder}`, () => {
      const foreign = sources.filter(
        ({ path, packages }) => !path.startsWith(folder) && packages.some((name) => pattern.test(name)),
      );
      assert.deepEqual(
        foreign.map(({ path }) => path),
        [],
      );
    });
  }

  test("only one file of the worker loads isolated-vm, and nothing imports it by name", () => {
    const naming = sources.filter(({ packages }) => packages.includes("isolated-vm")).map(({ path }) => path);
    assert.deepEqual(naming, []);
    const loading = sources.filter(({ text }) => /process\.dlopen/.test(text)).map(({ path }) => path);
    assert.deepEqual(loading, ["src/execute/isolated-vm-addon.ts"]);
  });

  test(`no source file is longer than ${MOST_LINES} lines`, () => {
    const long = sources.filter(({ text }) => text.split("\n").length > MOST_LINES).map(({ path }) => path);
    assert.deepEqual(long, []);
  });

  test("no file has a name that says nothing", () => {
    const vague = sources.filter(({ path }) =>
      /\/(util|helper|manager|common|misc|shared|type)s?\.(ts|js)$/.test(path),
    );
    assert.deepEqual(vague, []);
  });
});
