import { Command } from "commander";
import { VERSION } from "../../version.ts";
import type { Cli, Finish } from "./cli.ts";
import { addApprovalsCommands } from "./commands/approvals.ts";
import { addAuditCommands } from "./commands/audit.ts";
import { addCompletionCommand } from "./commands/completion.ts";
import { addDoctorCommand } from "./commands/doctor.ts";
import { addGenerateCommand } from "./commands/generate.ts";
import { addInitCommand } from "./commands/init.ts";
import { addKeysCommands } from "./commands/keys.ts";
import { addMcpCommand } from "./commands/mcp.ts";
import { addPiiCommands } from "./commands/pii.ts";
import { addPolicyCommands } from "./commands/policy.ts";
import { addPromptCommand } from "./commands/prompt.ts";
import { addCheckCommand, addRunCommand } from "./commands/run.ts";
import { addServeCommand } from "./commands/serve.ts";
import { addServersCommands } from "./commands/servers.ts";
import { addSkillsCommands } from "./commands/skills.ts";
import { addToolsCommands } from "./commands/tools.ts";
import { addVaultCommands } from "./commands/vault.ts";

const AFTER_HELP = `
Example:
  $ sallyport serve                                  start the gateway
  $ echo 'return 1 + 1' | sallyport run -            run a program through it

Commands use the gateway that SALLYPORT_URL names, else the one that runs on the data folder, else one of
their own. SALLYPORT_KEY sets the key. Exit codes: 0 fine, 1 problems found, 2 wrong usage or settings.`;

export function createProgram(cli: Cli, finish: Finish): Command {
  const program = new Command("sallyport")
    .description("A policy gateway for AI agents: code goes in, policy decides, personal data stays behind.")
    .version(VERSION, "--version", "print the version")
    .helpOption("--help", "print this help")
    .helpCommand(false)
    .addHelpText("after", AFTER_HELP)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => cli.stdout.write(text),
      writeErr: (text) => cli.stderr.write(text),
      // main.ts prints errors in the one form that all errors have.
      outputError: () => {},
    });
  addInitCommand(program, cli, finish);
  addServeCommand(program, cli, finish);
  addMcpCommand(program, cli);
  addRunCommand(program, cli, finish);
  addCheckCommand(program, cli, finish);
  addToolsCommands(program, cli, finish);
  addSkillsCommands(program, cli, finish);
  addGenerateCommand(program, cli, finish);
  addPromptCommand(program, finish);
  addServersCommands(program, cli, finish);
  addPolicyCommands(program, cli, finish);
  addApprovalsCommands(program, cli, finish);
  addAuditCommands(program, cli, finish);
  addKeysCommands(program, cli, finish);
  addPiiCommands(program, cli, finish);
  addVaultCommands(program, cli, finish);
  addDoctorCommand(program, cli, finish);
  addCompletionCommand(program, finish);
  return program;
}
