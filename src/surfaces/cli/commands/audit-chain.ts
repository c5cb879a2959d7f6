import { open } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import type { ExportFormat, VerifyResult } from "../../../record/record.ts";
import { addFilterOptions, type FilterFlags, readFilter } from "../audit/audit-filters.ts";
import { presentPruned, presentVerify } from "../audit/present-audit.ts";
import { localReader } from "../audit/reach-audit.ts";
import type { Cli, Finish } from "../cli.ts";
import { openProgress, watched } from "../present/progress.ts";
import { terminalText } from "../present/terminal-text.ts";
import { readMoment, readWord } from "../read-arguments.ts";
import { addSettingsOptions, type SettingsFlags, settingsOf } from "../settings-options.ts";
import { UsageError } from "../usage-error.ts";
import type { WithAudit } from "./audit.ts";

type JsonFlags = SettingsFlags & { json?: boolean };
type Parts = { cli: Cli; withAudit: WithAudit; finish: Finish };

export function addAuditChainCommands(audit: Command, parts: Parts): void {
  addVerifyCommand(audit, parts);
  addKeyCommand(audit, parts);
  addExportCommand(audit, parts);
  addBackupCommand(audit, parts);
  addPruneCommand(audit, parts);
}

type VerifyFlags = JsonFlags & { file: string[]; key: string[]; checkpoint?: string };

function addVerifyCommand(audit: Command, { cli, withAudit, finish }: Parts): void {
  const command = audit
    .command("verify")
    .description(
      "Proves that no event of the trail was changed, removed or added, or names the first that was.",
    )
    .option(
      "--file <file>",
      "check this file of a trail, wherever it lies; may be given several times",
      collect,
      [],
    )
    .option("--key <file>", "public key that must have signed it; may be given several times", collect, [])
    .option("--checkpoint <file>", "a checkpoint that was kept elsewhere; shows a cut tail")
    .option("--json", "print as JSON")
    .addHelpText(
      "after",
      "\nExample:\n  $ sallyport audit verify\n  $ sallyport audit verify --file trail.db --key trail.pub.pem",
    );
  addSettingsOptions(command).action(async (flags: VerifyFlags) => {
    if (flags.file.length > 0) return finish(presentVerify(await verifyFiles(cli, flags)), flags);
    if (flags.key.length > 0 || flags.checkpoint !== undefined) {
      throw new UsageError("--key and --checkpoint go with --file.", "Name the trail's file by --file.");
    }
    await withAudit(flags, async (access) => {
      const progress = openProgress(cli, "verifying", flags);
      const verified = await access.verify(progress.at).finally(progress.end);
      finish(presentVerify(verified), flags);
    });
  });
}

async function verifyFiles(cli: Cli, flags: VerifyFlags): Promise<VerifyResult> {
  const { file, key, checkpoint } = flags;
  const { readEvidence, verifyTrail } = await import("../../../record/record.ts");
  const { openTrailFiles } = await import("../../../storage/storage.ts");
  const at = (path: string) => resolve(cli.cwd, path);
  const isUnsigned = key.length === 0 && checkpoint === undefined;
  const evidence = await readEvidence({
    keys: key.map(at),
    ...(checkpoint !== undefined && { checkpoint: at(checkpoint) }),
  });
  const store = openTrailFiles(file.map(at));
  const progress = openProgress(cli, "verifying", flags);
  try {
    return await verifyTrail(store, isUnsigned ? undefined : evidence, progress.at);
  } finally {
    progress.end();
    await store.close();
  }
}

function collect(value: string, before: string[]): string[] {
  return [...before, value];
}

function addKeyCommand(audit: Command, { withAudit, finish }: Parts): void {
  const command = audit
    .command("key")
    .description("Prints the public keys that the trail is signed with, for whoever verifies it elsewhere.")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport audit key > trail.pub.pem");
  addSettingsOptions(command).action((flags: JsonFlags) =>
    withAudit(flags, async (access) => {
      const keys = await access.keys();
      const notes = keys.length === 1 ? [] : [`${keys.length} keys; newer ones replaced older ones.`];
      finish({ data: { keys }, lines: keys.map(({ pem }) => pem.trimEnd()), notes }, flags);
    }),
  );
}

type ExportFlags = SettingsFlags & FilterFlags & { format: string; out?: string };

function addExportCommand(audit: Command, { cli, withAudit }: Parts): void {
  const command = audit
    .command("export")
    .description("Writes events, the oldest first, in a format that other systems read.")
    .option("--format <format>", "jsonl, csv or ocsf", "jsonl")
    .option("--out <file>", "write to this file, which must not exist, instead of stdout");
  addFilterOptions(command).addHelpText(
    "after",
    "\nExample:\n  $ sallyport audit export --format ocsf --since 1d --out trail.ocsf.jsonl",
  );
  addSettingsOptions(command).action(async (flags: ExportFlags) => {
    const { EVENT_KINDS, EXPORT_FORMATS } = await import("../../../record/record.ts");
    const format: ExportFormat = readWord("--format", flags.format, EXPORT_FORMATS);
    const filter = readFilter(flags, EVENT_KINDS, new Date());
    await withAudit(flags, async (access) => {
      const lines = access.export(filter, format);
      if (flags.out !== undefined)
        return writeFile(resolve(cli.cwd, flags.out), watched(lines, openProgress(cli, "exporting")));
      // JSON may be written with escapes and stays the same value; a terminal is then safe from what it quotes.
      for await (const text of lines) cli.stdout.write(format === "csv" ? text : terminalText(text));
    });
  });
}

async function writeFile(path: string, lines: AsyncIterable<string>): Promise<void> {
  const file = await open(path, "wx", 0o600).catch(() => {
    throw new UsageError(`The file ${path} cannot be made, or exists already.`);
  });
  try {
    for await (const text of lines) await file.write(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

function addBackupCommand(audit: Command, { cli, finish }: Parts): void {
  const command = audit
    .command("backup <file>")
    .description("Copies the whole trail into one file, also while a gateway runs on the data folder.")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport audit backup trail-backup.db");
  addSettingsOptions(command).action(async (file: string, flags: JsonFlags) => {
    const { readNote } = await import("../../../record/record.ts");
    const { openSqliteTrailStore } = await import("../../../storage/storage.ts");
    const store = openSqliteTrailStore(settingsOf(cli, flags).data, { readOnly: true });
    try {
      await store.noteRead(readNote(localReader(), new Date(), { what: "backup" }));
      await store.backup(resolve(cli.cwd, file));
      const last = (await store.head())?.seq ?? 0;
      finish({ data: { file, last }, lines: [`The trail is in ${file}.`] }, flags);
    } finally {
      await store.close();
    }
  });
}

function addPruneCommand(audit: Command, { withAudit, finish }: Parts): void {
  const command = audit
    .command("prune")
    .description("Deletes the files of the trail whose events are all older, and says so on the trail.")
    .requiredOption("--before <time>", "an age such as 365d, or a date such as 2026-01-01")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport audit prune --before 2026-01-01");
  addSettingsOptions(command).action((flags: JsonFlags & { before: string }) => {
    const before = new Date(readMoment("--before", flags.before, new Date()));
    return withAudit(flags, async (access) => finish(presentPruned(await access.prune(before)), flags));
  });
}
