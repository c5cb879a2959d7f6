// Bad input over HTTP: each gets its own status, code and sentence, and the gateway keeps serving.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openTestGateway, type TestGateway } from "../../gateway/gateway-fixture.ts";

type Row = {
  name: string;
  path: string;
  method?: string;
  body?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  key?: string;
  status: number;
  code: string;
  says?: RegExp;
};

const JSON_TYPE = { "content-type": "application/json" };
const run = (body: unknown) => ({ path: "/v1/runs", body: JSON.stringify(body) });
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

const ROWS: Row[] = [
  { name: "text that is no JSON", path: "/v1/runs", body: '{"code": ', status: 400, code: "BAD_JSON" },
  { name: "an empty body", path: "/v1/runs", body: "", status: 400, code: "BAD_JSON" },
  {
    name: "binary bytes",
    path: "/v1/runs",
    body: new Uint8Array([0xff, 0xfe, 0x00, 0x80]),
    status: 400,
    code: "BAD_JSON",
  },
  {
    name: "a field that stands twice",
    path: "/v1/tools/notes.echo/call",
    body: '{"args": {"value": "a", "v\\u0061lue": "b"}}',
    status: 400,
    code: "BAD_JSON",
    says: /twice/,
  },
  {
    name: "a number that becomes null on its way",
    path: "/v1/tools/notes.echo/call",
    body: '{"args": {"value": 1e999}}',
    status: 400,
    code: "BAD_JSON",
    says: /number/,
  },
  {
    name: "a content type that only begins like JSON",
    ...run({ code: "1" }),
    headers: { "content-type": "application/json-seq" },
    status: 400,
    code: "BAD_REQUEST",
  },
  { name: "a list instead of an object", ...run([1]), status: 400, code: "BAD_REQUEST" },
  { name: "no code", ...run({}), status: 400, code: "BAD_REQUEST", says: /"code"/ },
  { name: "code of a wrong type", ...run({ code: 7 }), status: 400, code: "BAD_REQUEST", says: /"code"/ },
  { name: "empty code", ...run({ code: "" }), status: 400, code: "BAD_REQUEST", says: /empty/ },
  {
    name: "an unknown field, with the nearest one",
    ...run({ code: "1", sesion: "a" }),
    status: 400,
    code: "BAD_REQUEST",
    says: /"sesion".*Did you mean "session"/s,
  },
  {
    name: "a timeout of a wrong type",
    ...run({ code: "1", timeoutMs: "5" }),
    status: 400,
    code: "BAD_REQUEST",
  },
  { name: "a timeout below one", ...run({ code: "1", timeoutMs: 0 }), status: 400, code: "BAD_REQUEST" },
  {
    name: "an invalid session name",
    ...run({ code: "1", session: "../x" }),
    status: 400,
    code: "BAD_SESSION",
  },
  {
    name: "a session name that is too long",
    ...run({ code: "1", session: "a".repeat(65) }),
    status: 400,
    code: "BAD_SESSION",
  },
  { name: "an empty session name", ...run({ code: "1", session: "" }), status: 400, code: "BAD_SESSION" },
  {
    name: "code over the limit",
    ...run({ code: `"${"x".repeat(64 * 1024)}"` }),
    status: 413,
    code: "CODE_TOO_LARGE",
  },
  {
    name: "a body over the limit",
    ...run({ code: "1", context: "x".repeat(1024 * 1024) }),
    status: 413,
    code: "TOO_LARGE",
  },
  {
    name: "data nested too deeply",
    path: "/v1/pii/tokenize",
    body: `{"data": ${deep(5000)}}`,
    status: 422,
    code: "DATA_TOO_DEEP",
  },
  {
    name: "another content type",
    path: "/v1/runs",
    body: "code=1",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    status: 400,
    code: "BAD_REQUEST",
    says: /application\/json/,
  },
  { name: "an unknown route", path: "/v2/runs", method: "GET", status: 404, code: "NOT_FOUND" },
  { name: "a wrong method", path: "/v1/check", method: "GET", status: 405, code: "METHOD_NOT_ALLOWED" },
  {
    name: "an unknown key",
    ...run({ code: "1" }),
    key: "sp_agent_0123456789abcdef",
    status: 401,
    code: "UNAUTHENTICATED",
  },
  { name: "an empty key", ...run({ code: "1" }), key: "", status: 401, code: "UNAUTHENTICATED" },
  {
    name: "an agent that wants to read the trail",
    path: "/v1/audit/events",
    method: "GET",
    status: 403,
    code: "FORBIDDEN",
    says: /agent.*auditor/s,
  },
  {
    name: "an agent that wants to make keys",
    path: "/v1/keys",
    body: '{"name":"x"}',
    status: 403,
    code: "FORBIDDEN",
  },
  {
    name: "a Host that is not served",
    ...run({ code: "1" }),
    headers: { host: "evil.example" },
    status: 403,
    code: "HOST_REFUSED",
  },
  {
    name: "an Origin that is not served",
    ...run({ code: "1" }),
    headers: { origin: "https://evil.example" },
    status: 403,
    code: "HOST_REFUSED",
  },
  {
    name: "an unknown detail",
    path: "/v1/tools?detail=all",
    method: "GET",
    status: 400,
    code: "BAD_REQUEST",
  },
  { name: "a limit of zero", path: "/v1/tools?limit=0", method: "GET", status: 400, code: "BAD_REQUEST" },
  {
    name: "a query field that stands twice",
    path: "/v1/tools?limit=1&limit=200",
    method: "GET",
    status: 400,
    code: "BAD_REQUEST",
    says: /"limit" twice/,
  },
  {
    name: "a compressed body",
    ...run({ code: "1" }),
    headers: { "content-encoding": "gzip" },
    status: 400,
    code: "BAD_REQUEST",
    says: /compressed/,
  },
  {
    name: "a body in another charset",
    ...run({ code: "1" }),
    headers: { "content-type": "application/json; charset=utf-16" },
    status: 400,
    code: "BAD_REQUEST",
    says: /UTF-8/,
  },
  { name: "an unknown query field", path: "/v1/tools?q=x", method: "GET", status: 400, code: "BAD_REQUEST" },
];

