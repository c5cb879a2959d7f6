import type { Command } from "commander";
import type { Cli, Finish } from "../cli.ts";
import { addSettingsOptions, type SettingsFlags, settingsOf } from "../settings-options.ts";
import { UsageError } from "../usage-error.ts";

type Flags = SettingsFlags & { json?: boolean; call?: string };

export function addPolicyExplain(policy: Command, cli: Cli, finish: Finish): void {
  const command = policy
    .command("explain [call-id]")
    .description(
      "Says why a call is decided as it is: every rule, the nearest grant, the way of each token. The call is one of the trail, or stands in a file.",
    )
    .option("--call <file>", "a call as JSON, written like a policy test; - reads stdin")
    .option("--json", "print as JSON")
    .addHelpText(
      "after",
      '\nExample:\n  $ sallyport policy explain call_4f1d9a2b3c4d5e6f\n  $ echo \'{"call": "mail.send", "args": {"to": "a@b.example"}}\' | sallyport policy explain --call -',
    );
  addSettingsOptions(command).action(async (callId: string | undefined, flags: Flags) => {
    if ((callId === undefined) === (flags.call === undefined))
      throw new UsageError("Name either a call of the trail or --call <file>.");
    const settings = settingsOf(cli, flags);
    const { policyFolder } = await import("../policy/files.ts");
    const { explainCallFile, explainRecordedCall } = await import("../policy/explain.ts");
    const asked = { cli, settings, folder: policyFolder(cli, settings, undefined) };
    const result =
      callId === undefined
        ? await explainCallFile(asked, flags.call ?? "-")
        : await explainRecordedCall(asked, callId);
    finish(result, flags);
  });
}
