import type { Command } from "commander";
import type { Cli, Finish } from "../cli.ts";
import { addSettingsOptions, type SettingsFlags, settingsOf } from "../settings-options.ts";

type Flags = SettingsFlags & { json?: boolean; check?: boolean };

export function addPolicyFmt(policy: Command, cli: Cli, finish: Finish): void {
  const command = policy
    .command("fmt [folder]")
    .description("Brings policy files into one layout; comments and meaning stay.")
    .option("--check", "write nothing, exit 1 when a file would change")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport policy fmt --check");
  addSettingsOptions(command).action(async (folder: string | undefined, flags: Flags) => {
    const { ownPolicyFolder } = await import("../policy/files.ts");
    const path = ownPolicyFolder(cli, settingsOf(cli, flags), folder);
    const { formatPolicies } = await import("../policy/fmt.ts");
    finish(await formatPolicies(path, cli.cwd, flags.check ?? false), flags);
  });
}
