import type { Command } from "commander";
import type { Cli, Finish } from "../cli.ts";
import { addSettingsOptions, type SettingsFlags, settingsOf } from "../settings-options.ts";

type Flags = SettingsFlags & { json?: boolean; check?: boolean };

export function addPolicyPin(policy: Command, cli: Cli, finish: Finish): void {
  const command = policy
    .command("pin [server]")
    .description(
      "Connects the servers, shows what changed in their tools, and writes tools.lock.json: from then on nothing else exists.",
    )
    .option("--check", "write nothing, exit 1 when a tool differs from its pin")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport policy pin --check");
  addSettingsOptions(command).action(async (server: string | undefined, flags: Flags) => {
    const settings = settingsOf(cli, flags);
    const { ownPolicyFolder } = await import("../policy/files.ts");
    const { pinTools } = await import("../policy/pin.ts");
    const folder = ownPolicyFolder(cli, settings, undefined);
    const only = server === undefined ? {} : { server };
    finish(await pinTools(settings, { folder, ...only, checkOnly: flags.check ?? false }), flags);
  });
}
