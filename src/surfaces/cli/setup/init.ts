// `init`: from an empty folder, or from a client's configuration, to a gateway that can start. It asks nothing
// that it can find out, and what is there already stays as it is.

import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { composeGateway } from "../../../compose.ts";
import type { StarterLevel } from "../../../decide/decide.ts";
import { toGatewayError } from "../../../errors.ts";
import type { LoadedSettings } from "../../../settings.ts";
import { readServersFile } from "../../../upstreams/upstreams.ts";
import type { Cli, CommandResult } from "../cli.ts";
import { checkPolicies } from "../policy/check.ts";
import { initPolicies } from "../policy/init.ts";
import { pinTools } from "../policy/pin.ts";
import { findClientConfig, readClientConfig, shownPath } from "./client-configs.ts";
import { CLIENTS, type Snippet, snippetFor, stdioCommand } from "./client-snippets.ts";
import { importServers, writeServersFile } from "./import-servers.ts";

export type InitWish = { level: StarterLevel; from?: string; client?: string };

/** `failed` steps leave the others standing: what could be done is done, and the rest is named with its next step. */
type Step = { name: string; lines: string[]; failed?: boolean };

const DEFAULT_CLIENT = "claude-code";

export async function initGateway(cli: Cli, loaded: LoadedSettings, wish: InitWish): Promise<CommandResult> {
  const policies = loaded.policiesGiven ? loaded.policies : join(cli.cwd, "policies");
  const settings = { ...loaded, policies };
  const around = { cwd: cli.cwd, home: cli.env["HOME"] };
  const shown = (path: string): string => shownPath(path, around);
  const steps: Step[] = [await bringServers(settings, wish, around)];
  const servers = await countServers(settings.servers);
  if (typeof servers === "string") steps.push({ name: "tools", lines: [servers], failed: true });
  else if (servers > 0) steps.push(...(await writePolicies(settings, wish, cli.cwd)));
  else
    steps.push({
      name: "policy",
      lines: ["waits for servers: `sallyport servers add <name> -- <command>`, then this again"],
    });
  steps.push(
    await makeKeys({ ...settings, policies: existsSync(policies) ? policies : loaded.policies }, shown),
  );
  const url = `http://${settings.host.includes(":") ? `[${settings.host}]` : settings.host}:${settings.port}`;
  const key = (await readFile(join(settings.data, "keys/agent.key"), "utf8").catch(() => "")).trim();
  const stdio = stdioCommand(settings);
  const snippets = CLIENTS.map((client) => snippetFor(client, { url, key, stdio }));
  const chosen = snippets.find(({ client }) => client === (wish.client ?? DEFAULT_CLIENT));
  return {
    data: {
      steps: steps.map(({ name, lines, failed = false }) => ({ name, ok: !failed, lines })),
      url,
      mcp: `${url}/mcp`,
      keyFile: join(settings.data, "keys/agent.key"),
    },
    lines: [
      ...steps.flatMap(stepLines),
      "",
      ...nextLines({ url, key, command: commandIn(cli) }, chosen),
      isClaudeCodesOwn(settings, cli.cwd, chosen) ? OWN_FILE : OTHER_WAYS,
    ],
    failed: steps.some(({ failed }) => failed),
  };
}

function stepLines({ name, lines, failed }: Step): string[] {
  const mark = failed ? "✖" : "✔";
  return lines.map((line, index) => `${index === 0 ? `${mark} ${name.padEnd(8)}` : " ".repeat(10)} ${line}`);
}

/** As it was called: under npx the bare name is mostly not on the PATH. */
function commandIn({ env }: Cli): string {
  return env["npm_command"] === "exec" ? "npx sallyport" : "sallyport";
}

type Start = { url: string; key: string; command: string };

function nextLines({ url, key, command }: Start, snippet: Snippet | undefined): string[] {
  return [
    `start    ${command} serve`,
    `url      ${url}/mcp`,
    `key      ${key}`,
    ...(snippet
      ? [`${snippet.title} (${snippet.where}):`, ...snippet.text.split("\n").map((line) => `  ${line}`)]
      : []),
    `Other clients: ${command} init --client ${CLIENTS.join("|")}`,
  ];
}

