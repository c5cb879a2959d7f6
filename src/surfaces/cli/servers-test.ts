// `servers test`: connects as the gateway would, lists the tools, and says what is wrong.

import { toGatewayError } from "../../errors.ts";
import type { LoadedSettings } from "../../settings.ts";
import { openUpstreams, readServersFile, type ServerConfig } from "../../upstreams/upstreams.ts";
import type { CommandResult } from "./cli.ts";
import { oneLine } from "./present/terminal-text.ts";
import { UsageError } from "./usage-error.ts";

const SHOWN_LOG_LINES = 5;

type Tested = { server: string; ok: boolean; tools: number; ms: number; problem?: string; log: string[] };

export async function testServers(settings: LoadedSettings, only?: string): Promise<CommandResult> {
  const configs = await readServersFile(settings.servers);
  const chosen = configs.filter(({ name }) => only === undefined || name === only);
  if (chosen.length === 0)
    throw new UsageError(
      only === undefined ? `${settings.servers} names no server.` : `There is no server "${only}".`,
      configs.length > 0
        ? `There are: ${configs.map(({ name }) => name).join(", ")}.`
        : "`sallyport servers add <name> -- <command>` names one.",
    );
  const tested = await Promise.all(chosen.map((config) => testServer(config, settings.connectTimeoutMs)));
  const failed = tested.filter(({ ok }) => !ok).length;
  return {
    data: { servers: tested },
    lines: tested.flatMap(describeTest),
    notes: [failed === 0 ? "all servers answered" : `${failed} of ${tested.length} servers did not answer`],
    failed: failed > 0,
  };
}

async function testServer(config: ServerConfig, connectTimeoutMs: number): Promise<Tested> {
  const log: string[] = [];
  const upstreams = openUpstreams([config], {
    connectTimeoutMs,
    log: ({ level, message }) => {
      if (level !== "info") log.push(message);
    },
  });
  const started = performance.now();
  const elapsed = (): number => Math.round(performance.now() - started);
  const server = config.name;
  try {
    const tools = await upstreams.listTools(server);
    return { server, ok: true, tools: tools.length, ms: elapsed(), log: [] };
  } catch (error) {
    const problem = withNextStep(upstreams.servers()[0]?.error ?? toGatewayError(error).message);
    return { server, ok: false, tools: 0, ms: elapsed(), problem, log: log.slice(-SHOWN_LOG_LINES) };
  } finally {
    await upstreams.close();
  }
}

/** The system's word for a program that is not there says nothing to whoever meets it first. */
function withNextStep(problem: string): string {
  const [, program] = /^spawn (.+) ENOENT$/.exec(problem) ?? [];
  return program === undefined
    ? problem
    : `${problem}: there is no program ${program} on the PATH, or its cwd is missing; install it, or give its full path.`;
}

function describeTest({ server, ok, tools, ms, problem, log }: Tested): string[] {
  if (ok) return [`ok      ${server}: ${tools} tools in ${ms} ms`];
  return [`failed  ${server}: ${oneLine(problem ?? "")}`, ...log.map((line) => `        ${oneLine(line)}`)];
}
