// Where MCP clients keep their servers, so that nobody has to type them again.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { UsageError } from "../usage-error.ts";

export type ClientConfig = { client: string; path: string; servers: Record<string, unknown> };

type Place = { client: string; path: string };

type Surroundings = { cwd: string; home: string | undefined };

/** The project's own files first, then the person's. */
function knownPlaces({ cwd, home }: Surroundings): Place[] {
  const inProject: Place[] = [
    { client: "Claude Code", path: join(cwd, ".mcp.json") },
    { client: "Cursor", path: join(cwd, ".cursor/mcp.json") },
    { client: "VS Code", path: join(cwd, ".vscode/mcp.json") },
    { client: "Gemini CLI", path: join(cwd, ".gemini/settings.json") },
  ];
  if (!home) return inProject;
  return [
    ...inProject,
    { client: "Claude Code", path: join(home, ".claude.json") },
    { client: "Claude Desktop", path: join(home, ".config/Claude/claude_desktop_config.json") },
    {
      client: "Claude Desktop",
      path: join(home, "Library/Application Support/Claude/claude_desktop_config.json"),
    },
    { client: "Cursor", path: join(home, ".cursor/mcp.json") },
    { client: "Windsurf", path: join(home, ".codeium/windsurf/mcp_config.json") },
    { client: "Gemini CLI", path: join(home, ".gemini/settings.json") },
  ];
}

/** The first known file that names servers; a file that cannot be read is passed over, because nobody asked for it. */
export async function findClientConfig(around: Surroundings): Promise<ClientConfig | null> {
  for (const place of knownPlaces(around)) {
    if (!existsSync(place.path)) continue;
    const servers = serversOf(await readJsonFile(place.path).catch(() => null));
    if (servers !== null && Object.keys(servers).length > 0) return { ...place, servers };
  }
  return null;
}

export async function readClientConfig(path: string): Promise<ClientConfig> {
  const servers = serversOf(await readJsonFile(path));
  if (servers !== null) return { client: "", path, servers };
  throw new UsageError(
    `The file ${path} names no MCP servers.`,
    'They are looked for under "mcpServers", or under "servers" as VS Code writes them.',
  );
}

async function readJsonFile(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch {
    throw new UsageError(`The file ${path} cannot be read.`, "Check the path behind --from.");
  }
  try {
    return JSON.parse(withoutComments(text));
  } catch {
    throw new UsageError(`The file ${path} is not valid JSON.`, "Open it in an editor that shows the place.");
  }
}

/** Clients let people write comments and trailing commas into these files. */
function withoutComments(text: string): string {
  const bare = text.replace(/"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) =>
    part.startsWith('"') ? part : " ",
  );
  return bare.replace(/"(?:\\.|[^"\\])*"|,(?=\s*[}\]])/g, (part) => (part === "," ? "" : part));
}

function serversOf(content: unknown): Record<string, unknown> | null {
  if (!isObject(content)) return null;
  for (const key of ["mcpServers", "servers"]) {
    const found = content[key];
    if (isObject(found)) return found;
  }
  return null;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** As a person would write it: below the project, below home, else in full. */
export function shownPath(path: string, { cwd, home }: Surroundings): string {
  const local = relative(cwd, path);
  if (local !== "" && !local.startsWith("..")) return local;
  return home && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
