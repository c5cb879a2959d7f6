// The tools that the servers of the settings offer at this moment.

import { toGatewayError } from "../../../errors.ts";
import type { LoadedSettings } from "../../../settings.ts";
import { openUpstreams, readServersFile } from "../../../upstreams/upstreams.ts";
import type { ToolDefinition } from "../../../vocabulary.ts";
import { UsageError } from "../usage-error.ts";

export type LiveTools = {
  servers: string[];
  tools: ToolDefinition[];
  failures: { server: string; message: string }[];
};

/** The reason is in the server's own log, which only a test of it shows. */
export function unreachableLines({ failures }: Pick<LiveTools, "failures">): string[] {
  return failures.map(
    ({ server, message }) =>
      `unreachable  ${server}: ${message} \`sallyport servers test ${server}\` shows why.`,
  );
}

/** Connects to one server or to all, lists their tools and closes the connections. */
export async function listLiveTools(settings: LoadedSettings, only?: string): Promise<LiveTools> {
  const configs = await readServersFile(settings.servers, process.env);
  const chosen = configs.filter(({ name }) => only === undefined || name === only);
  if (chosen.length === 0)
    throw new UsageError(
      only === undefined ? `${settings.servers} names no server.` : `There is no server "${only}".`,
      configs.length > 0 ? `There are: ${configs.map(({ name }) => name).join(", ")}.` : undefined,
    );
  const upstreams = openUpstreams(chosen, { connectTimeoutMs: settings.connectTimeoutMs, log: () => {} });
  try {
    const lists = await Promise.allSettled(chosen.map(({ name }) => upstreams.listTools(name)));
    const failures = lists.flatMap((list, index) =>
      list.status === "rejected"
        ? [{ server: chosen[index]?.name ?? "", message: toGatewayError(list.reason).message }]
        : [],
    );
    const tools = lists.flatMap((list) => (list.status === "fulfilled" ? list.value : []));
    const down = new Set(failures.map(({ server }) => server));
    return { servers: chosen.map(({ name }) => name).filter((name) => !down.has(name)), tools, failures };
  } finally {
    await upstreams.close();
  }
}
