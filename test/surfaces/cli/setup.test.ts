// `init`, `doctor` and `completion`: from an empty folder, from a client's file, and with things that are wrong.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { readClientConfig } from "../../../src/surfaces/cli/setup/client-configs.ts";
import { importServers } from "../../../src/surfaces/cli/setup/import-servers.ts";
import { keepCompiled } from "../../fakes/keep-compiled.ts";
import { LAUNCHER, runHere, spawnNode } from "./cli-fixture.ts";

const CRM = fileURLToPath(new URL("../../../examples/servers/crm.ts", import.meta.url));
const root = mkdtempSync(join(tmpdir(), "sallyport-setup-"));
after(() => rmSync(root, { recursive: true, force: true }));

function emptyFolder(name: string, files: Record<string, unknown> = {}): string {
  const folder = join(root, name);
  mkdirSync(folder);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), JSON.stringify(content));
  }
  return folder;
}

const sallyport = (cwd: string, ...args: string[]) => runHere(cwd, args);
const { crm } = keepCompiled({ crm: { command: process.execPath, args: [CRM] } }) as Record<string, object>;

describe("init", () => {
  test("imports a client's servers, writes a policy whose tests pass, pins, and makes keys", async () => {
    const cursor = { mcpServers: { crm: { ...crm, icon: "x" }, off: { command: "x", disabled: true } } };
    const folder = emptyFolder("imported", { ".cursor/mcp.json": cursor });
    const made = await sallyport(folder, "init", "--client", "cursor");
    assert.equal(made.code, 0, made.out + made.err);
    assert.match(made.out, /servers {2}\.mcp\.json, 1 from \.cursor\/mcp\.json/);
    assert.match(made.out, /crm: without icon/);
    assert.match(made.out, /off: left out, it is disabled/);
    assert.deepEqual(JSON.parse(readFileSync(join(folder, ".mcp.json"), "utf8")), { mcpServers: { crm } });
    assert.ok(existsSync(join(folder, "policies/tools.lock.json")));
    const key = readFileSync(join(folder, ".sallyport/keys/agent.key"), "utf8").trim();
    assert.ok(made.out.includes(`"Authorization": "Bearer ${key}"`), "the snippet holds the key");
    assert.equal(readFileSync(join(folder, ".sallyport/.gitignore"), "utf8"), "*\n");

    const layout = await sallyport(folder, "policy", "fmt", "--check");
    assert.equal(layout.code, 0, layout.out);
    const examined = await sallyport(folder, "doctor", "--port", "0");
    assert.equal(examined.code, 0, examined.out + examined.err);
    assert.match(examined.out, /✔ pins/);
    writeFileSync(join(folder, "sum.ts"), "return (await crm.list_contacts({ limit: 1 })).contacts.length");
    const ran = await spawnNode([LAUNCHER, "run", "sum.ts"], { cwd: folder });
    assert.equal(ran.out.trim(), "1", ran.err);

    const before = readFileSync(join(folder, "policies/standard.yaml"), "utf8");
    const again = await sallyport(folder, "init", "--level", "strict");
    assert.equal(again.code, 0, again.out + again.err);
    assert.match(again.out, /\.mcp\.json stays as it is/);
    // Cursor has a file of its own; Claude Code would find two ways to the servers.
    assert.match(made.out, /Then remove the servers that stand behind the gateway/);
    assert.match(again.out, /Claude Code started in this folder reads \.mcp\.json as well/);
    assert.match(again.out, /^start {4}sallyport serve$/m);
    assert.equal(readFileSync(join(folder, "policies/standard.yaml"), "utf8"), before);
    assert.equal(readFileSync(join(folder, ".sallyport/keys/agent.key"), "utf8").trim(), key);
  });

  test("an empty folder gets keys and an empty file of servers, and is told the next step", async () => {
    const folder = emptyFolder("empty");
    const home = emptyFolder("nobody");
    const made = spawnSync(process.execPath, [LAUNCHER, "init"], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: home },
    });
    assert.equal(made.status, 0, made.stdout + made.stderr);
    assert.match(made.stdout, /no client's configuration was found/);
    assert.match(made.stdout, /sallyport servers add/);
    assert.ok(existsSync(join(folder, ".sallyport/keys/agent.key")));
  });

  test("a client's file may hold comments and trailing commas, and texts that look like them stay", async () => {
    const folder = emptyFolder("commented");
    const text = `{
      // mine
      "servers": { "crm": { "command": "node", /* the path */ "args": ["https://a.example/,}", "x"], }, },
    }`;
    writeFileSync(join(folder, "mcp.json"), text);
    const { servers } = await readClientConfig(join(folder, "mcp.json"));
    assert.deepEqual(servers, { crm: { command: "node", args: ["https://a.example/,}", "x"] } });
    writeFileSync(join(folder, "mcp.json"), '{ "servers": { "a": {} } } // }\n}');
    await assert.rejects(readClientConfig(join(folder, "mcp.json")), /is not valid JSON/);
  });

  test("what is wrong is named, and the rest is done", async () => {
    const table: [name: string, servers: unknown, problem: RegExp][] = [
      [
        "unset",
        { mcpServers: { a: { command: "x", env: { T: "$" + "{NOT_SET_HERE}" } } } },
        /NOT_SET_HERE is not set/,
      ],
      ["gone", { mcpServers: { a: { command: "no-such-program" } } }, /unreachable {2}a/],
    ];
    for (const [name, servers, problem] of table) {
      const folder = emptyFolder(name, { "from.json": servers });
      const made = await sallyport(folder, "init", "--from", "from.json");
      assert.equal(made.code, 1, name);
      assert.match(made.out, problem);
      assert.ok(existsSync(join(folder, ".sallyport/keys/agent.key")), name);
    }
    const folder = emptyFolder("bad", { "list.json": [] });
    const refused = await sallyport(folder, "init", "--from", "list.json");
    assert.equal(refused.code, 2);
    assert.match(refused.err, /names no MCP servers/);
    assert.equal((await sallyport(folder, "init", "--client", "curser")).code, 2);
  });

  test("references of other clients become variables, and the gateway itself is left out", () => {
    const { servers, notes } = importServers({
      a: { command: "a", env: { T: "$" + "{env:TOKEN}", K: "$" + "{input:api-key}" } },
      sallyport: { url: "http://127.0.0.1:8787/mcp" },
      b: { title: "x" },
    });
    assert.deepEqual(servers, { a: { command: "a", env: { T: "$" + "{TOKEN}", K: "$" + "{API_KEY}" } } });
    assert.deepEqual(notes, [
      "sallyport: left out, it is this gateway",
      'b: left out, it has neither "command" nor "url"',
    ]);
  });
});

