// `.mcp.json`, checked and expanded. All problems are found in one reading.

import { readFile } from "node:fs/promises";
import { dirname, isAbsolute, resolve } from "node:path";
import { GatewayError } from "../errors.ts";
import { didYouMean } from "../text/did-you-mean.ts";
import { expandVariables } from "./expand-variables.ts";
import { OPTION_KEYS, readOAuth, readServerOptions } from "./read-server-options.ts";
import { identifierOfServer, problemWithServerName } from "./server-names.ts";
import type { ServerConfig } from "./upstreams.ts";

const TOP_KEYS = ["mcpServers", "$schema"];
const STDIO_KEYS = ["command", "args", "env", "cwd", "type", ...OPTION_KEYS];
const HTTP_KEYS = ["url", "headers", "type", "oauth", ...OPTION_KEYS];
/** All words that an entry may hold. */
export const SERVER_KEYS = [...new Set([...STDIO_KEYS, ...HTTP_KEYS])];
const TYPES = ["stdio", "http", "streamable-http", "sse"];

/** What one reading collects: where it is, what it may look up, and what it found wrong. */
type Reading = { folder: string; environment: NodeJS.ProcessEnv; problems: string[] };
type Entry = Record<string, unknown>;

export async function readServersFile(
  path: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<ServerConfig[]> {
  const reading: Reading = { folder: dirname(resolve(path)), environment, problems: [] };
  const file = parseFile(await readText(path), path);
  checkKeys(file, TOP_KEYS, "the file", reading);
  const configs: ServerConfig[] = [];
  const servers = file["mcpServers"];
  if (!isObject(servers)) reading.problems.push('"mcpServers" must be an object of servers by name');
  else {
    for (const [name, entry] of Object.entries(servers)) {
      const config = readServer(name, entry, reading);
      if (config !== null) configs.push(config);
    }
  }
  checkLookAlikes(configs, reading);
  if (reading.problems.length > 0) {
    throw new GatewayError("SETTINGS_INVALID", `${path}: ${reading.problems.join("; ")}.`, {
      hint: 'A server is {"command", "args", "env", "cwd"} or {"url", "headers"} under "mcpServers".',
    });
  }
  return configs;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new GatewayError("SETTINGS_INVALID", `${path}: the file of servers cannot be read.`, {
      hint: "`sallyport init` or `sallyport servers add` makes it; --servers or the settings name another one.",
      cause,
    });
  }
}

function parseFile(text: string, path: string): Entry {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    // Only the place is taken from the parser's message: the rest quotes the file, which may hold secrets.
    const place = /line (\d+) column (\d+)/.exec(cause instanceof Error ? cause.message : "");
    const where = place === null ? path : `${path}:${place[1]}:${place[2]}`;
    throw new GatewayError("SETTINGS_INVALID", `${where}: this is not valid JSON.`, {
      hint: "Look for a missing quote, a missing bracket, a comment or a comma too many.",
    });
  }
  if (isObject(value)) return value;
  throw new GatewayError(
    "SETTINGS_INVALID",
    `${path}: the file must hold one JSON object with "mcpServers".`,
  );
}

function readServer(name: string, entry: unknown, reading: Reading): ServerConfig | null {
  const at = `mcpServers.${name}`;
  const before = reading.problems.length;
  const nameProblem = problemWithServerName(name);
  if (nameProblem !== null) reading.problems.push(`${at}: ${nameProblem}`);
  if (!isObject(entry)) {
    reading.problems.push(`${at}: a server must be an object`);
    return null;
  }
  const type = entry["type"];
  if (type !== undefined && !TYPES.includes(String(type))) {
    reading.problems.push(`${at}.type: must be one of ${TYPES.join(", ")}`);
  }
  const hasCommand = "command" in entry;
  if (hasCommand === "url" in entry) {
    reading.problems.push(`${at}: needs either "command" or "url"${suggestion(entry, hasCommand)}`);
    return null;
  }
  if (type !== undefined && (type === "stdio") !== hasCommand) {
    reading.problems.push(`${at}.type: "${type}" does not fit "${hasCommand ? "command" : "url"}"`);
  }
  const config = hasCommand ? readStdio(name, entry, reading) : readHttp(name, entry, reading);
  return reading.problems.length === before ? config : null;
}

