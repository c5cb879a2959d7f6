// What each tool accepts. Unknown arguments are errors: a misspelled option must not be ignored silently.

import { z } from "zod";
import { DETAILS, type ToolSearch } from "../../catalog/catalog.ts";
import { GatewayError } from "../../errors.ts";
import { didYouMean } from "../../text/did-you-mean.ts";
import { parseOneReading } from "../../text/one-reading.ts";
import type { JsonValue } from "../../vocabulary.ts";
import {
  CALL_TOOL,
  DEFAULT_SEARCH_LIMIT,
  MAX_SEARCH_LIMIT,
  MAX_TIMEOUT_MS,
  RUN_CODE,
  SEARCH_TOOLS,
} from "./tool-list.ts";

/** Models write numbers as text now and then. */
export function wholeNumber(most: number) {
  const fromText = (value: unknown) =>
    typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return z.preprocess(fromText, z.number().int().min(1).max(most));
}

const searchArguments = z.strictObject({
  query: z.string().max(500).default(""),
  detail: z.enum(DETAILS).default("with_description"),
  server: z.string().optional(),
  limit: wholeNumber(MAX_SEARCH_LIMIT).default(DEFAULT_SEARCH_LIMIT),
  cursor: z.string().optional(),
  schema: z.boolean().optional(),
});

const runArguments = z.strictObject({
  code: z.string().min(1, "it must not be empty"),
  context: z.custom<JsonValue>((value) => value !== undefined).optional(),
  session: z.string().optional(),
  timeoutMs: wholeNumber(MAX_TIMEOUT_MS).optional(),
});

const callArguments = z.strictObject({
  name: z.string().min(1, "it must not be empty"),
  // Some models write the object as its JSON text.
  arguments: z.preprocess(parsedText, z.record(z.string(), z.unknown())).default({}),
  session: z.string().optional(),
});

export type CallArguments = { name: string; arguments: Record<string, unknown>; session?: string };

export type RunArguments = { code: string; context?: JsonValue; session?: string; timeoutMs?: number };

export function parsedText(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return parseOneReading(value);
  } catch {
    return value;
  }
}

export function readCallArguments(given: unknown): CallArguments {
  return readArguments(CALL_TOOL.name, given, callArguments) as CallArguments;
}

export function readSearchArguments(given: unknown): ToolSearch {
  return readArguments(SEARCH_TOOLS.name, given, searchArguments) as ToolSearch;
}

export function readRunArguments(given: unknown): RunArguments {
  return readArguments(RUN_CODE.name, given, runArguments) as RunArguments;
}

export function readArguments<S extends z.ZodObject>(
  tool: string,
  given: unknown,
  shape: S,
): Given<z.infer<S>> {
  const args = withoutEmpty((given ?? {}) as Record<string, unknown>);
  const parsed = shape.safeParse(args);
  if (parsed.success) return withoutEmpty(parsed.data) as Given<z.infer<S>>;
  const issue = parsed.error.issues[0];
  if (issue?.code === "unrecognized_keys") {
    throw unknownArgument(tool, String(issue.keys[0]), Object.keys(shape.shape));
  }
  throw wrongArgument(tool, args, issue);
}

type Given<T> = { [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name] } & {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>;
};

/** Models write null for what they leave out. */
function withoutEmpty(args: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).filter(([, value]) => value !== undefined && value !== null),
  );
}

function unknownArgument(tool: string, name: string, known: string[]): GatewayError {
  const near = didYouMean(name, known);
  return new GatewayError("BAD_REQUEST", `${tool} has no argument "${name.slice(0, 64)}".`, {
    hint: near ? `Did you mean "${near}"?` : `It takes ${known.join(", ")}.`,
  });
}

function wrongArgument(
  tool: string,
  args: Record<string, unknown>,
  issue: z.core.$ZodIssue | undefined,
): GatewayError {
  const name = String(issue?.path[0] ?? "arguments");
  if (!Object.hasOwn(args, name)) {
    return new GatewayError("BAD_REQUEST", `${tool} needs the argument "${name}".`);
  }
  const options = issue?.code === "invalid_value" ? issue.values.map(String) : [];
  const near = didYouMean(String(args[name]), options);
  return new GatewayError("BAD_REQUEST", `The argument "${name}" of ${tool} is wrong: ${issue?.message}.`, {
    ...(near ? { hint: `Did you mean "${near}"?` } : {}),
  });
}
