import type { Command } from "commander";
import type { Finish } from "../cli.ts";
import { readWord } from "../read-arguments.ts";
import { completionScript, SHELLS } from "../setup/completion.ts";

const EXAMPLES = `
Examples, each for the shell's own file of settings:
  $ eval "$(sallyport completion bash)"
  $ eval "$(sallyport completion zsh)"
  $ sallyport completion fish | source`;

export function addCompletionCommand(program: Command, finish: Finish): void {
  program
    .command("completion <shell>")
    .summary("print a script for the shell's completion")
    .description(`Prints a script that completes commands and flags, for ${SHELLS.join(", ")}.`)
    .addHelpText("after", EXAMPLES)
    .action((name: string) => {
      const shell = readWord("completion", name, SHELLS);
      const script = completionScript(shell, program);
      finish({ data: { shell, script }, lines: script.trimEnd().split("\n") }, {});
    });
}