describe("doctor", () => {
  test("names each thing that is wrong, how to mend it, and exits with 1", async () => {
    const folder = emptyFolder("ill", { ".mcp.json": { mcpServers: { a: { command: "no-such-program" } } } });
    mkdirSync(join(folder, "policies"));
    writeFileSync(join(folder, "policies/a.yaml"), "policy: 1\nid: a\napplys_to: {}\n");
    mkdirSync(join(folder, ".sallyport/keys"), { recursive: true });
    chmodSync(join(folder, ".sallyport/keys"), 0o755);
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((done) => other.once("listening", done));
    const { port } = other.address() as { port: number };
    const examined = await sallyport(folder, "doctor", "--json", "--port", String(port));
    other.close();
    assert.equal(examined.code, 1);
    const { checks } = JSON.parse(examined.out) as {
      checks: { check: string; state: string; mend?: string }[];
    };
    const failed = checks.filter(({ state }) => state === "failed");
    assert.deepEqual(
      failed.map(({ check }) => check),
      ["data", "policies", "servers", "port"],
    );
    for (const { check, mend } of failed) assert.ok(mend, check);
    assert.match(examined.out, /no-such-program ENOENT: there is no program no-such-program on the PATH/);
  });

  test("a file that names no server yet is something to look at, with the command that names one", async () => {
    const folder = emptyFolder("unnamed", { ".mcp.json": { mcpServers: {} } });
    const examined = await sallyport(folder, "doctor", "--port", "0");
    assert.equal(examined.code, 0, examined.out + examined.err);
    assert.match(examined.out, /! servers .*names no server\.\n +→ `sallyport servers add/);
  });
});

test("completion knows every command, and ends on words that it does not know", async () => {
  const folder = emptyFolder("shell");
  const { out } = await sallyport(folder, "completion", "bash");
  const ask = (...words: string[]): string => {
    const list = ["sallyport", ...words].map((word) => JSON.stringify(word)).join(" ");
    const script = `${out}\nCOMP_WORDS=(${list}); COMP_CWORD=${words.length}; _sallyport; echo "\${COMPREPLY[@]}"`;
    return spawnSync("bash", ["-c", script], { encoding: "utf8", timeout: 10_000 }).stdout.trim();
  };
  assert.equal(ask("policy", "te"), "test");
  assert.equal(ask("run", "file.ts", "--ti"), "--timeout");
  assert.equal(ask("doc"), "doctor");
  assert.equal(ask("nonsense", "zz"), "");
  for (const shell of ["zsh", "fish"])
    assert.match((await sallyport(folder, "completion", shell)).out, /sallyport/);
  assert.equal((await sallyport(folder, "completion", "tcsh")).code, 2);
});
