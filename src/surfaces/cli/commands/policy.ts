import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import type { Cli, Finish } from "../cli.ts";
import { addSettingsOptions, type SettingsFlags, settingsOf } from "../settings-options.ts";
import { UsageError } from "../usage-error.ts";

type CheckFlags = SettingsFlags & { json?: boolean };

export function addPolicyCommands(program: Command, cli: Cli, finish: Finish): void {
  const policy = program
    .command("policy")
    .summary("check policy files")
    .description("Works on policy files.");
  const command = policy
    .command("check [folder]")
    .description(
      "Loads the policy files, prints every problem with its place, and runs the tests inside them.",
    )
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport policy check policies");
  addSettingsOptions(command).action(async (folder: string | undefined, flags: CheckFlags) => {
    const settings = settingsOf(cli, flags);
    const path = folder === undefined ? settings.policies : resolve(cli.cwd, folder);
    if (!existsSync(path)) {
      throw new UsageError(
        `The folder ${folder ?? path} does not exist.`,
        "Name the folder of the policy files.",
      );
    }
    const { checkPolicies } = await import("../check-policies.ts");
    finish(await checkPolicies(path, settings, cli.cwd), flags);
  });
}
