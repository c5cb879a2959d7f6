// Strict YAML: one document, plain data, every key once. What other parsers could read differently is refused.

import type { Document, Node, Pair, YAMLMap, YAMLSeq } from "yaml";
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseAllDocuments } from "yaml";

export type Path = readonly (string | number)[];
export type Place = { line: number; column: number };

/** The parsed content of one file and where each part of it stands. */
export type PolicyText = {
  value: unknown;
  problems: (Place & { message: string })[];
  /** Place of a value, or of the nearest thing around it that exists. */
  placeOf(path: Path): Place;
  placeOfKey(path: Path): Place;
};

type Complaint = (node: unknown, message: string) => void;

export function readPolicyYaml(text: string): PolicyText {
  const lines = new LineCounter();
  const problems: PolicyText["problems"] = [];
  const at = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const complain: Complaint = (node, message) => problems.push({ ...at(startOf(node)), message });
  const documents = parseAllDocuments(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
    merge: false,
    version: "1.2",
    schema: "core",
  });
  const [first, second] = [...documents] as Document.Parsed[];
  if (second)
    problems.push({ ...at(second.range[0]), message: "a policy file holds one document: remove this `---`" });
  for (const error of first?.errors ?? [])
    problems.push({ ...at(error.pos[0]), message: `not valid YAML: ${firstLine(error.message)}` });
  if (!first || first.contents === null) {
    return emptyText([
      ...problems,
      { line: 1, column: 1, message: "the file is empty: start with `policy: 1`" },
    ]);
  }
  checkDirectives(first, complain);
  checkNode(first.contents, [], complain);
  const root = first.contents as Node;
  return {
    value: problems.length === 0 ? first.toJS() : null,
    problems,
    placeOf: (path) => at(startOf(nodeAt(root, path))),
    placeOfKey: (path) => at(startOf(keyAt(root, path))),
  };
}

function emptyText(problems: PolicyText["problems"]): PolicyText {
  const start = () => ({ line: 1, column: 1 });
  return { value: null, problems, placeOf: start, placeOfKey: start };
}

function checkDirectives(document: Document.Parsed, complain: Complaint): void {
  const { yaml, tags } = document.directives;
  // `%YAML 1.1` would turn `no` into false.
  if (yaml.explicit || Object.keys(tags).length > 1)
    complain(null, "directives (lines that start with %) are not allowed");
}

function checkNode(node: unknown, path: Path, complain: Complaint): void {
  checkProperties(node as { anchor?: string; tag?: string } | null, node, complain);
  if (isAlias(node)) complain(node, "aliases (*name) are not allowed: write the value out");
  else if (isMap(node)) checkMap(node, path, complain);
  else if (isSeq(node)) checkList(node, path, complain);
  else if (isScalar(node) && typeof node.value === "number") checkNumber(node.value, node, complain);
}

/** Keys of a test that hold a tool's data, or all labels there are. */
const TEST_DATA: ReadonlySet<string> = new Set(["args", "value", "gives", "labels"]);

function checkList(list: YAMLSeq, path: Path, complain: Complaint): void {
  // What a tool takes and gives is its own business; everywhere else an empty list hides a mistake.
  const isTestData = path[0] === "tests" && TEST_DATA.has(String(path[2]));
  if (list.items.length === 0 && !isTestData)
    complain(list, "empty list: remove the key or name at least one entry");
  for (const [index, item] of list.items.entries()) checkNode(item, [...path, index], complain);
}

function checkProperties(
  node: { anchor?: string; tag?: string } | null,
  where: unknown,
  complain: Complaint,
): void {
  if (node?.anchor)
    complain(where, `anchors (&${node.anchor}) are not allowed: write the value out where it is needed`);
  if (node?.tag)
    complain(
      where,
      `tags (${node.tag.replace("tag:yaml.org,2002:", "!!")}) are not allowed: plain data only`,
    );
}

function checkNumber(value: number, node: unknown, complain: Complaint): void {
  if (!Number.isFinite(value)) complain(node, "this is no finite number");
  else if (Number.isInteger(value) && !Number.isSafeInteger(value))
    complain(node, "this number is too large to be exact");
}

function checkMap(map: YAMLMap, path: Path, complain: Complaint): void {
  const seen = new Map<string, string>();
  for (const pair of map.items as Pair<unknown, unknown>[]) {
    const key = isScalar(pair.key) ? pair.key.value : null;
    if (typeof key !== "string") {
      complain(
        pair.key ?? map,
        isScalar(pair.key)
          ? `the key ${String(key)} is no text: put it in quotes`
          : "a key must be a plain text",
      );
      continue;
    }
    checkProperties(pair.key as { anchor?: string; tag?: string }, pair.key, complain);
    if (key === "<<") complain(pair.key, "merge keys (<<) are not allowed: write the values out");
    if (key === "__proto__") complain(pair.key, 'the key "__proto__" is not allowed');
    const folded = key.toLowerCase();
    const before = seen.get(folded);
    if (before === key) complain(pair.key, `duplicate key "${key}"`);
    else if (before !== undefined)
      complain(pair.key, `the keys "${before}" and "${key}" differ only in upper and lower case`);
    seen.set(folded, before ?? key);
    checkNode(pair.value, [...path, key], complain);
  }
}

function pairAt(node: unknown, key: string | number | undefined): Pair<unknown, unknown> | undefined {
  if (!isMap(node)) return undefined;
  return (node.items as Pair<unknown, unknown>[]).find(
    (pair) => isScalar(pair.key) && pair.key.value === key,
  );
}

function nodeAt(root: Node, path: Path): unknown {
  let node: unknown = root;
  for (const [depth, step] of path.entries()) {
    const pair = pairAt(node, step);
    const next = isSeq(node) ? node.items[Number(step)] : pair?.value;
    if (next === undefined || next === null) return pair?.key ?? node;
    // An empty value has no place worth showing: its key has one.
    if (isScalar(next) && next.value === null && depth === path.length - 1) return pair?.key ?? next;
    node = next;
  }
  return node;
}

function keyAt(root: Node, path: Path): unknown {
  const parent = nodeAt(root, path.slice(0, -1));
  return pairAt(parent, path[path.length - 1])?.key ?? parent;
}

function startOf(node: unknown): number {
  return (node as { range?: [number, number, number] } | null)?.range?.[0] ?? 0;
}

function firstLine(text: string): string {
  return text.split("\n")[0]?.trim() ?? "";
}
