import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { environmentName, loadSettings, SETTING_NAMES, type SettingsSources } from "../src/settings.ts";
import { temporaryFolder } from "./record/trail-fixture.ts";

async function sourcesWith(
  t: TestContext,
  { yaml, ...given }: Partial<SettingsSources> & { yaml?: string },
): Promise<SettingsSources> {
  const cwd = await temporaryFolder(t);
  if (yaml !== undefined) await writeFile(join(cwd, "sallyport.yaml"), yaml);
  return { flags: {}, env: {}, cwd, ...given };
}

test("without any source every setting has its default", async (t) => {
  const sources = await sourcesWith(t, {});
  const settings = loadSettings(sources);
  assert.equal(settings.host, "127.0.0.1");
  assert.equal(settings.port, 8787);
  assert.deepEqual(settings.allowedHosts, []);
  assert.equal(settings.adminKey, undefined);
  assert.equal(settings.serversGiven, false);
  assert.equal(settings.data, join(sources.cwd, ".sallyport"));
});

const PRECEDENCE: { flag?: number; env?: string; yaml?: number; port: number }[] = [
  { flag: 1, env: "2", yaml: 3, port: 1 },
  { env: "2", yaml: 3, port: 2 },
  { flag: 1, yaml: 3, port: 1 },
  { yaml: 3, port: 3 },
  { env: "2", port: 2 },
  { port: 8787 },
];

for (const { flag, env, yaml, port } of PRECEDENCE) {
  test(`flag ${flag}, environment ${env} and file ${yaml} give port ${port}`, async (t) => {
    const sources = await sourcesWith(t, {
      flags: { port: flag },
      env: { SALLYPORT_PORT: env },
      ...(yaml !== undefined && { yaml: `port: ${yaml}\n` }),
    });
    assert.equal(loadSettings(sources).port, port);
  });
}

test("every setting has a variable of its own", () => {
  assert.equal(environmentName("allowedHosts"), "SALLYPORT_ALLOWED_HOSTS");
  assert.equal(new Set(SETTING_NAMES.map(environmentName)).size, SETTING_NAMES.length);
});

test("variables of the command line and of other programs are no settings", async (t) => {
  const env = { SALLYPORT_KEY: "k", SALLYPORT_URL: "u", SALLYPORT_CONFIG: "c", PATH: "/bin", SALLY: "1" };
  assert.equal(loadSettings(await sourcesWith(t, { env })).port, 8787);
});

type Refusal = {
  title: string;
  given: Partial<SettingsSources> & { yaml?: string };
  message: RegExp;
  hint?: RegExp;
};

const REFUSALS: Refusal[] = [
  { title: "an unknown flag", given: { flags: { prt: 1 } }, message: /"prt"/, hint: /"port"/ },
  {
    title: "an unknown variable",
    given: { env: { SALLYPORT_PROT: "1" } },
    message: /SALLYPORT_PROT/,
    hint: /SALLYPORT_PORT/,
  },
  {
    title: "an unknown name in the file",
    given: { yaml: "polices: x\n" },
    message: /"polices"/,
    hint: /"policies"/,
  },
  {
    title: "a name that is near nothing",
    given: { yaml: "banana: 1\n" },
    message: /"banana"/,
    hint: /Known settings/,
  },
  { title: "a prototype's name", given: { yaml: "__proto__: 1\n" }, message: /__proto__/ },
  {
    title: "a word for a number",
    given: { env: { SALLYPORT_PORT: "http" } },
    message: /port .*whole number/,
    hint: /SALLYPORT_PORT/,
  },
  { title: "an empty number", given: { env: { SALLYPORT_PORT: "" } }, message: /port .*whole number/ },
  { title: "a blank number", given: { env: { SALLYPORT_PORT: " " } }, message: /port .*whole number/ },
  { title: "a number in hex", given: { env: { SALLYPORT_PORT: "0x50" } }, message: /port .*whole number/ },
  {
    title: "a negative number",
    given: { env: { SALLYPORT_WORKERS: "-1" } },
    message: /workers .*whole number/,
  },
  { title: "a fraction", given: { flags: { workers: 1.5 } }, message: /workers .*whole number/ },
  { title: "a number that is true", given: { yaml: "workers: true\n" }, message: /workers .*whole number/ },
  { title: "a number that is nothing", given: { yaml: "port:\n" }, message: /port .*whole number/ },
  { title: "a number that is a list", given: { yaml: "port: [80]\n" }, message: /port .*whole number/ },
  { title: "a port that is too large", given: { flags: { port: "65536" } }, message: /port .*65535/ },
  { title: "no workers", given: { flags: { workers: 0 } }, message: /workers .*at least 1/ },
  { title: "too many workers", given: { flags: { workers: 65 } }, message: /workers .*at most 64/ },
  {
    title: "a time that timers cannot hold",
    given: { flags: { toolTimeoutMs: "2147483648" } },
    message: /toolTimeoutMs .*at most/,
  },
  { title: "an empty path", given: { env: { SALLYPORT_DATA: "" } }, message: /data .*empty/ },
  { title: "a path that is a number", given: { yaml: "data: 5\n" }, message: /data .*path/ },
  { title: "an empty host", given: { flags: { host: "" } }, message: /host .*empty/ },
  {
    title: "a small country code",
    given: { flags: { defaultRegion: "us" } },
    message: /defaultRegion .*two-letter/,
  },
  {
    title: "a list that is text",
    given: { yaml: "allowedHosts: a.example\n" },
    message: /allowedHosts .*list/,
  },
  {
    title: "an empty list of hosts in a variable",
    given: { env: { SALLYPORT_ALLOWED_HOSTS: "" } },
    message: /allowedHosts/,
  },
  {
    title: "a comma too many",
    given: { env: { SALLYPORT_ALLOWED_HOSTS: "a.example," } },
    message: /allowedHosts/,
  },
  {
    title: "a host with a scheme",
    given: { flags: { allowedHosts: ["http://a.example"] } },
    message: /without scheme and port/,
  },
  {
    title: "a host with a port",
    given: { flags: { allowedHosts: ["a.example:80"] } },
    message: /without scheme and port/,
  },
  {
    title: "a star for a host",
    given: { flags: { allowedHosts: ["*"] } },
    message: /without scheme and port/,
  },
  {
    title: "a file that names a setting twice",
    given: { yaml: "port: 1\nport: 2\n" },
    message: /not valid YAML.*unique/,
  },
  { title: "a file that is broken", given: { yaml: "port: [1\n" }, message: /not valid YAML/ },
  { title: "a file that is a list", given: { yaml: "- port\n" }, message: /names and values/ },
  {
    title: "a file that is not there",
    given: { configFile: "other.yaml" },
    message: /other\.yaml does not exist/,
    hint: /--config/,
  },
];

