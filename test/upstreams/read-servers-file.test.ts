// `.mcp.json`: what it may say, and the exact words for what it may not.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { GatewayError } from "../../src/errors.ts";
import { readServersFile } from "../../src/upstreams/upstreams.ts";

let folder = "";
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "servers-"));
});
after(() => rm(folder, { recursive: true, force: true }));

const ENVIRONMENT = { TOKEN: "t0k3n", EMPTY: "", NESTED: "$" + "{TOKEN}", HOST: "api.example.com" };

async function read(text: string): Promise<unknown> {
  const path = join(folder, ".mcp.json");
  await writeFile(path, text);
  return readServersFile(path, ENVIRONMENT);
}
const servers = (value: unknown): string => JSON.stringify({ mcpServers: value });

test("good files are read and expanded", async () => {
  const url = "https://h/mcp";
  const table: [what: string, text: string, expected: () => unknown[]][] = [
    ["no servers", servers({}), () => []],
    ["a schema line", '{"$schema": "x", "mcpServers": {}}', () => []],
    [
      "a command found on the path",
      servers({ crm: { command: "node", args: ["a.js"], env: { KEY: "$" + "{TOKEN}", NONE: "" } } }),
      () => [
        {
          name: "crm",
          transport: "stdio",
          command: "node",
          args: ["a.js"],
          env: { KEY: "t0k3n", NONE: "" },
          cwd: folder,
        },
      ],
    ],
    [
      "a command and a folder relative to the file",
      servers({ a: { type: "stdio", command: "./bin/a", cwd: "sub" } }),
      () => [
        {
          name: "a",
          transport: "stdio",
          command: join(folder, "sub/bin/a"),
          args: [],
          env: {},
          cwd: join(folder, "sub"),
        },
      ],
    ],
    [
      "defaults for unset and for empty variables",
      servers({
        a: {
          command: "$" + "{SHELL_X:-node}",
          args: ["$" + "{EMPTY:-full}", "$" + "{EMPTY}", "$" + "{UNSET:-}"],
        },
      }),
      () => [
        { name: "a", transport: "stdio", command: "node", args: ["full", "", ""], env: {}, cwd: folder },
      ],
    ],
    [
      "a value that looks like a variable is not expanded again",
      servers({ a: { command: "c", args: ["$" + "{NESTED}", "$TOKEN", "a$" + "{TOKEN}b"] } }),
      () => [
        {
          name: "a",
          transport: "stdio",
          command: "c",
          args: ["$" + "{TOKEN}", "$TOKEN", "at0k3nb"],
          env: {},
          cwd: folder,
        },
      ],
    ],
    [
      "an HTTP server with headers",
      servers({
        api: { url: "https://$" + "{HOST}/mcp", headers: { Authorization: "Bearer $" + "{TOKEN}" } },
      }),
      () => [
        {
          name: "api",
          transport: "http",
          url: "https://api.example.com/mcp",
          headers: { Authorization: "Bearer t0k3n" },
        },
      ],
    ],
    [
      "streamable HTTP by type",
      servers({ a: { type: "http", url } }),
      () => [{ name: "a", transport: "http", url, headers: {} }],
    ],
    [
      "SSE by type",
      servers({ a: { type: "sse", url } }),
      () => [{ name: "a", transport: "http", url, headers: {}, sse: true }],
    ],
    [
      "a name with a dash",
      servers({ "google-drive": { url } }),
      () => [{ name: "google-drive", transport: "http", url, headers: {} }],
    ],
  ];
  for (const [what, text, expected] of table) assert.deepEqual(await read(text), expected(), what);
});

