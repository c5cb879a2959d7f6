// `policy init`: a first policy with tests, from the tools that the servers offer.

import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatPolicy, isPolicyName, type StarterLevel, starterPolicy } from "../../../decide/decide.ts";
import type { LoadedSettings } from "../../../settings.ts";
import { counted } from "../../../text/counted.ts";
import type { CommandResult } from "../cli.ts";
import { UsageError } from "../usage-error.ts";
import { pathNamer } from "./files.ts";
import { listLiveTools, unreachableLines } from "./live-tools.ts";

export type InitOptions = { level: StarterLevel; folder: string; cwd: string };

export async function initPolicies(
  settings: LoadedSettings,
  { level, folder, cwd }: InitOptions,
): Promise<CommandResult> {
  const present = existsSync(folder) ? (await readdir(folder)).filter(isPolicyName) : [];
  if (present.length > 0)
    throw new UsageError(
      `${folder} holds policies already: ${present.join(", ")}.`,
      "Name another folder, and compare the two with `sallyport policy diff`.",
    );
  const { tools, failures } = await listLiveTools(settings);
  const unreachable = unreachableLines({ failures });
  if (tools.length === 0) {
    const lines = [
      ...unreachable,
      "No server offers a tool, so there is nothing to write a policy about yet.",
    ];
    return { data: { file: null, level, tools: 0, failures }, lines, failed: true };
  }
  const starter = starterPolicy(level, tools);
  const text = formatPolicy(starter) ?? starter;
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${level}.yaml`);
  await writeFile(path, text, { flag: "wx" });
  const file = pathNamer(cwd)(path);
  return {
    data: { file, level, tools: tools.length, failures },
    lines: [
      ...unreachable,
      `${file}:1:1  level ${level}, for ${counted(tools.length, "tool")}. Check every guess in it.`,
    ],
    notes: ["Then pin the tools: `sallyport policy pin`."],
    failed: failures.length > 0,
  };
}
