import type { Command } from "commander";
import type { Cli, Finish } from "../cli.ts";
import { addSettingsOptions, type ListenFlags, settingsOf } from "../settings-options.ts";

type ServeFlags = ListenFlags & { json?: boolean };

export function addServeCommand(program: Command, cli: Cli, finish: Finish): void {
  const command = program
    .command("serve")
    .summary("start the gateway")
    .description("Starts the gateway and serves HTTP and MCP until SIGINT or SIGTERM.")
    .option("--host <address>", "address to listen on")
    .option("--port <port>", "port to listen on; 0 picks a free one")
    .option("--json", "print the start message as JSON, without secrets")
    .addHelpText(
      "after",
      "\nExample:\n  $ sallyport serve --port 8787 --servers .mcp.json --policies policies",
    );
  addSettingsOptions(command).action(async (flags: ServeFlags) => {
    const settings = settingsOf(cli, flags);
    const { serveGateway } = await import("../gateway/serve-gateway.ts");
    await serveGateway(cli, settings, (started) => finish(started, flags));
  });
}
