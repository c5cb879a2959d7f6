import { resolve } from "node:path";
import type { Command } from "commander";
import type { ToolHit } from "../../../catalog/catalog.ts";
import type { Cli, Finish } from "../cli.ts";
import { reachGateway } from "../gateway/reach-gateway.ts";
import { addSettingsOptions, type SettingsFlags, settingsOf } from "../settings-options.ts";

type Flags = SettingsFlags & { out: string; json?: boolean };

const PAGE = 200;

export function addGenerateCommand(program: Command, cli: Cli, finish: Finish): void {
  const command = program
    .command("generate")
    .summary("write the tools as TypeScript declarations")
    .description(
      "Writes one .d.ts for each tool that the agent's key may call, and an index for each server. Files of tools that are gone stay.",
    )
    .requiredOption("--out <folder>", "folder to write into")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport generate --out servers/");
  addSettingsOptions(command).action(async (flags: Flags) => {
    const { writeWrappers } = await import("../write-wrappers.ts");
    const gateway = await reachGateway(cli, settingsOf(cli, flags), "agent");
    try {
      const tools: ToolHit[] = [];
      let cursor: string | undefined;
      do {
        const more = cursor === undefined ? {} : { cursor };
        const page = await gateway.searchTools({
          query: "",
          detail: "full",
          schema: true,
          limit: PAGE,
          ...more,
        });
        tools.push(...page.tools);
        cursor = page.next;
      } while (cursor !== undefined);
      const servers = await writeWrappers(resolve(cli.cwd, flags.out), tools);
      const lines = servers.map(({ server, tools: count }) => `${server}: ${count} tools`);
      finish({ data: { servers }, lines, notes: [`written to ${flags.out}`] }, flags);
    } finally {
      await gateway.close();
    }
  });
}
