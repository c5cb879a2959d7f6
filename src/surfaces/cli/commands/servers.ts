import type { Command } from "commander";
import type { LoadedSettings } from "../../../settings.ts";
import { counted } from "../../../text/counted.ts";
import type { Cli, CommandResult, Finish } from "../cli.ts";
import { textTable } from "../present/text-table.ts";
import { addSettingsOptions, type SettingsFlags, settingsOf } from "../settings-options.ts";
import { UsageError } from "../usage-error.ts";

type Flags = SettingsFlags & { json?: boolean };
type AddFlags = Flags & { url?: string; sse?: boolean; header: string[]; env: string[]; replace?: boolean };

const collect = (value: string, before: string[]): string[] => [...before, value];

export function addServersCommands(program: Command, cli: Cli, finish: Finish): void {
  const servers = program
    .command("servers")
    .summary("name and test the MCP servers")
    .description("Works on the file that names the MCP servers behind the gateway.");

  const list = servers
    .command("list")
    .description("Lists the servers of the file, and whose tools are cached; connects to none of them.")
    .option("--json", "print as JSON");
  addSettingsOptions(list).action(async (flags: Flags) => {
    finish(await listServers(settingsOf(cli, flags)), flags);
  });

  const add = servers
    .command("add <name> [command...]")
    .description("Adds a server to the file and keeps everything else in it.")
    .option("--url <url>", "a server over HTTP instead of a command")
    .option("--sse", "the server speaks the older HTTP+SSE transport")
    .option("--header <NAME=value>", "a header for --url; repeat for more", collect, [])
    .option("--env <NAME=value>", "a variable for the command; repeat for more", collect, [])
    .option("--replace", "put it in the place of a server with the same name")
    .option("--json", "print as JSON")
    .addHelpText(
      "after",
      "\nExample:\n  $ sallyport servers add files -- mcp-server-filesystem /srv/docs\n" +
        "  $ sallyport servers add crm --url https://crm.example/mcp --header 'Authorization=Bearer ${CRM_TOKEN}'",
    );
  addSettingsOptions(add).action(async (name: string, command: string[], flags: AddFlags) => {
    const { addServer, readPairs } = await import("../servers-file.ts");
    const path = settingsOf(cli, flags).servers;
    if ((flags.url === undefined) === (command.length === 0))
      throw new UsageError("A server needs either a command or --url.", "Write the command after --.");
    const [program = "", ...args] = command;
    const headers = readPairs("--header", flags.header);
    const env = readPairs("--env", flags.env);
    const entry =
      flags.url === undefined
        ? { command: program, ...(args.length > 0 && { args }), ...(flags.env.length > 0 && { env }) }
        : {
            ...(flags.sse && { type: "sse" }),
            url: flags.url,
            ...(flags.header.length > 0 && { headers }),
          };
    await addServer(path, { name, entry, replace: flags.replace ?? false });
    const lines = [`${path} names the server ${name} now. Try it: sallyport servers test ${name}`];
    finish({ data: { server: name, file: path }, lines }, flags);
  });

  const test = servers
    .command("test [name]")
    .description("Connects, lists the tools and says what is wrong; exit 1 when a server does not answer.")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport servers test crm");
  addSettingsOptions(test).action(async (name: string | undefined, flags: Flags) => {
    const { testServers } = await import("../servers-test.ts");
    finish(await testServers(settingsOf(cli, flags), name), flags);
  });
}

/** Arguments, headers and variables are left out: they may hold secrets. */
async function listServers({ servers: path, data }: LoadedSettings): Promise<CommandResult> {
  const { readServersFile } = await import("../../../upstreams/upstreams.ts");
  const { readCachedServers } = await import("../cached-servers.ts");
  const configs = await readServersFile(path);
  const cached = await readCachedServers(data, configs);
  const rows = configs.map((config) => ({
    server: config.name,
    transport: config.transport === "stdio" ? "stdio" : config.sse ? "sse" : "http",
    target: config.transport === "stdio" ? config.command : withoutQuery(config.url),
    tools: cached.has(config.name) ? "cached" : "unknown",
  }));
  return {
    data: { servers: rows },
    lines: textTable(
      ["server", "transport", "target", "tools"],
      rows.map(({ server, transport, target, tools }) => [server, transport, target, tools]),
    ),
    notes: [`${counted(rows.length, "server")} in ${path}`],
  };
}

function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
