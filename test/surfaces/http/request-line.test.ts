// What a client that speaks HTTP by hand writes into the first line.

import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, describe, test } from "node:test";
import { createHttpApp, type HttpApp } from "../../../src/surfaces/http/app.ts";
import { type Listening, listen } from "../../../src/surfaces/http/listen.ts";
import { openTestGateway, type TestGateway } from "../../gateway/gateway-fixture.ts";

let gateway: TestGateway;
let app: HttpApp;
let listening: Listening;
const faults: string[] = [];

before(async () => {
  gateway = await openTestGateway({ servers: {} });
  const log = (message: string) => void faults.push(message);
  app = createHttpApp({ gateway: gateway.gateway, servedHosts: [], bodyKb: 64, log });
  listening = await listen(app, { host: "127.0.0.1", port: 0 });
});
after(async () => {
  await listening.close(0);
  await app.close();
  await gateway.close();
});

async function statusOf(target: string): Promise<number> {
  const socket = connect(listening.port, "127.0.0.1").setEncoding("utf8");
  const key = `Authorization: Bearer ${gateway.key("agent")}`;
  socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost:8787\r\n${key}\r\nConnection: close\r\n\r\n`);
  let answer = "";
  socket.on("data", (text) => (answer += text));
  await once(socket, "close");
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
}

const TARGETS: [target: string, status: number][] = [
  ["/v1/tools", 200],
  ["http://localhost:8787/v1/tools", 200],
  ["http://LOCALHOST/v1/tools", 200],
  ["http://evil.example/v1/tools", 403],
  ["http://localhost.evil.example/v1/tools", 403],
  ["http://localhost@evil.example/v1/tools", 403],
  ["http://evil.example@localhost/v1/tools", 403],
  ["https://evil.example:443/v1/tools", 403],
  ["//evil.example/v1/tools", 404],
];

describe("the address in the first line of a request", () => {
  for (const [target, status] of TARGETS)
    test(`${target} → ${status}`, async () => {
      assert.equal(await statusOf(target), status);
      assert.deepEqual(faults, []);
    });
});
