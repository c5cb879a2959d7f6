// The lock file of tools: {"version": 1, "tools": {"crm.get": {"sha256": "<64 hex digits>", "definition": {…}}}}.
// Each tool is named as `server.tool` with the SHA-256 of its canonical definition, and the definition itself, so
// that policies can be checked without the servers. A bare hash is accepted too. Where the file exists, nothing
// else exists.

import { randomBytes } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { parseDocument } from "yaml";
import { z } from "zod";
import { GatewayError } from "../errors.ts";
import { didYouMean } from "../text/did-you-mean.ts";
import type { JsonObject, ToolDefinition } from "../vocabulary.ts";
import { pinOf } from "./pin-tools.ts";

const MAX_PROBLEMS = 10;
const KEYS = ["version", "tools"];

/** `definition` is null where the file holds the hash alone. */
export type LockedTool = { sha256: string; definition: ToolDefinition | null };

const pin = z
  .string("a pin is a text of 64 hex digits")
  .regex(/^[0-9a-f]{64}$/, "a pin is 64 lower-case hex digits");

const jsonObject = z.record(z.string(), z.json(), "this must be an object");

const lockedTool = z.strictObject({
  sha256: pin,
  definition: z.strictObject({
    title: z.string().optional(),
    description: z.string(),
    inputSchema: jsonObject,
    outputSchema: jsonObject.optional(),
    annotations: jsonObject.optional(),
  }),
});

const lockFile = z.strictObject(
  {
    version: z.literal(1, '"version" must be 1'),
    tools: z.record(
      z.string().regex(/^[A-Za-z0-9_-]{1,64}\..+$/s, "a tool is named as server.tool"),
      z.unknown().transform((entry, context) => readEntry(entry, context)),
      '"tools" must be an object of pins by tool',
    ),
  },
  { error: (issue) => (issue.code === "invalid_type" ? "the file must hold one JSON object" : undefined) },
);

/** Undefined when there is no such file: then pins of first sight hold. */
export async function readLockFile(path: string): Promise<Map<string, string> | undefined> {
  const tools = await readToolLock(path);
  return tools && new Map([...tools].map(([id, { sha256 }]) => [id, sha256]));
}

/** The same with definitions. A definition that is not the one its hash was made of is a problem of the file. */
export async function readToolLock(path: string): Promise<Map<string, LockedTool> | undefined> {
  const text = await readText(path);
  if (text === undefined) return undefined;
  const parsed = lockFile.safeParse(parseJson(text, path));
  const problems = parsed.success ? [] : parsed.error.issues.map(describeIssue);
  // JSON.parse keeps the last of two equal keys without a word; in a file of pins that hides one of them.
  const repeated = parseDocument(text).errors.some((error) => error.code === "DUPLICATE_KEY");
  if (repeated) problems.push("a key stands in it twice");
  const tools = new Map(
    Object.entries(parsed.data?.tools ?? {}).map(([id, entry]) => [id, lockedOf(id, entry)]),
  );
  for (const [id, { sha256, definition }] of tools)
    if (definition && pinOf(definition) !== sha256)
      problems.push(`"${id}": the definition is not the one that was pinned`);
  if (parsed.success && problems.length === 0) return tools;
  const shown = problems.slice(0, MAX_PROBLEMS).join("; ");
  const more = problems.length > MAX_PROBLEMS ? `; and ${problems.length - MAX_PROBLEMS} more problems` : "";
  throw invalid(`${path}: ${shown}${more}.`);
}

type Entry = z.infer<typeof lockedTool> | string;

/** A hash alone, or hash and definition: told apart first, so that a mistake gets one sentence and not two. */
function readEntry(entry: unknown, context: z.core.$RefinementCtx): Entry {
  const shaped =
    typeof entry === "object" && entry !== null ? lockedTool.safeParse(entry) : pin.safeParse(entry);
  if (shaped.success) return shaped.data;
  const [issue] = shaped.error.issues;
  context.addIssue({ code: "custom", message: issue ? describeIssue(issue) : "this is no pin" });
  return z.NEVER;
}

function lockedOf(id: string, entry: Entry): LockedTool {
  if (typeof entry === "string") return { sha256: entry, definition: null };
  const dot = id.indexOf(".");
  const { title, outputSchema, annotations, ...needed } = entry.definition;
  const definition: ToolDefinition = {
    server: id.slice(0, dot),
    name: id.slice(dot + 1),
    ...(needed as { description: string; inputSchema: JsonObject }),
    ...(title !== undefined && { title }),
    ...(outputSchema && { outputSchema: outputSchema as JsonObject }),
    ...(annotations && { annotations: annotations as JsonObject }),
  };
  return { sha256: entry.sha256, definition };
}

/** Sorted by name, so that reviews see what changed; replaced in one step, so that no reader sees half of it. */
export async function writeToolLock(path: string, tools: ReadonlyMap<string, LockedTool>): Promise<void> {
  const entries = [...tools]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { sha256, definition }]) => {
      if (!definition) return [id, sha256];
      const { title, description, inputSchema, outputSchema, annotations } = definition;
      return [id, { sha256, definition: { title, description, inputSchema, outputSchema, annotations } }];
    });
  const text = `${JSON.stringify({ version: 1, tools: Object.fromEntries(entries) }, null, 2)}\n`;
  const temporary = `${path}.${randomBytes(6).toString("hex")}.new`;
  try {
    await writeFile(temporary, text, { flag: "wx" });
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true });
    throw new GatewayError("SETTINGS_INVALID", `${path}: the lock file cannot be written.`, { cause });
  }
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined;
    // A lock file that is there but cannot be read must not count as "no lock file".
    throw invalid(`${path}: the lock file cannot be read.`, cause);
  }
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const place = /line (\d+) column (\d+)/.exec(cause instanceof Error ? cause.message : "");
    const where = place === null ? path : `${path}:${place[1]}:${place[2]}`;
    throw invalid(`${where}: this is not valid JSON.`, cause);
  }
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys") {
    const [key = ""] = issue.keys;
    const near = didYouMean(key, KEYS);
    return `unknown key "${key}"${near === undefined ? "" : `; did you mean "${near}"?`}`;
  }
  const message = issue.code === "invalid_key" ? (issue.issues[0]?.message ?? issue.message) : issue.message;
  const [section, tool] = issue.path;
  return section === "tools" && tool !== undefined ? `"${String(tool)}": ${message}` : message;
}

function invalid(message: string, cause?: unknown): GatewayError {
  return new GatewayError("SETTINGS_INVALID", message, {
    hint: 'The file is {"version": 1, "tools": {"server.tool": "<sha256 in hex>"}}; remove it to pin at first sight.',
    cause,
  });
}