const OTHER_WAYS =
  "Then remove the servers that stand behind the gateway from the client, so that there is one way to them.";
const OWN_FILE =
  "Claude Code started in this folder reads .mcp.json as well, and would reach its servers beside the gateway: start it in another folder, or refuse them when it asks.";

/** The gateway's file of servers has the name that Claude Code looks for in the folder where it is started. */
function isClaudeCodesOwn({ servers }: LoadedSettings, cwd: string, snippet: Snippet | undefined): boolean {
  return snippet?.client === "claude-code" && servers === join(cwd, ".mcp.json");
}

async function bringServers(
  settings: LoadedSettings,
  { from }: InitWish,
  around: { cwd: string; home: string | undefined },
): Promise<Step> {
  const shown = (path: string): string => shownPath(path, around);
  const name = "servers";
  if (existsSync(settings.servers)) {
    const kept = from === undefined ? "" : `; --from was not read, because the file is there already`;
    return { name, lines: [`${shown(settings.servers)} stays as it is${kept}`] };
  }
  const found =
    from === undefined ? await findClientConfig(around) : await readClientConfig(resolve(around.cwd, from));
  const { servers, notes } = importServers(found?.servers ?? {});
  await writeServersFile(settings.servers, servers);
  const count = Object.keys(servers).length;
  const source = found ? `${count} from ${shown(found.path)}` : "empty: no client's configuration was found";
  return { name, lines: [`${shown(settings.servers)}, ${source}`, ...notes] };
}

/** Or a sentence that says why the file cannot be used yet, such as variables that are not set. */
async function countServers(path: string): Promise<number | string> {
  try {
    return (await readServersFile(path)).length;
  } catch (error) {
    return `${toGatewayError(error).message} Mend it, then \`sallyport init\` again.`;
  }
}

async function writePolicies(settings: LoadedSettings, { level }: InitWish, cwd: string): Promise<Step[]> {
  const folder = settings.policies;
  const isNew = !existsSync(folder);
  const steps: Step[] = [];
  if (isNew) {
    const made = await initPolicies(settings, { level, folder, cwd });
    steps.push({ name: "policy", lines: made.lines, ...(made.failed ? { failed: true } : {}) });
  } else steps.push({ name: "policy", lines: ["the folder of policies stays as it is"] });
  if (!existsSync(folder)) return steps;
  const checked = await checkPolicies(folder, settings, cwd);
  steps.push({ name: "tests", lines: checked.lines, ...(checked.failed ? { failed: true } : {}) });
  const pinned = await pinTools(settings, { folder, checkOnly: !isNew });
  const last = pinned.lines.at(-1) ?? "";
  steps.push({
    name: "pins",
    lines: isNew ? [last] : pinned.lines,
    ...(pinned.failed ? { failed: true } : {}),
  });
  return steps;
}

/** The first start makes the keys, and puts that on the trail; without servers, because keys need none. */
async function makeKeys(settings: LoadedSettings, shown: (path: string) => string): Promise<Step> {
  const folder = join(settings.data, "keys");
  const name = "keys";
  if (existsSync(join(folder, "agent.key"))) return { name, lines: [`${shown(folder)} stays as it is`] };
  const servers = join(settings.data, "no-servers.json");
  try {
    await mkdir(settings.data, { recursive: true, mode: 0o700 });
    const { gateway } = await composeGateway({
      settings: { ...settings, servers, serversGiven: false },
      log: () => {},
    });
    await gateway.close();
    await writeFile(join(settings.data, ".gitignore"), "*\n", { flag: "wx" }).catch(() => {});
    return { name, lines: [`${shown(folder)}: agent.key and admin.key, readable only by you`] };
  } catch (error) {
    const { message, hint } = toGatewayError(error);
    return { name, lines: [message, ...(hint ? [hint] : [])], failed: true };
  }
}
