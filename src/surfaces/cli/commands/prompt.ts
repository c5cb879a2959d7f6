import type { Command } from "commander";
import type { Finish } from "../cli.ts";

export function addPromptCommand(program: Command, finish: Finish): void {
  program
    .command("prompt")
    .summary("print the instructions for agents")
    .description(
      "Prints what a model is told about working here, for clients that do not pass on the instructions of MCP servers.",
    )
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport prompt >> AGENTS.md")
    .action(async (flags: { json?: boolean }) => {
      const { INSTRUCTIONS } = await import("../../mcp/mcp.ts");
      finish({ data: { prompt: INSTRUCTIONS }, lines: INSTRUCTIONS.split("\n") }, flags);
    });
}