test("bad files are refused with the place and the nearest valid word", async () => {
  const name = "a server name is 1 to 64 of A-Z a-z 0-9 _ -";
  const taken = "this name already means something in the code that agents write; choose another";
  const table: [text: string, problem: string][] = [
    ["[]", 'the file must hold one JSON object with "mcpServers"'],
    ["{}", '"mcpServers" must be an object of servers by name'],
    ['{"mcpServers": []}', '"mcpServers" must be an object of servers by name'],
    [
      '{"mcpServer": {}}',
      'the file: unknown key "mcpServer"; did you mean "mcpServers"?; "mcpServers" must be an object of servers by name',
    ],
    [servers({ a: "node" }), "mcpServers.a: a server must be an object"],
    [servers({ a: {} }), 'mcpServers.a: needs either "command" or "url"'],
    [
      servers({ a: { comand: "node" } }),
      'mcpServers.a: needs either "command" or "url"; did you mean "command" instead of "comand"?',
    ],
    [
      servers({ a: { command: "c", url: "http://h" } }),
      'mcpServers.a: needs either "command" or "url", not both',
    ],
    [servers({ a: { command: "c", arg: [] } }), 'mcpServers.a: unknown key "arg"; did you mean "args"?'],
    [servers({ a: { command: "c", headers: {} } }), 'mcpServers.a: unknown key "headers"'],
    [
      servers({ a: { url: "http://h", header: {} } }),
      'mcpServers.a: unknown key "header"; did you mean "headers"?',
    ],
    [servers({ a: { command: "" } }), "mcpServers.a.command: must be a non-empty string"],
    [servers({ a: { command: 7 } }), "mcpServers.a.command: must be a non-empty string"],
    [servers({ a: { command: "c", args: "x" } }), "mcpServers.a.args: must be a list of strings"],
    [servers({ a: { command: "c", args: ["x", 1] } }), "mcpServers.a.args[1]: must be a non-empty string"],
    [servers({ a: { command: "c", env: ["X"] } }), "mcpServers.a.env: must be an object of strings"],
    [servers({ a: { command: "c", env: { X: 1 } } }), "mcpServers.a.env.X: must be a non-empty string"],
    [servers({ a: { command: "c\0d" } }), "mcpServers.a.command: must not hold a NUL character"],
    [
      servers({ a: { command: "c", env: { K: "$" + "{NO_SUCH}" } } }),
      "mcpServers.a.env.K: the environment variable NO_SUCH is not set",
    ],
    [
      servers({ a: { command: "c", args: ["$" + "{1x}"] } }),
      'mcpServers.a.args[0]: "$' + '{1x}" is not of the form $' + "{NAME} or $" + "{NAME:-default}",
    ],
    [servers({ a: { url: "ftp://h" } }), "mcpServers.a.url: must be an http or https URL"],
    [servers({ a: { url: "no url" } }), "mcpServers.a.url: must be an http or https URL"],
    [
      servers({ a: { url: "https://me:pw@h/" } }),
      'mcpServers.a.url: must not hold a user name or password; use "headers"',
    ],
    [
      servers({ a: { url: "http://h", headers: { "bad name": "x" } } }),
      "mcpServers.a.headers: a name or value is not allowed in HTTP",
    ],
    [
      servers({ a: { type: "ws", url: "http://h" } }),
      "mcpServers.a.type: must be one of stdio, http, streamable-http, sse",
    ],
    [servers({ a: { type: "http", command: "c" } }), 'mcpServers.a.type: "http" does not fit "command"'],
    [servers({ a: { type: "stdio", url: "http://h" } }), 'mcpServers.a.type: "stdio" does not fit "url"'],
    [servers({ "": { command: "c" } }), `mcpServers.: ${name}`],
    [servers({ "a.b": { command: "c" } }), `mcpServers.a.b: ${name}`],
    [servers({ "a/../b": { command: "c" } }), `mcpServers.a/../b: ${name}`],
    [servers({ größe: { command: "c" } }), `mcpServers.größe: ${name}`],
    ['{"mcpServers": {"__proto__": {"command": "c"}}}', `mcpServers.__proto__: ${taken}`],
    [servers({ constructor: { command: "c" } }), `mcpServers.constructor: ${taken}`],
    [servers({ console: { command: "c" } }), `mcpServers.console: ${taken}`],
    ['{"mcpServers": {"then": {"command": "c"}}}', `mcpServers.then: ${taken}`],
    [
      servers({ "my-crm": { command: "c" }, my_crm: { command: "c" } }),
      'the names "my-crm" and "my_crm" are the same in code; rename one',
    ],
    [
      servers({ a: { command: "", cwd: 1 }, b: {} }),
      'mcpServers.a.cwd: must be a non-empty string; mcpServers.a.command: must be a non-empty string; mcpServers.b: needs either "command" or "url"',
    ],
  ];
  for (const [text, problem] of table) {
    await assert.rejects(
      read(text),
      { code: "SETTINGS_INVALID", message: `${join(folder, ".mcp.json")}: ${problem}.` },
      text,
    );
  }
});

test("a missing file and bad JSON are named without quoting the file", async () => {
  const missing = join(folder, "nowhere.json");
  await assert.rejects(readServersFile(missing, {}), {
    code: "SETTINGS_INVALID",
    message: `${missing}: the file of servers cannot be read.`,
    hint: "`sallyport init` or `sallyport servers add` makes it; --servers or the settings name another one.",
  });
  const broken = '{\n  "mcpServers": {\n    "a": { "command": "c", "env": { "KEY": sk-secret } }\n}';
  await assert.rejects(read(broken), (error: unknown) => {
    assert.ok(error instanceof GatewayError);
    assert.match(error.message, /\.mcp\.json(:3:\d+)?: this is not valid JSON\.$/);
    assert.doesNotMatch(`${error.message}${error.hint}${error.cause}`, /sk-secret/);
    return true;
  });
});
