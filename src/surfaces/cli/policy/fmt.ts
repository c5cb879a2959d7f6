// `policy fmt`: one layout, comments kept.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatPolicy, isPolicyName } from "../../../decide/decide.ts";
import { counted } from "../../../text/counted.ts";
import type { CommandResult } from "../cli.ts";
import { pathNamer } from "./files.ts";

export async function formatPolicies(
  folder: string,
  cwd: string,
  checkOnly: boolean,
): Promise<CommandResult> {
  const nameOf = pathNamer(cwd);
  const names = (await readdir(folder)).filter(isPolicyName).sort();
  const changed: string[] = [];
  const broken: string[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const text = await readFile(path, "utf8");
    const formatted = formatPolicy(text);
    if (formatted === null) broken.push(nameOf(path));
    else if (formatted !== text) {
      changed.push(nameOf(path));
      if (!checkOnly) await writeFile(path, formatted);
    }
  }
  const word = checkOnly ? "not formatted" : "formatted";
  return {
    data: {
      ok: broken.length === 0 && !(checkOnly && changed.length > 0),
      files: names.length,
      changed,
      broken,
    },
    lines: [
      ...changed.map((file) => `${file}:1:1  ${word}`),
      ...broken.map((file) => `${file}:1:1  left alone: it is no plain YAML; see \`sallyport policy check\``),
      `${changed.length} of ${counted(names.length, "file")} ${word}`,
    ],
    failed: broken.length > 0 || (checkOnly && changed.length > 0),
  };
}
