// The lock file of tools: {"version": 1, "tools": {"crm.get": "<64 hex digits>"}}. Each tool is named as
// `server.tool` with the SHA-256 of its canonical definition. Where the file exists, nothing else exists.

import { readFile } from "node:fs/promises";
import { parseDocument } from "yaml";
import { z } from "zod";
import { didYouMean } from "../did-you-mean.ts";
import { GatewayError } from "../errors.ts";

const MAX_PROBLEMS = 10;
const KEYS = ["version", "tools"];

const lockFile = z.strictObject(
  {
    version: z.literal(1, '"version" must be 1'),
    tools: z.record(
      z.string().regex(/^[A-Za-z0-9_-]{1,64}\..+$/s, "a tool is named as server.tool"),
      z
        .string("a pin is a text of 64 hex digits")
        .regex(/^[0-9a-f]{64}$/, "a pin is 64 lower-case hex digits"),
      '"tools" must be an object of pins by tool',
    ),
  },
  { error: (issue) => (issue.code === "invalid_type" ? "the file must hold one JSON object" : undefined) },
);

/** Undefined when there is no such file: then pins of first sight hold. */
export async function readLockFile(path: string): Promise<Map<string, string> | undefined> {
  const text = await readText(path);
  if (text === undefined) return undefined;
  const parsed = lockFile.safeParse(parseJson(text, path));
  const problems = parsed.success ? [] : parsed.error.issues.map(describeIssue);
  // JSON.parse keeps the last of two equal keys without a word; in a file of pins that hides one of them.
  const repeated = parseDocument(text).errors.some((error) => error.code === "DUPLICATE_KEY");
  if (repeated) problems.push("a key stands in it twice");
  if (parsed.success && problems.length === 0) return new Map(Object.entries(parsed.data.tools));
  const shown = problems.slice(0, MAX_PROBLEMS).join("; ");
  const more = problems.length > MAX_PROBLEMS ? `; and ${problems.length - MAX_PROBLEMS} more problems` : "";
  throw invalid(`${path}: ${shown}${more}.`);
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
