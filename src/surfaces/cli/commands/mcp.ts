import type { Command } from "commander";
import type { Cli } from "../cli.ts";
import { addSettingsOptions, type SettingsFlags, settingsOf } from "../settings-options.ts";

export function addMcpCommand(program: Command, cli: Cli): void {
  const command = program
    .command("mcp")
    .summary("serve one agent over stdio")
    .description("Serves MCP over stdin and stdout, for agents that start their servers themselves.")
    .addHelpText(
      "after",
      '\nExample, in the settings of an agent:\n  {"mcpServers": {"sallyport": {"command": "sallyport", "args": ["mcp"]}}}',
    );
  addSettingsOptions(command).action(async (flags: SettingsFlags) => {
    const settings = settingsOf(cli, flags);
    const { serveStdioAgent } = await import("../gateway/serve-stdio-agent.ts");
    await serveStdioAgent(cli, settings);
  });
}
