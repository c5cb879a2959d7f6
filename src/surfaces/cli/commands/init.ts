import type { Command } from "commander";
import type { Cli, Finish } from "../cli.ts";
import { readWord } from "../read-arguments.ts";
import { addSettingsOptions, type SettingsFlags, settingsOf } from "../settings-options.ts";

type Flags = SettingsFlags & { json?: boolean; level: string; from?: string; client?: string };

export function addInitCommand(program: Command, cli: Cli, finish: Finish): void {
  const command = program
    .command("init")
    .summary("set up a gateway in this folder")
    .description(
      "Imports the servers of an MCP client, writes a starter policy with tests, pins the tools, makes the keys, and says what to paste into the client. What is there already stays as it is.",
    )
    .option("--from <file>", "the client's file to import; the known places are searched if left out")
    .option("--level <level>", "strict, standard or observe", "standard")
    .option("--client <name>", "the client that the last lines are for")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport init --from ~/.cursor/mcp.json --client cursor");
  addSettingsOptions(command).action(async (flags: Flags) => {
    const { STARTER_LEVELS } = await import("../../../decide/decide.ts");
    const { CLIENTS } = await import("../setup/client-snippets.ts");
    const { initGateway } = await import("../setup/init.ts");
    const level = readWord("--level", flags.level, STARTER_LEVELS);
    const client = flags.client === undefined ? {} : { client: readWord("--client", flags.client, CLIENTS) };
    const from = flags.from === undefined ? {} : { from: flags.from };
    finish(await initGateway(cli, settingsOf(cli, flags), { level, ...from, ...client }), flags);
  });
}
