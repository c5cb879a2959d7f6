import type { Command } from "commander";
import { type LoadedSettings, loadSettings } from "../../settings.ts";
import type { Cli } from "./cli.ts";

export type SettingsFlags = { data?: string; servers?: string; policies?: string; config?: string };
export type ListenFlags = SettingsFlags & { host?: string; port?: string };

/** The flags of every command that needs the gateway's settings. */
export function addSettingsOptions(command: Command): Command {
  return command
    .option("--data <folder>", "folder of the trail, the vault, the state and the keys")
    .option("--servers <file>", "file that names the MCP servers")
    .option("--policies <folder>", "folder of the policy files")
    .option("--config <file>", "settings file, instead of sallyport.yaml");
}

export function settingsOf(cli: Cli, flags: ListenFlags): LoadedSettings {
  const { data, servers, policies, host, port } = flags;
  const configFile = flags.config ?? cli.env["SALLYPORT_CONFIG"];
  return loadSettings({
    flags: { data, servers, policies, host, port },
    env: cli.env,
    cwd: cli.cwd,
    ...(configFile ? { configFile } : {}),
  });
}
