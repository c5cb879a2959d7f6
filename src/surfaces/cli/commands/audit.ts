import type { Command } from "commander";
import { EVENT_COLUMNS, type EventColumn, SORT_KEYS } from "../../../event-columns.ts";
import { addFilterOptions, type FilterFlags, readFilter } from "../audit/audit-filters.ts";
import { eventLine, presentEvents } from "../audit/present-audit.ts";
import { type AuditAccess, reachAudit } from "../audit/reach-audit.ts";
import type { Cli, Finish } from "../cli.ts";
import { withStopSignal } from "../gateway/stop-signals.ts";
import { readCount, readWord } from "../read-arguments.ts";
import { addSettingsOptions, type SettingsFlags, settingsOf } from "../settings-options.ts";
import { UsageError } from "../usage-error.ts";
import { addAuditChainCommands } from "./audit-chain.ts";
import { addAuditQuestionCommands } from "./audit-questions.ts";

type QueryFlags = SettingsFlags &
  FilterFlags & {
    limit: string;
    order: string;
    sort: string;
    columns?: string;
    follow?: boolean;
    json?: boolean;
    csv?: boolean;
  };

/** Opens the trail for one command and closes it again. */
export type WithAudit = <T>(flags: SettingsFlags, work: (audit: AuditAccess) => Promise<T>) => Promise<T>;

export function addAuditCommands(program: Command, cli: Cli, finish: Finish): void {
  const audit = program
    .command("audit")
    .summary("read and verify the trail")
    .description("Reads the trail, of a running gateway or of a stopped one's data folder.");
  const withAudit: WithAudit = async (flags, work) => {
    const access = await reachAudit(cli, settingsOf(cli, flags));
    try {
      return await work(access);
    } finally {
      await access.close();
    }
  };
  addQueryCommand(audit, withAudit, finish);
  addAuditQuestionCommands(audit, withAudit, finish);
  addAuditChainCommands(audit, { cli, withAudit, finish });
}

function addQueryCommand(audit: Command, withAudit: WithAudit, finish: Finish): void {
  const command = audit.command("query").description("Lists events, the newest first.");
  addFilterOptions(command)
    .option("--limit <count>", "at most this many", "100")
    .option("--order <order>", "asc or desc", "desc")
    .option("--sort <key>", `by ${SORT_KEYS.join(", ")}; events without it come last`, "seq")
    .option("--columns <names>", `some of ${EVENT_COLUMNS.join(",")}`)
    .option("--follow", "go on and print new events as they come, until Ctrl-C")
    .option("--csv", "print as CSV")
    .option("--json", "print as JSON; with --follow one event a line")
    .addHelpText("after", "\nExample:\n  $ sallyport audit query --since 2h --decision deny");
  addSettingsOptions(command).action(async (flags: QueryFlags) => {
    const { EVENT_KINDS } = await import("../../../record/record.ts");
    const filter = readFilter(flags, EVENT_KINDS, new Date());
    const form = { ...readColumns(flags.columns), csv: flags.csv === true };
    const limit = readCount("--limit", flags.limit, { min: 1, max: 1000 });
    const order = readWord("--order", flags.order, ["asc", "desc"]);
    const sort = readWord("--sort", flags.sort, SORT_KEYS);
    if (flags.follow && sort !== "seq")
      throw new UsageError("--follow has one order: that in which events come.");
    await withAudit(flags, async (access) => {
      if (!flags.follow) {
        finish(presentEvents(await access.events({ ...filter, limit, order, sort }), form), flags);
        return;
      }
      await withStopSignal(async (signal) => {
        for await (const event of access.follow(filter, signal)) {
          const line = flags.json ? JSON.stringify(event) : eventLine(event, form);
          finish({ data: event, lines: [line] }, {});
        }
      });
    });
  });
}

function readColumns(text: string | undefined): { columns?: EventColumn[] } {
  if (text === undefined) return {};
  const columns = text.split(",").map((name) => readWord("--columns", name.trim(), EVENT_COLUMNS));
  if (new Set(columns).size < columns.length) throw new UsageError("--columns names a column twice.");
  return { columns };
}
