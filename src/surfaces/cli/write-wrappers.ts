// `generate`: the typed API as files, one folder per server, one declaration per tool, for editors and for agents that
// explore files.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ToolHit } from "../../catalog/catalog.ts";

export type WrittenServer = { server: string; tools: number };

export async function writeWrappers(folder: string, tools: ToolHit[]): Promise<WrittenServer[]> {
  const written: WrittenServer[] = [];
  const byServer = Map.groupBy(tools, ({ tool }) => tool.slice(0, tool.indexOf(".")));
  for (const [server, own] of byServer) {
    await mkdir(join(folder, server), { recursive: true });
    const taken = new Set(["index"]);
    const files: string[] = [];
    for (const { tool, types = "" } of own) {
      const file = `${fileNameOf(tool.slice(server.length + 1), taken)}.d.ts`;
      await writeFile(join(folder, server, file), asGlobal(types));
      files.push(file);
    }
    const index = files.map((file) => `/// <reference path="./${file}" />\n`).join("");
    await writeFile(join(folder, server, "index.d.ts"), index);
    written.push({ server, tools: own.length });
  }
  return written;
}

/** Tool names may hold characters that folders and file systems give a meaning, and differ in case alone. */
function fileNameOf(tool: string, taken: Set<string>): string {
  const plain = tool.replaceAll(/[^A-Za-z0-9_-]/g, "_");
  let name = plain;
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${plain}-${n}`;
  taken.add(name.toLowerCase());
  return name;
}

/** A module of its own, so that helper types of two tools may have the same name; the function itself is global. */
function asGlobal(types: string): string {
  const at = types.startsWith("declare ") ? 0 : types.lastIndexOf("\ndeclare ") + 1;
  const signature = types.slice(at).replace(/^declare /, "");
  return `${types.slice(0, at)}declare global {\n${signature}\n}\nexport {};\n`;
}
