import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { serveMcpOverStdio } from "../../../src/surfaces/mcp/mcp.ts";
import {
  ANN,
  createFakeGateway,
  type FakeGatewayOptions,
  runUntilCancelled,
} from "../../fakes/mcp-gateway.ts";
import { INITIALIZE, REVISION, type RpcReply, readText, rpc, runCode } from "../../fakes/mcp-requests.ts";

function start(options: FakeGatewayOptions = {}, session?: string) {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const fake = createFakeGateway(options);
  const logged: string[] = [];
  const log = (message: string) => logged.push(message);
  const ended = serveMcpOverStdio(fake.gateway, ANN, { stdin, stdout, log, ...(session ? { session } : {}) });
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return {
    ...fake,
    stdin,
    ended,
    logged,
    send: (message: unknown) => stdin.write(`${JSON.stringify(message)}\n`),
    receive: async (): Promise<RpcReply> => JSON.parse((await lines.next()).value ?? "null"),
  };
}

const META = {
  _meta: {
    "io.modelcontextprotocol/protocolVersion": REVISION,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  },
};

test("over stdio a client of either era calls tools in one session until stdin ends", async () => {
  const opening = [INITIALIZE, rpc("server/discover", META)];
  for (const [index, first] of opening.entries()) {
    const meta = index === 0 ? {} : META;
    const connection = start();
    connection.send(first);
    assert.match(String((await connection.receive()).result?.instructions), /run_code/);
    if (index === 0) connection.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    for (const id of [2, 3]) {
      connection.send(rpc("tools/call", { ...runCode("return 5"), ...meta }, id));
      const reply = await connection.receive();
      assert.deepEqual([reply.id, readText(reply).result], [id, 5]);
    }
    const [one, two] = connection.submissions;
    assert.equal(one?.principal, ANN);
    assert.match(one?.session ?? "", /^ses_/);
    assert.equal(one?.session, two?.session);
    connection.stdin.end();
    await connection.ended;
    assert.deepEqual(connection.logged, []);
  }
});

test("over stdio the operator names the session, and the model cannot leave it", async () => {
  const connection = start({}, "desk-7");
  connection.send(INITIALIZE);
  await connection.receive();
  connection.send(rpc("tools/call", runCode("return 1"), 2));
  assert.equal(readText(await connection.receive()).session, "desk-7");
  connection.send(rpc("tools/call", runCode("return 1", { session: "other" }), 3));
  assert.match(JSON.stringify(readText(await connection.receive())), /BAD_SESSION/);
  connection.stdin.end();
  await connection.ended;
  await assert.rejects(serveMcpOverStdio(connection.gateway, ANN, { session: "no name" }), {
    code: "BAD_SESSION",
  });
});

test("the end of stdin cancels what still runs", async () => {
  const connection = start({ run: runUntilCancelled });
  connection.send(INITIALIZE);
  await connection.receive();
  connection.send(rpc("tools/call", runCode("return 1"), 2));
  while (connection.submissions.length === 0) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(connection.submissions[0]?.signal.aborted, false);
  connection.stdin.end();
  await connection.ended;
  assert.equal(connection.submissions[0]?.signal.aborted, true);
});

test("over stdio notifications/cancelled cancels one run and leaves the other", async () => {
  const connection = start({ run: runUntilCancelled });
  const { submissions } = connection;
  connection.send(INITIALIZE);
  await connection.receive();
  for (const id of [2, 3]) connection.send(rpc("tools/call", runCode("return 1"), id));
  while (submissions.length < 2) await new Promise((resolve) => setImmediate(resolve));
  connection.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 3 } });
  while (!submissions[1]?.signal.aborted) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(submissions[0]?.signal.aborted, false);
  connection.stdin.end();
  await connection.ended;
});

test("a line that is no JSON does not end the connection", async () => {
  const connection = start();
  connection.stdin.write("hello\n");
  connection.send(INITIALIZE);
  assert.ok((await connection.receive()).result);
  connection.stdin.end();
  await connection.ended;
});
