import type { Command } from "commander";
import type { Cli, Finish } from "../cli.ts";
import { readWord } from "../read-arguments.ts";
import { addSettingsOptions, type SettingsFlags, settingsOf } from "../settings-options.ts";

type Flags = SettingsFlags & { json?: boolean; level: string };

export function addPolicyInit(policy: Command, cli: Cli, finish: Finish): void {
  const command = policy
    .command("init [folder]")
    .description("Writes a first policy with tests from the tools that the servers offer.")
    .option("--level <level>", "strict, standard or observe", "standard")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport policy init policies --level strict");
  addSettingsOptions(command).action(async (folder: string | undefined, flags: Flags) => {
    const { STARTER_LEVELS } = await import("../../../decide/decide.ts");
    const level = readWord("--level", flags.level, STARTER_LEVELS);
    const settings = settingsOf(cli, flags);
    const { initPolicies } = await import("../policy/init.ts");
    const { newPolicyFolder } = await import("../policy/files.ts");
    const path = newPolicyFolder(cli, settings, folder);
    finish(await initPolicies(settings, { level, folder: path, cwd: cli.cwd }), flags);
  });
}
