// A server in which everything is called what JavaScript's own objects have: tools, arguments, keys of results, labels.

import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const OWN_NAMES = ["constructor", "__proto__", "toString", "valueOf", "hasOwnProperty", "then", "prototype"];

/** `JSON.parse` makes `__proto__` a key of its own. */
function nested(inner: string): unknown {
  const members = OWN_NAMES.map((name) => `${JSON.stringify(name)}: ${inner}`);
  return JSON.parse(`{ ${members.join(", ")} }`);
}

const RESULTS: Record<string, unknown> = {
  texts: nested('"a"'),
  maps: nested('{ "has a space": 1, "toString": { "constructor": [1] } }'),
  rows: [nested("1"), nested("null")],
  pairs: OWN_NAMES.map((name) => ({ name, key: name, type: name, value: "ann@example.com" })),
  labels: OWN_NAMES.map((name) => `is ${name}: Ann Lee; reports_to ${name}=x`).join("\n"),
};

function createServer(): Server {
  const server = new Server({ name: "prototype", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({
    tools: [...Object.keys(RESULTS), ...OWN_NAMES].map((name) => ({
      name,
      description: `Returns ${name}.`,
      inputSchema: { type: "object" as const, properties: nested('{ "type": "string" }') as object },
    })) as never,
  }));
  server.setRequestHandler("tools/call", ({ params }) => ({
    content: [
      {
        type: "text" as const,
        text: JSON.stringify(
          Object.hasOwn(RESULTS, params.name) ? RESULTS[params.name] : { called: params.name },
        ),
      },
    ],
  }));
  return server;
}

serveStdio(createServer);
