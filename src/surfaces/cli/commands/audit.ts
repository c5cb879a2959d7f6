import type { Command } from "commander";
import type { TrailFilter } from "../../../storage/storage.ts";
import type { Cli, Finish } from "../cli.ts";
import { presentEvents, presentVerify } from "../present-audit.ts";
import { reachTrail } from "../reach-gateway.ts";
import { readCount, readMoment, readWord } from "../read-arguments.ts";
import { addSettingsOptions, type SettingsFlags, settingsOf } from "../settings-options.ts";

const PLAIN_FILTERS = {
  principal: "events of this principal",
  session: "events of this session",
  run: "events of this run",
  call: "events of this tool call",
  tool: "events about this tool, such as crm.get_contact",
  decision: "events decided so: allow, approve or deny",
  rule: "events that this rule decided",
  status: "events that ended so, such as succeeded or failed",
} as const;

type PlainFilter = keyof typeof PLAIN_FILTERS;
type QueryFlags = SettingsFlags &
  Partial<Record<PlainFilter, string>> & {
    kind?: string;
    since?: string;
    until?: string;
    cursor?: string;
    limit: string;
    order: string;
    json?: boolean;
  };

export function addAuditCommands(program: Command, cli: Cli, finish: Finish): void {
  const audit = program
    .command("audit")
    .summary("read and verify the trail")
    .description("Reads the trail, of a running gateway or of a stopped one's data folder.");
  addQueryCommand(audit, cli, finish);
  addVerifyCommand(audit, cli, finish);
}

function addQueryCommand(audit: Command, cli: Cli, finish: Finish): void {
  const command = audit.command("query").description("Lists events, the newest first.");
  command.option("--kind <kind>", "events of this kind, such as call.decided");
  for (const [name, text] of Object.entries(PLAIN_FILTERS)) command.option(`--${name} <${name}>`, text);
  command
    .option("--since <time>", "from this time on: 30m, 2h, 3d or an ISO time")
    .option("--until <time>", "before this time: 30m, 2h, 3d or an ISO time")
    .option("--limit <count>", "at most this many", "100")
    .option("--order <order>", "asc or desc", "desc")
    .option("--cursor <seq>", "go on after this event")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport audit query --since 2h --decision deny");
  addSettingsOptions(command).action(async (flags: QueryFlags) => {
    const { EVENT_KINDS } = await import("../../../record/record.ts");
    const filter = readFilter(flags, EVENT_KINDS, new Date());
    const trail = await reachTrail(cli, settingsOf(cli, flags));
    try {
      finish(presentEvents(await trail.readTrail(filter)), flags);
    } finally {
      await trail.close();
    }
  });
}

function readFilter(flags: QueryFlags, kinds: readonly string[], now: Date): TrailFilter {
  const filter: TrailFilter = {
    limit: readCount("--limit", flags.limit, { min: 1, max: 1000 }),
    order: readWord("--order", flags.order, ["asc", "desc"]),
  };
  if (flags.kind !== undefined) filter.kind = readWord("--kind", flags.kind, kinds);
  if (flags.since !== undefined) filter.since = readMoment("--since", flags.since, now);
  if (flags.until !== undefined) filter.until = readMoment("--until", flags.until, now);
  if (flags.cursor !== undefined)
    filter.cursor = readCount("--cursor", flags.cursor, { min: 0, max: Number.MAX_SAFE_INTEGER });
  for (const name of Object.keys(PLAIN_FILTERS) as PlainFilter[]) {
    const value = flags[name];
    if (value !== undefined) filter[name] = value;
  }
  return filter;
}

function addVerifyCommand(audit: Command, cli: Cli, finish: Finish): void {
  const command = audit
    .command("verify")
    .description(
      "Proves that no event of the trail was changed, removed or added, or names the first that was.",
    )
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport audit verify --data .sallyport");
  addSettingsOptions(command).action(async (flags: SettingsFlags & { json?: boolean }) => {
    const trail = await reachTrail(cli, settingsOf(cli, flags));
    try {
      finish(presentVerify(await trail.verifyTrail()), flags);
    } finally {
      await trail.close();
    }
  });
}