function suggestion(entry: Entry, hasBoth: boolean): string {
  if (hasBoth) return ", not both";
  for (const key of Object.keys(entry)) {
    const near = didYouMean(key, ["command", "url"]);
    if (near !== undefined) return `; did you mean "${near}" instead of "${key}"?`;
  }
  return "";
}

function readStdio(name: string, entry: Entry, reading: Reading): ServerConfig {
  const at = `mcpServers.${name}`;
  checkKeys(entry, STDIO_KEYS, at, reading);
  const cwd = resolve(
    reading.folder,
    entry["cwd"] === undefined ? "." : readString(entry["cwd"], `${at}.cwd`, reading),
  );
  const command = readString(entry["command"], `${at}.command`, reading);
  const isRelativePath = /[\\/]/.test(command) && !isAbsolute(command);
  const args = entry["args"] ?? [];
  if (!Array.isArray(args)) reading.problems.push(`${at}.args: must be a list of strings`);
  return {
    name,
    transport: "stdio",
    command: isRelativePath ? resolve(cwd, command) : command,
    args: Array.isArray(args)
      ? args.map((arg, index) => readString(arg, `${at}.args[${index}]`, reading))
      : [],
    env: readStrings(entry["env"], `${at}.env`, reading),
    cwd,
    ...readServerOptions(entry, at, reading),
  };
}

function readHttp(name: string, entry: Entry, reading: Reading): ServerConfig {
  const at = `mcpServers.${name}`;
  checkKeys(entry, HTTP_KEYS, at, reading);
  const url = readString(entry["url"], `${at}.url`, reading);
  checkUrl(url, at, reading);
  const headers = readStrings(entry["headers"], `${at}.headers`, reading);
  try {
    new Headers(headers);
  } catch {
    reading.problems.push(`${at}.headers: a name or value is not allowed in HTTP`);
  }
  const oauth = entry["oauth"] === undefined ? undefined : readOAuth(entry, at, reading);
  if (oauth !== undefined && Object.keys(headers).some((key) => key.toLowerCase() === "authorization"))
    reading.problems.push(`${at}: "oauth" and an Authorization header exclude each other`);
  return {
    name,
    transport: "http",
    url,
    headers,
    ...(entry["type"] === "sse" ? { sse: true } : {}),
    ...(oauth === undefined ? {} : { oauth }),
    ...readServerOptions(entry, at, reading),
  };
}

function checkUrl(url: string, at: string, reading: Reading): void {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !["http:", "https:"].includes(parsed.protocol)) {
    reading.problems.push(`${at}.url: must be an http or https URL`);
  } else if (parsed.username !== "" || parsed.password !== "") {
    reading.problems.push(`${at}.url: must not hold a user name or password; use "headers"`);
  }
}

function readString(value: unknown, at: string, reading: Reading): string {
  if (typeof value !== "string" || value === "") {
    reading.problems.push(`${at}: must be a non-empty string`);
    return "";
  }
  const { text, problems } = expandVariables(value, reading.environment);
  for (const problem of problems) reading.problems.push(`${at}: ${problem}`);
  if (text.includes("\0")) reading.problems.push(`${at}: must not hold a NUL character`);
  return text;
}

function readStrings(value: unknown, at: string, reading: Reading): Record<string, string> {
  if (value === undefined) return {};
  if (!isObject(value)) {
    reading.problems.push(`${at}: must be an object of strings`);
    return {};
  }
  const entries = Object.entries(value).map(([key, item]) => {
    // An empty value is meaningful here: it sets a variable to nothing.
    return [key, item === "" ? "" : readString(item, `${at}.${key}`, reading)] as const;
  });
  return Object.fromEntries(entries);
}

function checkKeys(entry: Entry, known: string[], at: string, reading: Reading): void {
  for (const key of Object.keys(entry)) {
    if (known.includes(key)) continue;
    const near = didYouMean(key, known);
    reading.problems.push(
      `${at}: unknown key "${key}"${near === undefined ? "" : `; did you mean "${near}"?`}`,
    );
  }
}

function checkLookAlikes(configs: ServerConfig[], reading: Reading): void {
  const seen = new Map<string, string>();
  for (const { name } of configs) {
    const other = seen.get(identifierOfServer(name));
    if (other !== undefined)
      reading.problems.push(`the names "${other}" and "${name}" are the same in code; rename one`);
    seen.set(identifierOfServer(name), name);
  }
}

function isObject(value: unknown): value is Entry {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
