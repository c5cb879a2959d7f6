// What Sallyport adds to an entry of `.mcp.json`: the protocol era, timeouts per tool, OAuth client credentials, and what
// the server is told about its client.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { SERVER_REQUESTS } from "../vocabulary.ts";
import { expandVariables } from "./expand-variables.ts";
import type { OAuthConfig, ServerOptions } from "./upstreams.ts";

export const OPTION_KEYS = ["era", "timeouts", "declare"];

type Reading = { folder: string; environment: NodeJS.ProcessEnv; problems: string[] };
type Entry = Record<string, unknown>;

const MAX_TIMEOUT_MS = 3_600_000;
const timeouts = z.record(z.string().min(1), z.number().int().min(1).max(MAX_TIMEOUT_MS));
const declare = z.array(z.enum(SERVER_REQUESTS)).min(1);
const oauthEntry = z.strictObject({
  tokenUrl: z.string(),
  clientId: z.string().min(1),
  clientSecret: z.string().optional(),
  clientSecretFile: z.string().min(1).optional(),
  scope: z.string().min(1).optional(),
  audience: z.string().min(1).optional(),
});

export function readServerOptions(entry: Entry, at: string, { problems }: Reading): ServerOptions {
  const options: ServerOptions = {};
  const era = entry["era"];
  if (era === "legacy") options.era = "legacy";
  else if (era !== undefined && era !== "auto") problems.push(`${at}.era: must be "auto" or "legacy"`);
  if (entry["declare"] !== undefined) {
    const parsed = declare.safeParse(entry["declare"]);
    if (parsed.success) options.declare = parsed.data;
    else problems.push(`${at}.declare: must be a list of ${SERVER_REQUESTS.join(", ")}`);
  }
  if (entry["timeouts"] !== undefined) {
    const parsed = timeouts.safeParse(entry["timeouts"]);
    if (parsed.success) options.timeouts = parsed.data;
    else
      problems.push(
        `${at}.timeouts: must be milliseconds (1 to ${MAX_TIMEOUT_MS}) by tool name, "*" for all`,
      );
  }
  return options;
}

export function readOAuth(entry: Entry, at: string, reading: Reading): OAuthConfig | undefined {
  const { problems } = reading;
  const parsed = oauthEntry.safeParse(entry["oauth"]);
  if (!parsed.success) {
    const keys = "tokenUrl, clientId, clientSecret or clientSecretFile, scope, audience";
    problems.push(`${at}.oauth: must be an object of texts: ${keys}`);
    return undefined;
  }
  const { clientSecret, clientSecretFile, ...texts } = parsed.data;
  const expand = (key: string, text: string): string => {
    const expanded = expandVariables(text, reading.environment);
    for (const problem of expanded.problems) problems.push(`${at}.oauth.${key}: ${problem}`);
    return expanded.text;
  };
  const tokenUrl = expand("tokenUrl", texts.tokenUrl);
  if (!isSafeTokenUrl(tokenUrl))
    problems.push(`${at}.oauth.tokenUrl: must be an https URL, or http on this machine`);
  return {
    tokenUrl,
    clientId: expand("clientId", texts.clientId),
    clientSecret: readSecret({ clientSecret, clientSecretFile }, `${at}.oauth`, reading),
    ...(texts.scope === undefined ? {} : { scope: expand("scope", texts.scope) }),
    ...(texts.audience === undefined ? {} : { audience: expand("audience", texts.audience) }),
  };
}

/** From the environment or from a file; never written into the file of servers, which people share. */
function readSecret(
  given: { clientSecret: string | undefined; clientSecretFile: string | undefined },
  at: string,
  { folder, environment, problems }: Reading,
): string {
  const { clientSecret, clientSecretFile } = given;
  if ((clientSecret === undefined) === (clientSecretFile === undefined)) {
    problems.push(`${at}: needs either "clientSecret" or "clientSecretFile"`);
    return "";
  }
  if (clientSecretFile !== undefined) {
    try {
      const secret = readFileSync(resolve(folder, clientSecretFile), "utf8").trim();
      if (secret === "") problems.push(`${at}.clientSecretFile: the file is empty`);
      return secret;
    } catch {
      problems.push(`${at}.clientSecretFile: the file cannot be read`);
      return "";
    }
  }
  const name = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(clientSecret ?? "")?.[1];
  if (name === undefined) {
    problems.push(`${at}.clientSecret: must name an environment variable, as \${NAME}`);
    return "";
  }
  const secret = environment[name] ?? "";
  if (secret === "") problems.push(`${at}.clientSecret: the environment variable ${name} is not set`);
  return secret;
}

function isSafeTokenUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "") return false;
  return (
    protocol === "https:" || (protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(hostname))
  );
}
