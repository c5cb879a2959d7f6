import type { Command } from "commander";
import { type JsonObject, ROLES } from "../../../vocabulary.ts";
import type { Cli, CommandResult, Finish } from "../cli.ts";
import { type ReachedGateway, reachGateway, type ShownKey } from "../gateway/reach-gateway.ts";
import { textTable } from "../present/text-table.ts";
import { readWord } from "../read-arguments.ts";
import { addSettingsOptions, type SettingsFlags, settingsOf } from "../settings-options.ts";

type KeyFlags = SettingsFlags & { json?: boolean };
type CreateFlags = KeyFlags & { role: string; group: string[] };

type WithGateway = (
  flags: KeyFlags,
  work: (gateway: ReachedGateway) => Promise<CommandResult>,
) => Promise<void>;

export function addKeysCommands(program: Command, cli: Cli, finish: Finish): void {
  const keys = program
    .command("keys")
    .summary("make, list and revoke keys")
    .description("Makes, lists and revokes the keys of callers.");
  const withGateway: WithGateway = async (flags, work) => {
    const gateway = await reachGateway(cli, settingsOf(cli, flags), "admin");
    try {
      finish(await work(gateway), flags);
    } finally {
      await gateway.close();
    }
  };
  addCreateCommand(keys, withGateway);
  addListCommand(keys, withGateway);
  addRevokeCommand(keys, withGateway);
}

function addCreateCommand(keys: Command, withGateway: WithGateway): void {
  const command = keys
    .command("create <name>")
    .description("Makes a key and prints its secret once.")
    .option("--role <role>", `one of ${ROLES.join(", ")}`, "agent")
    .option("--group <group>", "group that policies may name; may be given several times", collect, [])
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport keys create support-bot --group support");
  addSettingsOptions(command).action(async (name: string, flags: CreateFlags) => {
    const role = readWord("--role", flags.role, ROLES);
    await withGateway(flags, async (gateway) =>
      presentNewKey(await gateway.createKey({ name, role, groups: flags.group })),
    );
  });
}

function addListCommand(keys: Command, withGateway: WithGateway): void {
  const command = keys
    .command("list")
    .description("Lists all keys, without their secrets.")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport keys list");
  addSettingsOptions(command).action((flags: KeyFlags) =>
    withGateway(flags, async (gateway) => presentKeys(await gateway.listKeys())),
  );
}

function addRevokeCommand(keys: Command, withGateway: WithGateway): void {
  const command = keys
    .command("revoke <id-or-name>")
    .description("Revokes a key; the next request with it is refused.")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport keys revoke support-bot");
  addSettingsOptions(command).action((idOrName: string, flags: KeyFlags) =>
    withGateway(flags, async (gateway) => presentRevoked(await gateway.revokeKey(idOrName))),
  );
}

function collect(value: string, before: string[]): string[] {
  return [...before, value];
}

function presentNewKey(key: JsonObject): CommandResult {
  const { id, name, role, groups } = key;
  const inGroups = Array.isArray(groups) && groups.length > 0 ? ` in ${groups.join(", ")}` : "";
  return {
    data: key,
    lines: [String(key["key"])],
    notes: [`Key ${id} for ${name}, role ${role}${inGroups}. Keep the secret now: it is shown only once.`],
  };
}

function presentKeys(keys: ShownKey[]): CommandResult {
  const rows = keys.map(({ id, name, role, groups, createdAt, revokedAt }) => [
    id,
    name,
    role,
    groups.join(","),
    createdAt,
    revokedAt ?? "",
  ]);
  return { data: { keys }, lines: textTable(["id", "name", "role", "groups", "created", "revoked"], rows) };
}

function presentRevoked(revoked: JsonObject[]): CommandResult {
  return { data: { revoked }, lines: revoked.map(({ id, name, role }) => `revoked ${id}  ${name}  ${role}`) };
}
