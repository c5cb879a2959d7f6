// Words of the command line → values, each with a sentence for the person who mistyped one.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { didYouMean } from "../../text/did-you-mean.ts";
import { type JsonValue, PII_CLASSES } from "../../vocabulary.ts";
import type { Cli } from "./cli.ts";
import { UsageError } from "./usage-error.ts";

const UNIT_MS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const LONGEST_RUN_MS = UNIT_MS["h"] ?? 0;

/** `500ms`, `30s`, `2m`, at most an hour. */
export function readTimeout(text: string): number {
  const ms = durationMs(text);
  if (ms !== null && ms >= 1 && ms <= LONGEST_RUN_MS) return ms;
  throw new UsageError(
    `--timeout "${text}" is no time from 1ms to 1h.`,
    'Write it like "500ms", "30s" or "2m".',
  );
}

/** A time as ISO text (`2026-09-29`, `2026-09-29T08:00:00Z`), or a time ago (`2h`, `3d`). */
export function readMoment(flag: string, text: string, now: Date): string {
  const ago = durationMs(text);
  const isIso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text);
  const moment = ago !== null ? new Date(now.getTime() - ago) : new Date(isIso ? text : Number.NaN);
  if (!Number.isNaN(moment.getTime())) return moment.toISOString();
  throw new UsageError(
    `${flag} "${text}" is no time.`,
    'Write a time ago like "30m", "2h" or "3d", or a date like "2026-09-29" or "2026-09-29T08:00:00Z".',
  );
}

function durationMs(text: string): number | null {
  const parts = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text);
  return parts ? Number(parts[1]) * (UNIT_MS[parts[2] ?? ""] ?? Number.NaN) : null;
}

export function readCount(flag: string, text: string, range: { min: number; max: number }): number {
  const count = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (count >= range.min && count <= range.max) return count;
  throw new UsageError(`${flag} "${text}" is no whole number from ${range.min} to ${range.max}.`);
}

export function readWord<T extends string>(flag: string, text: string, known: readonly T[]): T {
  const found = known.find((word) => word === text);
  if (found !== undefined) return found;
  const near = didYouMean(text, known);
  throw new UsageError(
    `${flag} does not take "${text}".`,
    near ? `Did you mean "${near}"?` : `It takes: ${known.join(", ")}.`,
  );
}

/** A class of personal data: a built-in one, or one that a policy adds. What is nearly a built-in one is a slip. */
export function readClass(flag: string, text: string): string {
  const isOwn = /^[A-Z][A-Z0-9_]*$/.test(text) && didYouMean(text, PII_CLASSES) === undefined;
  return isOwn ? text : readWord(flag, text, PII_CLASSES);
}

/** The text itself is not repeated in the message: it may hold personal data. */
export function readJson(flag: string, text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    const place = /line \d+ column \d+|position \d+/.exec(cause instanceof Error ? cause.message : "")?.[0];
    throw new UsageError(
      `${flag} is not valid JSON${place ? ` (${place})` : ""}.`,
      `Quote it for the shell, for example ${flag} '{"plan": "team"}'.`,
    );
  }
}

export type TextFile = { name: string; text: string };

/** A file of the user as UTF-8 text; `-` reads stdin. */
export async function readTextFile(cli: Cli, name: string): Promise<TextFile> {
  const bytes = name === "-" ? await readAll(cli.stdin) : await readBytes(cli, name);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { name: name === "-" ? "<stdin>" : name, text };
  } catch {
    throw new UsageError(`The file ${name} is not UTF-8 text.`);
  }
}

async function readAll(stdin: Cli["stdin"]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

async function readBytes(cli: Cli, name: string): Promise<Buffer> {
  try {
    return await readFile(resolve(cli.cwd, name));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem =
      code === "ENOENT" ? "does not exist" : code === "EISDIR" ? "is a folder" : "cannot be read";
    throw new UsageError(`The file ${name} ${problem}.`, "Check the path; `-` reads from stdin.");
  }
}
