import type { Command } from "commander";
import type { Cli, Finish } from "../cli.ts";
import { addSettingsOptions, type SettingsFlags, settingsOf } from "../settings-options.ts";

type Flags = SettingsFlags & { json?: boolean };

export function addPolicyCheck(policy: Command, cli: Cli, finish: Finish): void {
  const command = policy
    .command("check [folder]")
    .description(
      "Loads the policy files, prints every problem with its place, and runs the tests inside them. Where tools.lock.json exists, tools, arguments and matchers are checked against it.",
    )
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport policy check policies");
  addSettingsOptions(command).action(async (folder: string | undefined, flags: Flags) => {
    const settings = settingsOf(cli, flags);
    const { policyFolder } = await import("../policy/files.ts");
    const path = policyFolder(cli, settings, folder);
    const { checkPolicies } = await import("../policy/check.ts");
    finish(await checkPolicies(path, settings, cli.cwd), flags);
  });
}
