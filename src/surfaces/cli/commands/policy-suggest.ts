import type { Command } from "commander";
import type { Cli, Finish } from "../cli.ts";
import { readCount, readMoment } from "../read-arguments.ts";
import { addSettingsOptions, type SettingsFlags, settingsOf } from "../settings-options.ts";

type Flags = SettingsFlags & { json?: boolean; since: string; least: string };

export function addPolicySuggest(policy: Command, cli: Cli, finish: Finish): void {
  const command = policy
    .command("suggest")
    .description("Proposes narrow rules for calls that were denied again and again. Nothing is written.")
    .option("--since <time>", "denials from this time on: 30m, 2h, 7d or an ISO time", "7d")
    .option("--least <count>", "denials before a proposal is made", "3")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport policy suggest --since 7d");
  addSettingsOptions(command).action(async (flags: Flags) => {
    const range = { since: readMoment("--since", flags.since, new Date()) };
    const least = readCount("--least", flags.least, { min: 1, max: 1_000_000 });
    const settings = settingsOf(cli, flags);
    const { policyFolder } = await import("../policy/files.ts");
    const { suggestPolicies } = await import("../policy/suggest.ts");
    const folder = policyFolder(cli, settings, undefined);
    finish(await suggestPolicies(cli, settings, { folder, range, least }), flags);
  });
}
