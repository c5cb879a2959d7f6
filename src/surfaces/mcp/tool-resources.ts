// The typed API as resources: `sallyport://servers/<server>/<tool>.d.ts`, to be explored like a file tree. Only what
// the caller may call is there.

import type { ToolHit } from "../../catalog/catalog.ts";
import type { Gateway } from "../../gateway.ts";
import type { Principal } from "../../vocabulary.ts";
import type { ResourceShelf } from "./resources.ts";

type Parts = { gateway: Pick<Gateway, "searchTools" | "typesOf"> };

const ROOT = "sallyport://servers/";
const MIME = "application/typescript";
const PAGE = 200;

export function toolResources({ gateway }: Parts): ResourceShelf {
  return {
    template: {
      uriTemplate: "sallyport://servers/{server}/{tool}.d.ts",
      name: "tools",
      description:
        "TypeScript declarations of tools. sallyport://servers/ lists the servers, sallyport://servers/{server}/ its tools.",
    },
    /** The folders: a list of thousands of files would cost what search saves. */
    async list({ principal }) {
      const servers = serversOf(await allTools(gateway, principal));
      const folders = [...servers].map(([server, tools]) => ({
        uri: `${ROOT}${encodeURIComponent(server)}/`,
        name: `servers/${server}`,
        description: `${tools} tools`,
        mimeType: "text/plain",
      }));
      return [{ uri: ROOT, name: "servers", mimeType: "text/plain" }, ...folders];
    },
    async read({ principal }, uri) {
      if (!uri.startsWith(ROOT)) return null;
      const [server, file, ...more] = uri.slice(ROOT.length).split("/").map(decode);
      if (more.length > 0) return null;
      if (server === undefined || server === "") return listServers(gateway, principal);
      if (file === undefined || file === "") return listFolder(gateway, principal, server);
      if (!file.endsWith(".d.ts")) return null;
      const types = gateway.typesOf(principal, `${server}.${file.slice(0, -".d.ts".length)}`);
      return types === null ? null : { text: `${types}\n`, mimeType: MIME };
    },
  };
}

async function listServers(gateway: Parts["gateway"], principal: Principal) {
  const servers = [...serversOf(await allTools(gateway, principal))];
  return {
    text: servers.map(([server, tools]) => `${server}/  ${tools} tools\n`).join(""),
    mimeType: "text/plain",
  };
}

async function listFolder(gateway: Parts["gateway"], principal: Principal, server: string) {
  const tools = await allTools(gateway, principal, server);
  if (tools.length === 0) return null;
  const files = tools.map(({ tool }) => `${encodeURIComponent(tool.slice(tool.indexOf(".") + 1))}.d.ts\n`);
  return { text: files.join(""), mimeType: "text/plain" };
}

async function allTools(
  gateway: Parts["gateway"],
  principal: Principal,
  server?: string,
): Promise<ToolHit[]> {
  const tools: ToolHit[] = [];
  const asked = {
    query: "",
    detail: "name_only" as const,
    limit: PAGE,
    ...(server === undefined ? {} : { server }),
  };
  let cursor: string | undefined;
  do {
    const page = await gateway.searchTools(principal, {
      ...asked,
      ...(cursor === undefined ? {} : { cursor }),
    });
    tools.push(...page.tools);
    cursor = page.next;
  } while (cursor !== undefined);
  return tools;
}

function serversOf(tools: ToolHit[]): Map<string, number> {
  const servers = new Map<string, number>();
  for (const { tool } of tools) {
    const server = tool.slice(0, tool.indexOf("."));
    servers.set(server, (servers.get(server) ?? 0) + 1);
  }
  return servers;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
