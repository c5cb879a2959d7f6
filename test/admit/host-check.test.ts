import assert from "node:assert/strict";
import { test } from "node:test";
import { checkHostAndOrigin } from "../../src/admit/admit.ts";

const SERVED = ["Gateway.Example.com", "10.0.0.5", "fd00::1"];

function check(host: string | null, origin?: string): void {
  const headers = new Headers();
  if (host !== null) headers.set("host", host);
  if (origin !== undefined) headers.set("origin", origin);
  checkHostAndOrigin(headers, SERVED);
}

const GOOD_HOSTS = [
  "localhost",
  "localhost:8787",
  "LOCALHOST:8787",
  "127.0.0.1",
  "127.0.0.1:8787",
  "[::1]",
  "[::1]:8787",
  "gateway.example.com",
  "GATEWAY.example.com:443",
  "10.0.0.5:8787",
  "[fd00::1]:8787",
  "[FD00::1]",
];

const BAD_HOSTS = [
  "",
  "evil.example",
  "localhost.evil.example",
  "127.0.0.1.evil.example",
  "127.0.0.1.nip.io",
  "evil-localhost",
  "localhost.",
  "127.0.0.1.",
  "gateway.example.com.",
  "sub.gateway.example.com",
  "example.com",
  "gatewayxexample.com",
  "user@localhost",
  "@localhost",
  "user:password@localhost:8787",
  "localhost@evil.example",
  "localhost, evil.example",
  "localhost evil.example",
  "localhost/",
  "localhost/path",
  "localhost?",
  "localhost#",
  "localhost\\evil.example",
  "localhost:",
  "localhost:port",
  "localhost:123456",
  "localhost:80:80",
  "http://localhost",
  "%6cocalhost",
  "local\thost",
  "127.1",
  "127.0.1",
  "0x7f.0.0.1",
  "0177.0.0.1",
  "2130706433",
  "127.0.0.2",
  "0.0.0.0",
  "::1",
  "[::1",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::]",
  "null",
  "*",
];

for (const host of GOOD_HOSTS) test(`the Host ${host} is served`, () => check(host));
for (const host of BAD_HOSTS) {
  test(`the Host ${JSON.stringify(host)} is refused`, () => {
    assert.throws(() => check(host), { code: "HOST_REFUSED", status: 403, message: /Host header/ });
  });
}

test("a request without a Host is refused", () => {
  assert.throws(() => check(null), { code: "HOST_REFUSED" });
});

const GOOD_ORIGINS = [
  "http://localhost",
  "http://localhost:3000",
  "https://127.0.0.1:8787",
  "http://[::1]:8787",
  "HTTPS://gateway.example.com",
];

const BAD_ORIGINS = [
  "",
  "null",
  "localhost",
  "https://evil.example",
  "http://localhost.evil.example",
  "http://localhost.",
  "http://user@localhost",
  "http://localhost/",
  "http://localhost/path",
  "http://localhost http://evil.example",
  "http://127.1",
  "http://2130706433",
  "file://localhost",
  "ftp://localhost",
  "chrome-extension://localhost",
  "javascript://localhost",
  "//localhost",
  "*",
];

for (const origin of GOOD_ORIGINS)
  test(`the Origin ${origin} may call`, () => check("localhost:8787", origin));
for (const origin of BAD_ORIGINS) {
  test(`the Origin ${JSON.stringify(origin)} may not call`, () => {
    assert.throws(() => check("localhost:8787", origin), { code: "HOST_REFUSED", message: /Origin header/ });
  });
}

test("a name is served only where the operator allowed it", () => {
  const headers = new Headers({ host: "gateway.example.com" });
  assert.throws(() => checkHostAndOrigin(headers, []), { code: "HOST_REFUSED" });
  checkHostAndOrigin(headers, ["gateway.example.com"]);
});