for (const { title, given, message, hint } of REFUSALS) {
  test(`${title} is refused`, async (t) => {
    const sources = await sourcesWith(t, given);
    assert.throws(() => loadSettings(sources), {
      code: "SETTINGS_INVALID",
      message,
      ...(hint && { hint }),
    });
  });
}

const SECRETS = ["short", "", "has a space in the middle", "fünfzehn-zeichen-und-mehr", "a".repeat(513)];

for (const secret of SECRETS) {
  test(`the admin key "${secret.slice(0, 12)}" is refused and not repeated`, async (t) => {
    const sources = await sourcesWith(t, { env: { SALLYPORT_ADMIN_KEY: secret } });
    assert.throws(
      () => loadSettings(sources),
      (error: Error) => {
        assert.match(error.message, /adminKey .*16 to 512/);
        return secret === "" || !error.message.includes(secret);
      },
    );
  });
}

test("an empty file and a file of comments set nothing", async (t) => {
  for (const yaml of ["", "# nothing here\n"]) {
    assert.equal(loadSettings(await sourcesWith(t, { yaml })).port, 8787);
  }
});

test("a folder in the place of the settings file is refused as unreadable", async (t) => {
  const sources = await sourcesWith(t, { configFile: "conf" });
  await mkdir(join(sources.cwd, "conf"));
  assert.throws(() => loadSettings(sources), { code: "SETTINGS_INVALID", message: /cannot be read/ });
});

test("a list of hosts comes from the file, from a flag, or with commas from a variable", async (t) => {
  const hosts = ["a.example", "10.0.0.5", "[fd00::1]"];
  const given = [
    { yaml: `allowedHosts: ${JSON.stringify(hosts)}\n` },
    { flags: { allowedHosts: hosts } },
    { env: { SALLYPORT_ALLOWED_HOSTS: hosts.join(" , ") } },
  ];
  for (const source of given) {
    assert.deepEqual(loadSettings(await sourcesWith(t, source)).allowedHosts, hosts);
  }
});

test("relative paths start at the working folder, absolute ones stay", async (t) => {
  const sources = await sourcesWith(t, {
    flags: { data: "../data", policies: "/etc/policies" },
    env: { SALLYPORT_SERVERS: "conf/mcp.json" },
  });
  const settings = loadSettings(sources);
  assert.equal(settings.data, join(sources.cwd, "..", "data"));
  assert.equal(settings.policies, "/etc/policies");
  assert.equal(settings.servers, join(sources.cwd, "conf", "mcp.json"));
  assert.equal(settings.serversGiven, true);
});

test("policies come from the working folder where it has them, else from the package", async (t) => {
  const sources = await sourcesWith(t, {});
  const shipped = loadSettings(sources).policies;
  assert.equal(shipped.startsWith(sources.cwd), false);
  assert.match(shipped, /policies$/);
  await mkdir(join(sources.cwd, "policies"));
  assert.equal(loadSettings(sources).policies, join(sources.cwd, "policies"));
});
