import type { Command } from "commander";
import type { Cli, Finish } from "../cli.ts";
import { readTextFile } from "../read-arguments.ts";
import { addSettingsOptions, type SettingsFlags, settingsOf } from "../settings-options.ts";

export function addPiiCommands(program: Command, cli: Cli, finish: Finish): void {
  const pii = program
    .command("pii")
    .summary("find personal data in a file")
    .description("Works on personal data.");
  const command = pii
    .command("scan <file>")
    .description("Shows where a text or JSON file holds personal data, each value masked.")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport pii scan contacts.json");
  addSettingsOptions(command).action(async (file: string, flags: SettingsFlags & { json?: boolean }) => {
    const { defaultRegion } = settingsOf(cli, flags);
    const { text } = await readTextFile(cli, file);
    const { presentPii } = await import("../present-pii.ts");
    finish(presentPii(text, defaultRegion), flags);
  });
}
