import type { Command } from "commander";
import type { Cli, Finish } from "../cli.ts";
import { readMoment, readWord } from "../read-arguments.ts";
import { addSettingsOptions, type SettingsFlags, settingsOf } from "../settings-options.ts";

type Flags = SettingsFlags & {
  json?: boolean;
  since: string;
  until?: string;
  candidate?: string;
  failOn?: string;
};

export function addPolicyReplay(policy: Command, cli: Cli, finish: Finish): void {
  const command = policy
    .command("replay")
    .description(
      "Decides every recorded call and program again by other policies, and shows what would differ.",
    )
    .option("--since <time>", "from this time on: 30m, 2h, 7d or an ISO time", "7d")
    .option("--until <time>", "before this time")
    .option("--candidate <folder>", "the policies to decide by; default: the gateway's own")
    .option("--fail-on <change>", "exit 1 on this change: widen")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport policy replay --since 7d --candidate policies.next");
  addSettingsOptions(command).action(async (flags: Flags) => {
    const now = new Date();
    const range = {
      since: readMoment("--since", flags.since, now),
      ...(flags.until !== undefined && { until: readMoment("--until", flags.until, now) }),
    };
    const failOnWiden =
      flags.failOn !== undefined && readWord("--fail-on", flags.failOn, ["widen"]) === "widen";
    const settings = settingsOf(cli, flags);
    const { policyFolder } = await import("../policy/files.ts");
    const { replayTrail } = await import("../policy/replay.ts");
    const candidate = policyFolder(cli, settings, flags.candidate);
    finish(
      await replayTrail(cli, settings, { candidate, range, failOnWiden, json: flags.json ?? false }),
      flags,
    );
  });
}
