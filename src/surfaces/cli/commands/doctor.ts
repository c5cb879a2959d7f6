import type { Command } from "commander";
import type { Cli, Finish } from "../cli.ts";
import { addSettingsOptions, type ListenFlags, settingsOf } from "../settings-options.ts";

export function addDoctorCommand(program: Command, cli: Cli, finish: Finish): void {
  const command = program
    .command("doctor")
    .summary("check that the gateway can run here")
    .description(
      "Looks at Node, sandbox, data folder, policies, servers, pins, port and clock, and says how to mend each. Changes nothing; exit 1 when something must be mended.",
    )
    .option("--host <address>", "address that it is to listen on")
    .option("--port <port>", "port that it is to listen on")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport doctor");
  addSettingsOptions(command).action(async (flags: ListenFlags & { json?: boolean }) => {
    const { examine } = await import("../setup/doctor.ts");
    finish(await examine(cli, settingsOf(cli, flags)), flags);
  });
}
