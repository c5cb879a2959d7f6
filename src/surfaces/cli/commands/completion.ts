import { Argument, type Command } from "commander";
import type { Finish } from "../cli.ts";
import { completionScript, SHELLS, type Shell } from "../setup/completion.ts";

export function addCompletionCommand(program: Command, finish: Finish): void {
  program
    .command("completion")
    .summary("print a script for the shell's completion")
    .description("Prints a script that completes commands and flags.")
    .addArgument(new Argument("<shell>").choices(SHELLS))
    .addHelpText("after", "\nExample:\n  $ sallyport completion bash > /etc/bash_completion.d/sallyport")
    .action((shell: Shell) => {
      const script = completionScript(shell, program);
      finish({ data: { shell, script }, lines: script.trimEnd().split("\n") }, {});
    });
}