describe("bad input over HTTP", () => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await openTestGateway();
  });
  after(() => gateway.close());

  for (const { name, path, method = "POST", body, headers, key, status, code, says } of ROWS) {
    test(`${name} → ${status} ${code}`, async () => {
      const response = await gateway.fetch(path, {
        method,
        headers: { ...JSON_TYPE, ...headers },
        ...(body === undefined ? {} : { body }),
        ...(key === undefined ? {} : { key }),
      });
      const text = await response.text();
      assert.equal(response.status, status, text);
      const { error } = JSON.parse(text) as { error: { code: string; message: string; hint?: string } };
      assert.equal(error.code, code);
      assert.match(error.message, /^[A-Z/].*[.:]$/s);
      if (says) assert.match(`${error.message} ${error.hint ?? ""}`, says);
      assert.doesNotMatch(text, /\bat .*:\d+:\d+|node_modules/, "a stack leaves the gateway");
    });
  }

  test("a body that breaks off is the client's fault", async () => {
    const body = new ReadableStream({
      pull(controller) {
        controller.error(new Error("aborted"));
      },
    });
    const init = { method: "POST", headers: JSON_TYPE, body, duplex: "half" };
    const response = await gateway.fetch("/v1/runs", init as RequestInit);
    const { error } = (await response.json()) as { error: { code: string } };
    assert.deepEqual([response.status, error.code], [400, "BAD_REQUEST"]);
  });

  test("the gateway still serves", async () => {
    assert.equal((await gateway.fetch("/healthz", { key: "" })).status, 200);
    const after = await gateway.run("return 1 + 1");
    assert.equal(after.result, 2);
  });

  test("too many requests in a minute get 429 and a time to come back", async () => {
    const limited = await openTestGateway({ flags: { requestsPerMinute: 2 }, servers: {} });
    try {
      const statuses = [];
      for (let n = 0; n < 3; n++) statuses.push((await limited.fetch("/v1/tools")).status);
      assert.deepEqual(statuses, [200, 200, 429]);
      assert.equal((await limited.fetch("/healthz", { key: "" })).status, 200);
    } finally {
      await limited.close();
    }
  });
});
