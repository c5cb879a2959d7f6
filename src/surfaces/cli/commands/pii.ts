import type { Command } from "commander";
import type { Cli, Finish } from "../cli.ts";
import { readTextFile } from "../read-arguments.ts";
import { addSettingsOptions, type SettingsFlags, settingsOf } from "../settings-options.ts";
import { UsageError } from "../usage-error.ts";

type EvalFlags = SettingsFlags & { json?: boolean; minF1?: string; faults?: boolean };

const EVAL_FORMAT = `
The file has one JSON object a line:
  {"data": {"note": "call +1 415 555 0132"}, "find": [["PHONE", "+1 415 555 0132"]], "keep": ["call"]}
data  any JSON value, as a tool would return it
find  class and exact text of every personal value in it; none when left out
keep  harmless texts that must stay as they are; none when left out
A value counts as found when a span of its class covers it. Logins and coordinates count where labels name them.

Example:
  $ sallyport pii eval labelled.jsonl --min-f1 0.93`;

export function addPiiCommands(program: Command, cli: Cli, finish: Finish): void {
  const pii = program
    .command("pii")
    .summary("find personal data in a file, and measure how well")
    .description("Works on personal data.");
  const command = pii
    .command("scan <file>")
    .description("Shows where a text or JSON file holds personal data, each value masked.")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport pii scan contacts.json");
  addSettingsOptions(command).action(async (file: string, flags: SettingsFlags & { json?: boolean }) => {
    const { defaultRegion } = settingsOf(cli, flags);
    const { text } = await readTextFile(cli, file);
    const { presentPii } = await import("../present/present-pii.ts");
    finish(presentPii(text, defaultRegion), flags);
  });
  addEvalCommand(pii, cli, finish);
}

function addEvalCommand(pii: Command, cli: Cli, finish: Finish): void {
  const command = pii
    .command("eval <file>")
    .description("Measures precision, recall and F1 by class on labelled data.")
    .option("--min-f1 <rate>", "exit 1 when F1 over all classes is below, from 0 to 1")
    .option("--faults", "list misses and false alarms, each value masked")
    .option("--json", "print as JSON")
    .addHelpText("after", EVAL_FORMAT);
  addSettingsOptions(command).action(async (file: string, flags: EvalFlags) => {
    const minF1 = flags.minF1 === undefined ? null : readRate("--min-f1", flags.minF1);
    const { defaultRegion: region } = settingsOf(cli, flags);
    const { text } = await readTextFile(cli, file);
    const { presentPiiEval } = await import("../present/present-pii-eval.ts");
    finish(presentPiiEval(text, { region, minF1, showFaults: flags.faults === true }), flags);
  });
}

function readRate(flag: string, text: string): number {
  const rate = /^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(rate)) throw new UsageError(`${flag} "${text}" is no number from 0 to 1.`);
  return rate;
}
