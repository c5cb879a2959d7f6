// Everything an operator may set, with defaults. Flags win over the environment, the environment over
// sallyport.yaml, and an unknown setting in any of them is an error.

import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import { auditSinks } from "./audit-sink-settings.ts";
import { GatewayError } from "./errors.ts";
import { didYouMean } from "./text/did-you-mean.ts";

// Text comes from flags and the environment. Number("") and Number(true) are numbers too, so digits are asked for.
const whole = z.union(
  [
    z.number().int(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ],
  "must be a whole number",
);
const port = whole.pipe(z.number().min(0).max(65535, "must be at most 65535"));
const count = whole.pipe(z.number().min(1, "must be at least 1"));
// Node's timers turn a longer time into 1 ms.
const milliseconds = count.pipe(z.number().max(2_147_483_647, "must be at most 2147483647"));
const path = z.string("must be a path").min(1, "must not be empty");
/** A name or address as it stands in a Host header, without scheme and port. */
const hostName = z
  .string("must be a name")
  .regex(
    /^(?:[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?|\[[0-9A-Fa-f:.]+\])$/,
    "must be a host name without scheme and port",
  );

/** Each describe() is a sentence of docs/settings.md. */
export const settingsSchema = z.strictObject({
  host: z
    .string("must be an address")
    .min(1, "must not be empty")
    .default("127.0.0.1")
    .describe("Address to listen on."),
  port: port.default(8787).describe("Port to listen on; 0 picks a free one and prints it."),
  data: path.default(".sallyport").describe("Folder of the trail, the vault, the state and the keys."),
  servers: path.default(".mcp.json").describe("File that names the MCP servers behind the gateway."),
  policies: path.default("policies").describe("Folder of the policy files."),
  adminKey: z
    .string("must be text")
    .regex(/^[\x21-\x7e]{16,512}$/, "must have 16 to 512 visible ASCII characters and no spaces")
    .optional()
    .describe("Secret of the admin key; without it one is made at the first start."),
  allowedHosts: z
    .array(hostName, "must be a list of names")
    .default([])
    .describe("Further names by which clients may address the gateway, such as its DNS name."),
  bodyKb: count.default(1024).describe("Largest request body in KB."),
  requestsPerMinute: count.default(600).describe("Requests that one key may make in a minute."),
  workers: count
    .pipe(z.number().max(64, "must be at most 64"))
    .default(2)
    .describe("Sandbox processes that run programs side by side."),
  runsPerSession: count
    .default(16)
    .describe("Runs that one session may have under way before callers get BUSY."),
  maxQueuedRuns: count.default(200).describe("Runs that may wait for a sandbox before callers get BUSY."),
  toolTimeoutMs: milliseconds.default(60_000).describe("Longest time one tool call may take."),
  connectTimeoutMs: milliseconds
    .default(30_000)
    .describe("Longest time a server behind the gateway may take to start."),
  connect: z
    .enum(["eager", "lazy"], "must be eager or lazy")
    .default("eager")
    .describe(
      "When servers are connected whose tools are known from an earlier start: after the start, one at a time, or when somebody needs them.",
    ),
  maxTokensPerSession: count.default(100_000).describe("Personal values that one session's vault may hold."),
  maxTokensInVault: count
    .default(2_000_000)
    .describe("Personal values that the vault may hold for all sessions together."),
  maxWrittenValues: count
    .default(1000)
    .describe(
      "Different personal values that one session's code, context and results may bring in themselves; more would be guessing.",
    ),
  masterKey: z
    .string("must be text")
    .regex(/^(?:[0-9A-Fa-f]{64}|[A-Za-z0-9+/]{43}=)$/, "must be 32 bytes as 64 hex digits or as base64")
    .optional()
    .describe(
      "Key that wraps the vault's keys; without it the file keys/vault.key in the data folder is used.",
    ),
  masterKeyCommand: z
    .string("must be a command")
    .min(1, "must not be empty")
    .optional()
    .describe("Command that prints that key, such as a call of a key service; instead of `masterKey`."),
  vaultIdleDays: count
    .pipe(z.number().max(3650, "must be at most 3650"))
    .default(30)
    .describe("Days after which the vault forgets a session that nobody uses."),
  defaultRegion: z
    .string("must be text")
    .regex(/^[A-Z]{2}$/, "must be a two-letter country code")
    .default("US")
    .describe("Country whose national phone numbers are recognized."),
  trailSegmentMb: count
    .default(512)
    .describe("Size in MB at which the trail goes on in a new file; a new month begins one too."),
  trailKeepDays: count
    .pipe(z.number().max(36_500, "must be at most 36500"))
    .optional()
    .describe("Days after which whole files of the trail are deleted; without it they are kept for good."),
  auditSinks: auditSinks
    .default([])
    .describe(
      "Where copies of the trail go: a list of sinks, each with a name and one of file, webhook (with a secret) and syslog.",
    ),
  traceEndpoint: z
    .url({ protocol: /^https?$/, error: "must be an http or https address" })
    .optional()
    .describe(
      "Address of an OpenTelemetry collector (OTLP over HTTP, JSON), such as http://127.0.0.1:4318/v1/traces; without it no traces are sent.",
    ),
  logFormat: z
    .enum(["text", "json"], "must be text or json")
    .default("text")
    .describe("Form of the operator's log on stderr: sentences, or one JSON object a line."),
});

export type Settings = z.infer<typeof settingsSchema>;
export type SettingName = keyof Settings;
export const SETTING_NAMES = Object.keys(settingsSchema.shape) as SettingName[];

/** `allowedHosts` → `SALLYPORT_ALLOWED_HOSTS`. */
export function environmentName(setting: string): string {
  return `SALLYPORT_${setting.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** Names that the command line reads itself; they are no settings of the gateway. */
const CLIENT_VARIABLES = ["SALLYPORT_KEY", "SALLYPORT_URL", "SALLYPORT_CONFIG"];

export type SettingsSources = {
  flags: Record<string, unknown>;
  env: Record<string, string | undefined>;
  /** Path of the YAML file; when omitted, `sallyport.yaml` is read if it is there. */
  configFile?: string;
  cwd: string;
};

export type LoadedSettings = Settings & {
  /** True when the operator named the file, so that its absence is an error. */
  serversGiven: boolean;
  /** False where no folder was named: then the one that comes with the package may be meant. */
  policiesGiven: boolean;
};

export function loadSettings(sources: SettingsSources): LoadedSettings {
  const fromFile = readConfigFile(sources);
  const fromEnv = readEnvironment(sources.env);
  const fromFlags = Object.fromEntries(
    Object.entries(sources.flags).filter(([, value]) => value !== undefined),
  );
  const given = { ...fromFile, ...fromEnv, ...fromFlags };
  const parsed = settingsSchema.safeParse(given);
  if (!parsed.success) throw invalid(parsed.error.issues[0], given);
  const settings = parsed.data;
  const at = (path: string) => resolve(sources.cwd, path);
  return {
    ...settings,
    data: at(settings.data),
    servers: at(settings.servers),
    auditSinks: settings.auditSinks.map((sink) => ("file" in sink ? { ...sink, file: at(sink.file) } : sink)),
    policies: "policies" in given ? at(settings.policies) : defaultPolicies(sources.cwd),
    serversGiven: "servers" in given,
    policiesGiven: "policies" in given,
  };
}

function defaultPolicies(cwd: string): string {
  const local = resolve(cwd, "policies");
  return existsSync(local) ? local : fileURLToPath(new URL("../policies", import.meta.url));
}

function readConfigFile({ configFile, cwd }: SettingsSources): Record<string, unknown> {
  const path = resolve(cwd, configFile ?? "sallyport.yaml");
  if (!existsSync(path)) {
    if (!configFile) return {};
    throw new GatewayError("SETTINGS_INVALID", `The settings file ${configFile} does not exist.`, {
      hint: "Check the path given by --config or SALLYPORT_CONFIG.",
    });
  }
  let content: unknown;
  try {
    content = parseYaml(readText(path));
  } catch (cause) {
    if (cause instanceof GatewayError) throw cause;
    const where = cause instanceof Error ? cause.message.split("\n")[0] : "unknown fault";
    throw new GatewayError("SETTINGS_INVALID", `The settings file ${path} is not valid YAML: ${where}`, {
      cause,
    });
  }
  if (content === null || content === undefined) return {};
  if (typeof content !== "object" || Array.isArray(content)) {
    throw new GatewayError("SETTINGS_INVALID", `The settings file ${path} must hold names and values.`);
  }
  return content as Record<string, unknown>;
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new GatewayError("SETTINGS_INVALID", `The settings file ${path} cannot be read.`, {
      hint: "It must be a file that the gateway's user may read.",
      cause,
    });
  }
}

function readEnvironment(env: Record<string, string | undefined>): Record<string, unknown> {
  const known = new Map<string, SettingName>(SETTING_NAMES.map((name) => [environmentName(name), name]));
  const found: Record<string, unknown> = {};
  for (const [variable, value] of Object.entries(env)) {
    if (!variable.startsWith("SALLYPORT_") || CLIENT_VARIABLES.includes(variable) || value === undefined)
      continue;
    const name = known.get(variable);
    if (!name) throw unknownSetting(variable, [...known.keys()]);
    found[name] = name === "allowedHosts" ? value.split(",").map((host) => host.trim()) : value;
  }
  return found;
}

/** Never repeated in a message. */
const SECRET_SETTINGS = ["adminKey", "masterKey", "masterKeyCommand", "auditSinks"];

function invalid(issue: z.core.$ZodIssue | undefined, given: Record<string, unknown>): GatewayError {
  if (issue?.code === "unrecognized_keys") return unknownSetting(issue.keys[0] ?? "", SETTING_NAMES);
  const name = String(issue?.path[0] ?? "");
  const shown = SECRET_SETTINGS.includes(name) ? "" : ` (${JSON.stringify(given[name])})`;
  return new GatewayError(
    "SETTINGS_INVALID",
    `The setting ${name}${shown} is not valid: ${issue?.message ?? "it cannot be read"}.`,
    {
      hint: `Set it by ${environmentName(name)} or in sallyport.yaml; see docs/settings.md.`,
    },
  );
}

function unknownSetting(name: string, known: string[]): GatewayError {
  const near = didYouMean(name, known);
  return new GatewayError("SETTINGS_INVALID", `There is no setting "${name}".`, {
    hint: near ? `Did you mean "${near}"?` : `Known settings: ${known.join(", ")}.`,
  });
}
