// The command line: builds the program, runs it, and turns whatever happens into an exit code.
// 0 fine, 1 problems found, 2 wrong usage or settings.

import { CommanderError } from "commander";
import type { Cli, Finish } from "./cli.ts";
import { printError, printResult } from "./present/print.ts";
import { createProgram } from "./program.ts";
import { UsageError } from "./usage-error.ts";

export async function main(args: string[]): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", ignoreBrokenPipe);
  const { env, stdin, stdout, stderr } = process;
  const exitCode = await runCli(args, { env, cwd: process.cwd(), stdin, stdout, stderr });
  // Written out first: output to a pipe may still be on its way.
  await Promise.all([stdout, stderr].map((stream) => new Promise((done) => stream.write("", done))));
  process.exit(exitCode);
}

export async function runCli(args: string[], cli: Cli): Promise<0 | 1 | 2> {
  let exitCode: 0 | 1 = 0;
  const finish: Finish = (result, options) => {
    printResult(cli, result, options);
    if (result.failed) exitCode = 1;
  };
  try {
    await createProgram(cli, finish).parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) return printError(cli, error);
    if (error.exitCode === 0) return 0;
    // Help instead of a command has printed itself.
    return error.code === "commander.help" ? 2 : printError(cli, asUsageError(error));
  }
}

/** "error: unknown option '--prot'\n(Did you mean --port?)" → a sentence and a hint. */
function asUsageError({ message }: CommanderError): UsageError {
  const [problem = "", suggestion] = message.replace(/^error: /, "").split("\n");
  const hint = suggestion?.replace(/^\((.*)\)$/, "$1") ?? "`--help` after the command shows what it takes.";
  return new UsageError(`${problem}.`, hint);
}

/** `| head` closes the pipe; the command still ends in good order, without a reader. */
function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}
