import type { Command } from "commander";
import type { Cli, Finish } from "../cli.ts";
import { readMoment } from "../read-arguments.ts";
import { addSettingsOptions, type SettingsFlags, settingsOf } from "../settings-options.ts";

type Flags = SettingsFlags & { json?: boolean; since: string; write?: boolean };

export function addPolicyPromote(policy: Command, cli: Cli, finish: Finish): void {
  const command = policy
    .command("promote <rule>")
    .description("Shows what a rule in shadow mode would have done, and the edit that enforces it.")
    .option("--since <time>", "evidence from this time on: 30m, 2h, 7d or an ISO time", "7d")
    .option("--write", "make the edit")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport policy promote support-bot/code.url-concat --since 7d");
  addSettingsOptions(command).action(async (rule: string, flags: Flags) => {
    const range = { since: readMoment("--since", flags.since, new Date()) };
    const settings = settingsOf(cli, flags);
    const { ownPolicyFolder, policyFolder } = await import("../policy/files.ts");
    const { promote } = await import("../policy/promote.ts");
    const folder = (flags.write ? ownPolicyFolder : policyFolder)(cli, settings, undefined);
    finish(await promote(cli, settings, { rule, folder, range, write: flags.write ?? false }), flags);
  });
}
