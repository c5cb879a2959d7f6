import type { Command } from "commander";
import type { Cli, Finish } from "../cli.ts";
import { type RunRequest, reachGateway } from "../gateway/reach-gateway.ts";
import { watched } from "../gateway/watch-run.ts";
import { presentCheck, presentRun } from "../present/present-run.ts";
import { readJson, readTextFile, readTimeout } from "../read-arguments.ts";
import { addSettingsOptions, type SettingsFlags, settingsOf } from "../settings-options.ts";

type RunFlags = SettingsFlags & { session?: string; context?: string; timeout?: string; json?: boolean };

export function addRunCommand(program: Command, cli: Cli, finish: Finish): void {
  const command = program
    .command("run <file>")
    .summary("run a program")
    .description(
      "Runs a TypeScript or JavaScript program through the gate. The result goes to stdout, its logs to stderr.",
    )
    .option("--session <name>", "session to run in; a new one if left out")
    .option("--context <json>", "value that the program sees as `context`")
    .option("--timeout <time>", "longest time, such as 500ms, 30s or 2m; policy may set less")
    .option("--json", "print the whole run as JSON")
    .addHelpText(
      "after",
      "\nExample:\n  $ echo 'return (await crm.list_contacts({ limit: 3 })).total' | sallyport run -",
    );
  addSettingsOptions(command).action(async (file: string, flags: RunFlags) => {
    const { name, request } = await readRequest(cli, file, flags);
    const gateway = await reachGateway(cli, settingsOf(cli, flags), "agent");
    try {
      const run = await watched(cli, gateway, (watch) => gateway.run(request, watch));
      finish(presentRun(run, name), flags);
    } finally {
      await gateway.close();
    }
  });
}

async function readRequest(
  cli: Cli,
  file: string,
  { session, context, timeout }: RunFlags,
): Promise<{ name: string; request: RunRequest }> {
  const options = {
    ...(session === undefined ? {} : { session }),
    ...(context === undefined ? {} : { context: readJson("--context", context) }),
    ...(timeout === undefined ? {} : { timeoutMs: readTimeout(timeout) }),
  };
  const { name, text } = await readTextFile(cli, file);
  return { name, request: { code: text, ...options } };
}

type CheckFlags = SettingsFlags & { json?: boolean };

export function addCheckCommand(program: Command, cli: Cli, finish: Finish): void {
  const command = program
    .command("check <file>")
    .summary("check a program without running it")
    .description(
      "Says what the rules find in a program and what policy decides about it. Nothing is executed.",
    )
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport check report.ts");
  addSettingsOptions(command).action(async (file: string, flags: CheckFlags) => {
    const { name, text } = await readTextFile(cli, file);
    const gateway = await reachGateway(cli, settingsOf(cli, flags), "agent");
    try {
      finish(presentCheck(await gateway.check(text), name), flags);
    } finally {
      await gateway.close();
    }
  });
}
