import type { Command, Option } from "commander";
import { createProgram } from "../../src/surfaces/cli/program.ts";

const INTRODUCTION = `# Command line

Generated from the commands themselves; do not edit. \`sallyport <command> --help\` prints the same.

Results go to stdout, everything else to stderr. \`--json\` prints the result for machines. \`NO_COLOR\` is honoured.

| exit code | means |
|---|---|
| 0 | fine |
| 1 | problems were found, or a run failed |
| 2 | wrong usage, settings or policy files |
`;

const SETTINGS_FLAGS = ["--data", "--servers", "--policies", "--config"];

/** Every command as one section: how it is called, what it does, and its own flags. */
export function cliPage(): string {
  const silent = { write: () => true };
  const cli = { env: {}, cwd: "/", stdin: process.stdin, stdout: silent, stderr: silent };
  const program = createProgram(cli, () => {});
  const sections = program.commands.flatMap((command) => sectionsOf(command, "sallyport"));
  const shared = [
    "## Flags of every command that needs the gateway's settings",
    "",
    ...optionTable(findOptions(program.commands)),
  ];
  return `${[INTRODUCTION, ...sections, ...shared].join("\n")}\n`;
}

function findOptions(commands: readonly Command[]): Option[] {
  const [first] = commands.filter(({ options }) => options.some(({ long }) => long === "--data"));
  return (first?.options ?? []).filter(({ long }) => SETTINGS_FLAGS.includes(long ?? ""));
}

function sectionsOf(command: Command, before: string): string[] {
  const name = `${before} ${command.name()}`;
  const children = command.commands.filter((child) => child.name() !== "help");
  if (children.length > 0) return children.flatMap((child) => sectionsOf(child, name));
  const words = command.registeredArguments.map((one) => {
    const word = `${one.name()}${one.variadic ? "..." : ""}`;
    return one.required ? `<${word}>` : `[${word}]`;
  });
  const own = command.options.filter(({ long }) => !SETTINGS_FLAGS.includes(long ?? ""));
  const table = own.length > 0 ? ["", ...optionTable(own)] : [];
  return [`## \`${[name, ...words].join(" ")}\``, "", command.description(), ...table, ""];
}

function optionTable(options: readonly Option[]): string[] {
  const cell = (text: string): string => text.replaceAll("|", "\\|");
  return [
    "| flag | means |",
    "|---|---|",
    ...options.map(({ flags, description, defaultValue }) => {
      const isShown = defaultValue !== undefined && String(defaultValue) !== "";
      return `| \`${cell(flags)}\` | ${cell(description)}${isShown ? ` (default \`${defaultValue}\`)` : ""} |`;
    }),
  ];
}
