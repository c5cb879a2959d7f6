import { resolve } from "node:path";
import type { Command } from "commander";
import type { Cli, Finish } from "../cli.ts";
import { addSettingsOptions, type SettingsFlags, settingsOf } from "../settings-options.ts";

type Flags = SettingsFlags & { json?: boolean; coverage?: boolean; mutants?: boolean; junit?: string };

export function addPolicyTest(policy: Command, cli: Cli, finish: Finish): void {
  const command = policy
    .command("test [folder]")
    .description("Decides the tests inside policy files and in *.test.yaml.")
    .option("--coverage", "every rule must decide a test")
    .option("--mutants", "drop and flip every rule: a test must notice")
    .option("--junit <file>", "also write the results as JUnit XML")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport policy test --coverage --mutants");
  addSettingsOptions(command).action(async (folder: string | undefined, flags: Flags) => {
    const settings = settingsOf(cli, flags);
    const { policyFolder } = await import("../policy/files.ts");
    const { testPolicies } = await import("../policy/test.ts");
    const { junit, coverage = false, mutants = false } = flags;
    const options = { folder: policyFolder(cli, settings, folder), cwd: cli.cwd, coverage, mutants };
    const report = junit === undefined ? {} : { junit: resolve(cli.cwd, junit) };
    finish(await testPolicies(settings, { ...options, ...report }), flags);
  });
}
