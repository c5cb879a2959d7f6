// One schema issue as one sentence with the nearest valid word.

import type * as z from "zod";
import { didYouMean, suggest } from "../../text/did-you-mean.ts";
import type { Path, PolicyText } from "./read-policy-yaml.ts";

export type Complaint = { path: Path; onKey: boolean; message: string };

export function describeIssues(
  issues: readonly z.core.$ZodIssue[],
  schema: z.ZodType,
  text: PolicyText,
): Complaint[] {
  return withoutEchoes(issues).flatMap((issue) => describeIssue(issue, schema, text));
}

// A misspelled key makes its map look as if something were missing or empty: one mistake, one sentence.
function withoutEchoes(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const unknown = issues.filter((issue) => issue.code === "unrecognized_keys");
  return issues.filter((issue) => {
    if (issue.code === "custom") return !unknown.some((other) => samePath(other.path, issue.path));
    if (issue.code === "unrecognized_keys") return true;
    const key = String(issue.path[issue.path.length - 1]);
    const around = issue.path.slice(0, -1);
    return !unknown.some(
      (other) =>
        samePath(other.path, around) && other.keys.some((word) => didYouMean(word, [key]) !== undefined),
    );
  });
}

function samePath(a: readonly PropertyKey[], b: readonly PropertyKey[]): boolean {
  return a.length === b.length && a.every((step, index) => step === b[index]);
}

function describeIssue(issue: z.core.$ZodIssue, schema: z.ZodType, text: PolicyText): Complaint[] {
  const path = issue.path as Path;
  const here = (message: string): Complaint[] => [{ path, onKey: false, message }];
  switch (issue.code) {
    case "unrecognized_keys": {
      const known = keysAt(schema, path);
      return issue.keys.map((key) => ({
        path: [...path, key],
        onKey: true,
        message: `unknown key "${key}"${suggest(key, known)}`,
      }));
    }
    case "invalid_key":
      return issue.issues.map((inner) => ({ path, onKey: true, message: inner.message }));
    case "invalid_value":
      return here(describeValue(issue, path, text));
    case "invalid_type":
      return here(describeType(issue.expected, path, text));
    case "too_small":
      return here(
        issue.origin === "array" ? "too few entries in this list" : `this must be at least ${issue.minimum}`,
      );
    case "too_big":
      return here(
        issue.origin === "string"
          ? `this text is longer than ${issue.maximum}`
          : `this must be at most ${issue.maximum}`,
      );
    case "invalid_union": {
      const inner = issue.errors.find((list) => list.some((one) => one.code !== "invalid_type"))?.[0];
      return here(
        inner?.message ??
          (issue.message.startsWith("Invalid input")
            ? "this must be a text or a list of texts"
            : issue.message),
      );
    }
    default:
      return here(issue.message);
  }
}

function describeValue(issue: z.core.$ZodIssueInvalidValue, path: Path, text: PolicyText): string {
  const found = valueAt(text.value, path);
  const values = issue.values.map(String);
  if (found === undefined) return `the key "${String(path[path.length - 1])}" is missing`;
  if (values.length > 1)
    return `${show(found)} is not one of the words that may stand here${suggest(String(found), values)}`;
  return issue.message.startsWith("Invalid input") ? `this must be ${values[0]}` : issue.message;
}

const TYPE_WORDS: Record<string, string> = {
  array: "a list",
  object: "a map of keys and values",
  record: "a map of keys and values",
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  tuple: "a list of two numbers",
};

function describeType(expected: string, path: Path, text: PolicyText): string {
  const found = valueAt(text.value, path);
  const key = path[path.length - 1];
  if (found === undefined && typeof key === "string") return `the key "${key}" is missing`;
  const wanted = TYPE_WORDS[expected] ?? expected;
  if (found === null) return `"${String(key)}" has no value: give it ${wanted} or remove it`;
  return `this must be ${wanted}`;
}

function show(value: unknown): string {
  return typeof value === "string"
    ? `"${value}"`
    : Array.isArray(value)
      ? "a list"
      : typeof value === "object"
        ? "a map"
        : String(value);
}

function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const step of path) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

type Definition = {
  type: string;
  shape?: Record<string, z.ZodType>;
  innerType?: z.ZodType;
  element?: z.ZodType;
  valueType?: z.ZodType;
  keyType?: z.ZodType & { options?: readonly string[] };
  options?: readonly z.ZodType[];
  getter?: () => z.ZodType;
};

/** The keys that the schema knows at a path: objects by their shape, records by the words of their keys. */
function keysAt(schema: z.ZodType, path: Path): string[] {
  const definition = unwrapped(schema);
  const [step, ...rest] = path;
  if (step === undefined)
    return definition.shape ? Object.keys(definition.shape) : [...(definition.keyType?.options ?? [])];
  const next = definition.shape?.[step] ?? definition.element ?? definition.valueType;
  return next ? keysAt(next, rest) : [];
}

function unwrapped(schema: z.ZodType): Definition {
  let definition = schema.def as unknown as Definition;
  for (let steps = 0; steps < 8 && (definition.innerType || definition.getter); steps++) {
    const inner = definition.innerType ?? definition.getter?.();
    if (inner) definition = inner.def as unknown as Definition;
  }
  return definition;
}
