import type { Command } from "commander";
import { addSpanOptions, readSpan, type SpanFlags } from "../audit/audit-filters.ts";
import { presentFlows, presentSql, presentStats } from "../audit/present-audit-counts.ts";
import { presentRunStory } from "../audit/present-audit-run.ts";
import type { Finish } from "../cli.ts";
import { readClass, readCount } from "../read-arguments.ts";
import { addSettingsOptions, type SettingsFlags } from "../settings-options.ts";
import { UsageError } from "../usage-error.ts";
import type { WithAudit } from "./audit.ts";

type JsonFlags = SettingsFlags & { json?: boolean };

export function addAuditQuestionCommands(audit: Command, withAudit: WithAudit, finish: Finish): void {
  addShowCommand(audit, withAudit, finish);
  addFlowsCommand(audit, withAudit, finish);
  addStatsCommand(audit, withAudit, finish);
  addSqlCommand(audit, withAudit, finish);
}

function addShowCommand(audit: Command, withAudit: WithAudit, finish: Finish): void {
  const command = audit
    .command("show <run>")
    .description("Draws one run: its code with findings, decisions, calls and the way of its tokens.")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport audit show run_0f3a9c…");
  addSettingsOptions(command).action((run: string, flags: JsonFlags) =>
    withAudit(flags, async (access) => finish(presentRunStory(await access.run(run)), flags)),
  );
}

type FlowFlags = JsonFlags & SpanFlags & { class?: string; tool?: string; principal?: string; csv?: boolean };

function addFlowsCommand(audit: Command, withAudit: WithAudit, finish: Finish): void {
  const command = audit
    .command("flows")
    .description("Counts where personal data went: source tool, destination argument, allowed or refused.")
    .option("--class <class>", "only this class, such as EMAIL")
    .option("--tool <tool>", "only into this tool, or a pattern such as 'mail.*'")
    .option("--principal <principal>", "only calls of this principal");
  addSpanOptions(command)
    .option("--csv", "print as CSV")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport audit flows --class EMAIL --since 7d");
  addSettingsOptions(command).action((flags: FlowFlags) => {
    const { class: name, tool, principal } = flags;
    const question = {
      ...readSpan(flags, new Date()),
      ...(name !== undefined && { class: readClass("--class", name) }),
      ...(tool !== undefined && { tool }),
      ...(principal !== undefined && { principal }),
    };
    return withAudit(flags, async (access) =>
      finish(presentFlows(await access.flows(question), flags), flags),
    );
  });
}

type StatsFlags = JsonFlags & SpanFlags & { principal?: string; price?: string };

function addStatsCommand(audit: Command, withAudit: WithAudit, finish: Finish): void {
  const command = audit
    .command("stats")
    .description(
      "Counts runs, errors, latencies, tools, personal data and the model's tokens that were saved.",
    )
    .option("--principal <principal>", "only of this principal")
    .option("--price <money>", "what a million tokens cost, to say what the saved ones are worth");
  addSpanOptions(command)
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport audit stats --since 7d --price 3");
  addSettingsOptions(command).action((flags: StatsFlags) => {
    const { principal, price } = flags;
    const question = {
      ...readSpan(flags, new Date()),
      ...(principal !== undefined && { principal }),
      ...(price !== undefined && { price: readPrice(price) }),
    };
    return withAudit(flags, async (access) => finish(presentStats(await access.stats(question)), flags));
  });
}

function readPrice(text: string): number {
  if (/^\d{1,6}(\.\d{1,6})?$/.test(text)) return Number(text);
  throw new UsageError(`--price "${text}" is no amount.`, 'Write it like "3" or "0.25".');
}

type SqlFlags = JsonFlags & { limit: string; csv?: boolean };

function addSqlCommand(audit: Command, withAudit: WithAudit, finish: Finish): void {
  const command = audit
    .command("sql <question>")
    .description(
      "Answers one SELECT over the trail's views, from events and calls to counts by hour and flow; changes nothing.",
    )
    .option("--limit <count>", "at most this many rows", "1000")
    .option("--csv", "print as CSV")
    .option("--json", "print as JSON")
    .addHelpText(
      "after",
      [
        "\nViews: events, runs, calls, tokens, code, and counted beforehand: hourly, daily, flows.",
        "\nExample:\n  $ sallyport audit sql \"select tool, sum(events) from daily where kind = 'call.decided' group by tool\"",
      ].join("\n"),
    );
  addSettingsOptions(command).action((question: string, flags: SqlFlags) => {
    const limit = readCount("--limit", flags.limit, { min: 1, max: 10_000 });
    return withAudit(flags, async (access) =>
      finish(presentSql(await access.sql(question, limit), flags), flags),
    );
  });
}
