import { join } from "node:path";
import type { Command } from "commander";
import type { LoadedSettings } from "../../../settings.ts";
import type { Cli, CommandResult, Finish } from "../cli.ts";
import { readTextFile } from "../read-arguments.ts";
import { addSettingsOptions, type SettingsFlags, settingsOf } from "../settings-options.ts";
import { UsageError } from "../usage-error.ts";

type VaultFlags = SettingsFlags & { json?: boolean };
type ForgetFlags = VaultFlags & { session?: string; value?: string };
type RevealFlags = VaultFlags & { session: string; reason: string };
type RotateFlags = VaultFlags & { newKey?: string };

const SESSION = /^[^/\s]{1,128}\/[A-Za-z0-9_-]{1,64}$/;

export function addVaultCommands(program: Command, cli: Cli, finish: Finish): void {
  const vault = program
    .command("vault")
    .summary("count, reveal, forget and re-key stored personal values")
    .description(
      "Looks after the encrypted vault of personal values: of the gateway that runs on the data folder (with an admin's key), else the files of a stopped one.",
    );
  addStatsCommand(vault, cli, finish);
  addRevealCommand(vault, cli, finish);
  addForgetCommand(vault, cli, finish);
  addRotateCommand(vault, cli, finish);
}

function addStatsCommand(vault: Command, cli: Cli, finish: Finish): void {
  const command = vault
    .command("stats")
    .description("Counts sessions and tokens by class; shows no value.")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport vault stats");
  addSettingsOptions(command).action(async (flags: VaultFlags) => {
    const { openStoppedVault } = await import("../gateway/stopped-vault.ts");
    const { presentStats } = await import("../present/present-vault.ts");
    const reader = await openStoppedVault(settingsOf(cli, flags), "read");
    finish(presentStats(await reader.stats().finally(reader.close)), flags);
  });
}

function addRevealCommand(vault: Command, cli: Cli, finish: Finish): void {
  const command = vault
    .command("reveal <token>")
    .description(
      "Shows the value behind one token. Needs a right of its own, and puts who, what and why on the trail first.",
    )
    .requiredOption("--session <principal/name>", "the session that the token is of")
    .requiredOption("--reason <text>", "why you must see it; kept on the trail")
    .option("--json", "print as JSON")
    .addHelpText(
      "after",
      '\nExample:\n  $ sallyport vault reveal EMAIL_001 --session agent/ses_1f2e --reason "case 4711, consent given"',
    );
  addSettingsOptions(command).action(async (token: string, flags: RevealFlags) => {
    if (!SESSION.test(flags.session))
      throw new UsageError("--session takes principal/name.", "For example --session agent/ses_1f2e.");
    const { reachGateway } = await import("../gateway/reach-gateway.ts");
    const gateway = await reachGateway(cli, settingsOf(cli, flags), "admin");
    const { session, reason } = flags;
    const revealed = await gateway.revealToken({ token, session, reason }).finally(gateway.close);
    finish({ data: revealed, lines: [String(revealed.value)] }, flags);
  });
}

function addForgetCommand(vault: Command, cli: Cli, finish: Finish): void {
  const command = vault
    .command("forget")
    .description(
      "Makes stored values unreadable for good: those of one session, or one value in all sessions.",
    )
    .option("--session <principal/name>", "the session to forget")
    .option(
      "--value <file>",
      "file that holds the value to forget; `-` reads stdin, so that it stands in no history",
    )
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ printf %s ann@example.com | sallyport vault forget --value -");
  addSettingsOptions(command).action(async (flags: ForgetFlags) => {
    if ((flags.session === undefined) === (flags.value === undefined))
      throw new UsageError(
        "Name either --session or --value.",
        "Run `sallyport vault forget --help` for an example.",
      );
    if (flags.session !== undefined && !SESSION.test(flags.session))
      throw new UsageError("--session takes principal/name.", "For example --session agent/ses_1f2e.");
    const value = flags.value === undefined ? null : await readValue(cli, flags.value);
    const { reachVault } = await import("../gateway/reach-vault.ts");
    const { presentForgottenSession, presentForgottenValue } = await import("../present/present-vault.ts");
    const keeper = await reachVault(cli, settingsOf(cli, flags));
    const work = async (): Promise<CommandResult> =>
      value === null
        ? presentForgottenSession(flags.session ?? "", await keeper.forgetSession(flags.session ?? ""))
        : presentForgottenValue(await keeper.forgetValue(value));
    finish(await work().finally(keeper.close), flags);
  });
}

function addRotateCommand(vault: Command, cli: Cli, finish: Finish): void {
  const command = vault
    .command("rotate")
    .description("Wraps all session keys with a new master key, all or none.")
    .option(
      "--new-key <file>",
      "the new key (64 hex digits or base64), where settings give the current one; needs a stopped gateway; `-` reads stdin",
    )
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport vault rotate");
  addSettingsOptions(command).action(async (flags: RotateFlags) => {
    const settings = settingsOf(cli, flags);
    const newKey = flags.newKey === undefined ? null : (await readTextFile(cli, flags.newKey)).text;
    const { reachVault } = await import("../gateway/reach-vault.ts");
    const { presentRotated } = await import("../present/present-vault.ts");
    const keeper = await reachVault(cli, settings);
    const work = async (): Promise<CommandResult> => {
      if (!keeper.isRunning) refuseWrongSource(settings, newKey !== null);
      const { sessions } = await keeper.rotate(newKey);
      return presentRotated(sessions, newKey === null ? join(settings.data, "keys", "vault.key") : null);
    };
    finish(await work().finally(keeper.close), flags);
  });
}

function refuseWrongSource(settings: LoadedSettings, hasNewKey: boolean): void {
  const isFromSettings = settings.masterKey !== undefined || settings.masterKeyCommand !== undefined;
  if (isFromSettings && !hasNewKey)
    throw new UsageError(
      "The settings give the master key, so the new one must be given as well.",
      "Name it by --new-key, then put it where the settings take the key from.",
    );
  if (!isFromSettings && hasNewKey)
    throw new UsageError(
      "The master key is in keys/vault.key and is replaced there.",
      "Leave --new-key out.",
    );
}

/** One value; the line end that editors and echo add does not belong to it. */
async function readValue(cli: Cli, file: string): Promise<string> {
  const value = (await readTextFile(cli, file)).text.replace(/\r?\n$/, "").trim();
  if (value === "") throw new UsageError("The value to forget is empty.");
  return value;
}
