import type { Command } from "commander";
import type { ToolPage } from "../../../catalog/catalog.ts";
import { counted } from "../../../text/counted.ts";
import { cutText } from "../../../text/cut-text.ts";
import type { Cli, CommandResult, Finish } from "../cli.ts";
import { reachGateway } from "../gateway/reach-gateway.ts";
import { oneLine } from "../present/terminal-text.ts";
import { textTable } from "../present/text-table.ts";
import { readCount, readWord } from "../read-arguments.ts";
import { addSettingsOptions, type SettingsFlags, settingsOf } from "../settings-options.ts";

const LONGEST_DESCRIPTION = 100;

type SearchFlags = SettingsFlags & {
  detail: string;
  server?: string;
  limit: string;
  cursor?: string;
  schema?: boolean;
  json?: boolean;
};

export function addToolsCommands(program: Command, cli: Cli, finish: Finish): void {
  const tools = program
    .command("tools")
    .summary("find tools")
    .description("Looks at the tools behind the gateway.");
  const command = tools
    .command("search [query]")
    .description("Finds tools that the agent's key may call; without a query it lists them all.")
    .option("--detail <level>", "name_only, with_description or full", "with_description")
    .option("--server <name>", "only tools of this server")
    .option("--limit <count>", "at most this many", "20")
    .option("--cursor <cursor>", "go on where the last answer ended")
    .option("--schema", "uncut texts, and the raw schemas with --json")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport tools search contacts --detail full");
  addSettingsOptions(command).action(async (query: string | undefined, flags: SearchFlags) => {
    const { DETAILS } = await import("../../../catalog/catalog.ts");
    const { server, cursor, schema } = flags;
    const search = {
      query: query ?? "",
      detail: readWord("--detail", flags.detail, DETAILS),
      limit: readCount("--limit", flags.limit, { min: 1, max: 200 }),
      ...(server === undefined ? {} : { server }),
      ...(cursor === undefined ? {} : { cursor }),
      ...(schema === undefined ? {} : { schema }),
    };
    const gateway = await reachGateway(cli, settingsOf(cli, flags), "agent");
    try {
      finish(presentTools(await gateway.searchTools(search)), flags);
    } finally {
      await gateway.close();
    }
  });
}

function presentTools(page: ToolPage): CommandResult {
  const isFull = page.tools.some(({ types }) => types !== undefined);
  const lines = isFull
    ? page.tools.flatMap(({ tool, types, description = "" }) => [
        `// ${oneLine(tool)}`,
        types ?? `// ${oneLine(description)}`,
        "",
      ])
    : textTable(
        ["tool", "description"],
        page.tools.map(({ tool, description = "" }) => [tool, shortened(description)]),
      );
  const more = page.next ? `; add --cursor ${page.next} for more` : "";
  const skills = page.skills ?? [];
  lines.push(...skills.map(({ call, description }) => `skill ${oneLine(call)}  ${oneLine(description)}`));
  const notes = [`${page.tools.length} of ${counted(page.total, "tool")}${more}`];
  if (page.total === 0)
    notes.push(
      "A tool is found when its server runs and policy lets the key call it: `sallyport servers test`, `sallyport doctor`.",
    );
  return { data: page, lines, notes };
}

/** A line of the table stays on a line of the terminal; `--detail full` and `--json` have the rest. */
function shortened(description: string): string {
  const line = oneLine(description);
  return line.length > LONGEST_DESCRIPTION ? `${cutText(line, LONGEST_DESCRIPTION).trimEnd()} …` : line;
}
