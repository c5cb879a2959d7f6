import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { hintForMissingName } from "../../src/execute/missing-name.ts";
import { openTestExecutor, SERVERS, type TestExecutor } from "./executor-fixture.ts";

let executor: TestExecutor;
before(async () => {
  executor = await openTestExecutor();
});
after(() => executor.close());

/** What V8 really says inside the isolate, answered with the hint. */
const PROGRAMS: [code: string, hint: RegExp][] = [
  ["await fetch('https://example.com')", /^Programs have no network.*callTool, .*the servers crm, web_mail/],
  ["return process.env.HOME", /^Programs have no process and no environment.*`context`/],
  ["const fs = require('fs')", /^Modules of Node\.js cannot be loaded.*servers\/<name>/],
  ["return Buffer.from('a')", /^For bytes use Uint8Array/],
  ["return new URL('https://x.example').host", /^Build addresses as texts/],
  ["return crypto.randomUUID()", /^There is no randomness/],
  ["return contxt.user", /^Did you mean context\? Programs have /],
  ["return crn.echo({})", /^Did you mean crm\? Programs have /],
  ["return webmail.send_now({})", /^Did you mean webMail\?/],
  ["return githb.list()", /^Did you mean github\?/],
  ["return somethingElseEntirely", /^Programs have callTool.*the servers crm, web_mail.*github/],
  ["return crm.list_contact({})", /^Did you mean crm\.list_contacts\? crm has the tools list_contacts, echo/],
  ["return webMail.sendnow({})", /^Did you mean webMail\.sendNow\?/],
  ["return crm.zzzzzzzzzzz({})", /^crm has the tools list_contacts.*searchTools/],
];

for (const [code, hint] of PROGRAMS) {
  test(`a name that is not there is answered with what is: ${code}`, async () => {
    const error = await executor.errorOf(code, { knownServers: () => ["crm", "github"] });
    assert.equal(error.code, "RUNTIME_ERROR");
    assert.match(error.hint ?? "", hint);
  });
}

test("a wrong property of something else gets no hint", async () => {
  assert.equal((await executor.errorOf("const other = {}; other.lst()")).hint, undefined);
});

const NO_HINT = [
  "x is not a function",
  "is not defined",
  "a b is not defined",
  "other.list is not a function",
  `${"x".repeat(65)} is not defined`,
  "Cannot read properties of undefined (reading 'x')",
];

for (const message of NO_HINT) {
  test(`no hint is made up for: ${message.slice(0, 60)}`, () => {
    assert.equal(hintForMissingName(message, { servers: SERVERS }), undefined);
  });
}

test("names from the prototype of objects get no special advice", () => {
  for (const name of ["constructor", "toString", "__proto__"]) {
    assert.match(
      hintForMissingName(`${name} is not defined`, { servers: [] }) ?? "",
      /^(Did you mean \w+\? )?Programs have /,
    );
  }
});

test("a program without servers is told so, and long lists are cut", () => {
  assert.match(hintForMissingName("qqqqqq is not defined", { servers: [] }) ?? "", /and no servers\.$/);
  const many = Array.from({ length: 30 }, (_, i) => `server_${i}`);
  const hint = hintForMissingName("qqqqqq is not defined", { servers: [], knownServers: () => many });
  assert.match(hint ?? "", /server_11 and 18 more\.$/);
});
