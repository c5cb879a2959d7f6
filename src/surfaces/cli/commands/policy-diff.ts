import type { Command } from "commander";
import type { Cli, Finish } from "../cli.ts";
import { readWord } from "../read-arguments.ts";
import { addSettingsOptions, type SettingsFlags, settingsOf } from "../settings-options.ts";

type Flags = SettingsFlags & { json?: boolean; failOn?: string };

export function addPolicyDiff(policy: Command, cli: Cli, finish: Finish): void {
  const command = policy
    .command("diff <before> <after>")
    .description(
      "Compares two sets of policies, folders or git revisions: what each caller may do more or less, new places for personal values first.",
    )
    .option("--fail-on <change>", "exit 1 on this change: widen")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport policy diff HEAD:policies policies --fail-on widen");
  addSettingsOptions(command).action(async (before: string, after: string, flags: Flags) => {
    const failOnWiden =
      flags.failOn !== undefined && readWord("--fail-on", flags.failOn, ["widen"]) === "widen";
    const settings = settingsOf(cli, flags);
    const { comparePolicies } = await import("../policy/diff.ts");
    finish(await comparePolicies(settings, { before, after, cwd: cli.cwd, failOnWiden }), flags);
  });
}
