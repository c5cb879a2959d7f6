import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type AuditSink, auditSinks } from "../../src/audit-sink-settings.ts";
import { openDelivery, openTrail } from "../../src/record/record.ts";
import { syslogMessage } from "../../src/record/sinks/syslog-message.ts";
import { signBody } from "../../src/record/sinks/webhook-sink.ts";
import { openSqliteStorage } from "../../src/storage/storage.ts";
import { allRows, callDecided, NOON, temporaryFolder } from "./trail-fixture.ts";

async function openTrailFolder(t: TestContext) {
  const folder = await temporaryFolder(t);
  const storage = await openSqliteStorage(folder);
  let wake = (): void => {};
  const trail = await openTrail(storage.trail, () => NOON, { onAppended: () => wake() });
  const logged: string[] = [];
  const closing: (() => Promise<void>)[] = [];
  t.after(async () => {
    for (const close of closing) await close();
    await trail.close();
    await storage.close();
  });
  return {
    folder,
    trail,
    storage,
    logged,
    async deliver(sinks: AuditSink[], batch = 200) {
      const parts = { store: storage.trail, cursors: storage.state, sinks, batch, retryMs: 5 };
      const delivery = await openDelivery({ ...parts, log: (message) => logged.push(message) });
      wake = delivery.wake;
      closing.push(() => delivery.close());
      return delivery;
    },
  };
}

type Delivery = Awaited<ReturnType<typeof openDelivery>>;

async function settled(delivery: Delivery, isDone: (lag: number[]) => boolean): Promise<void> {
  for (let tries = 0; tries < 2000; tries += 1) {
    if (isDone((await delivery.status()).map(({ lag }) => lag))) return;
    await new Promise((go) => setTimeout(go, 5));
  }
  assert.fail(`the sinks did not get there: ${JSON.stringify(await delivery.status())}`);
}
const caughtUp = (delivery: Delivery) => settled(delivery, (lags) => lags.every((lag) => lag === 0));

const seqsIn = async (path: string) =>
  (await readFile(path, "utf8")).split("\n").flatMap((line) => {
    try {
      return [JSON.parse(line).seq as number];
    } catch {
      return [];
    }
  });

test("a file gets every event as a line, and a restart goes on where the last delivery ended", async (t) => {
  const { folder, trail, deliver, storage } = await openTrailFolder(t);
  const path = join(folder, "copy.jsonl");
  const sink = { name: "copy", file: path };
  for (let turn = 0; turn < 5; turn += 1) await trail.append(callDecided(`call_${turn}`));
  const first = await deliver([sink], 2);
  await caughtUp(first);
  await trail.append(callDecided("call_5"));
  await caughtUp(first);
  await first.close();
  assert.equal(await storage.state.sinkCursor("copy"), 6);
  await trail.append(callDecided("call_6"));
  // As a stop in the middle of a write would leave it.
  await writeFile(path, '{"seq":7,"at":"20', { flag: "a" });
  const second = await deliver([sink]);
  await caughtUp(second);
  assert.deepEqual(await seqsIn(path), [1, 2, 3, 4, 5, 6, 7]);
});

test("a webhook gets signed batches; while it fails nothing is lost, nobody waits, and it is told once", async (t) => {
  const { trail, deliver, logged, folder } = await openTrailFolder(t);
  const secret = "a secret of the receiver";
  const got: number[] = [];
  let failures = 3;
  const server = createHttpServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const [, seconds, digest] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers["sallyport-signature"])) ?? [];
    assert.equal(digest, createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex"));
    const isRefused = failures-- > 0;
    response.statusCode = isRefused ? 503 : 204;
    const { events, first, last } = JSON.parse(body);
    assert.deepEqual([events[0].seq, events.at(-1).seq], [first, last]);
    if (!isRefused) got.push(...events.map(({ seq }: { seq: number }) => seq));
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const file = join(folder, "copy.jsonl");
  const delivery = await deliver([
    { name: "siem", webhook: `http://127.0.0.1:${port}/in`, secret },
    { name: "copy", file },
  ]);
  for (let turn = 0; turn < 10; turn += 1) await trail.append(callDecided(`call_${turn}`));
  await caughtUp(delivery);
  assert.deepEqual(got, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  assert.deepEqual(await seqsIn(file), got);
  assert.deepEqual(logged, [
    "The audit sink siem takes no events: the receiver answered 503.",
    "The audit sink siem takes events again.",
  ]);
  assert.match(signBody("{}", secret, NOON), /^t=1772366400,v1=/);
});

test("a dead sink holds up neither the trail nor the others, and is not passed by pruning", async (t) => {
  const { trail, deliver, folder } = await openTrailFolder(t);
  const file = join(folder, "copy.jsonl");
  const closed = createServer().listen(0, "127.0.0.1");
  await once(closed, "listening");
  const { port } = closed.address() as AddressInfo;
  await new Promise((done) => closed.close(done));
  const delivery = await deliver([
    { name: "dead", syslog: `tcp://127.0.0.1:${port}` },
    { name: "copy", file },
  ]);
  await trail.append(callDecided("call_1"), callDecided("call_2"));
  await settled(delivery, ([, copy]) => copy === 0);
  const [dead] = await delivery.status();
  assert.equal(dead?.lag, 2);
  for (let tries = 0; (await delivery.status())[0]?.problem === null && tries < 400; tries += 1)
    await new Promise((go) => setTimeout(go, 5));
  assert.equal((await delivery.status())[0]?.problem, "ECONNREFUSED");
  assert.equal(delivery.deliveredThrough(), 0);
  await delivery.close();
  assert.equal((await deliver([])).deliveredThrough(), Number.POSITIVE_INFINITY);
});

const MESSAGE =
  /^<(\d+)>1 2026-03-01T12:00:00\.000Z \S+ sallyport \d+ call\.decided \[sallyport@32473 seq="(\d+)" principal="support-bot".*\] \ufeff(\{.*\})$/s;

/** Counted octets: `123 <…>` again and again. */
function splitFrames(bytes: Buffer): string[] {
  const frames: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at);
    const length = Number(bytes.subarray(at, space).toString());
    frames.push(bytes.subarray(space + 1, space + 1 + length).toString());
    at = space + 1 + length;
  }
  return frames;
}

for (const kind of ["tcp", "unix"] as const) {
  test(`syslog over ${kind} gets one counted message for each event`, async (t) => {
    const { trail, deliver, folder } = await openTrailFolder(t);
    const chunks: Buffer[] = [];
    const server = createServer((socket) => socket.on("data", (chunk: Buffer) => chunks.push(chunk)));
    const path = join(folder, "log.sock");
    if (kind === "tcp") server.listen(0, "127.0.0.1");
    else server.listen(path);
    await once(server, "listening");
    t.after(() => server.close());
    const address =
      kind === "tcp" ? `tcp://127.0.0.1:${(server.address() as AddressInfo).port}` : `unix://${path}`;
    const delivery = await deliver([{ name: "log", syslog: address }]);
    await trail.append(callDecided("call_1"), callDecided("call_ü", { decision: "deny" }));
    await caughtUp(delivery);
    const frames = splitFrames(Buffer.concat(chunks));
    assert.deepEqual(
      frames.map((frame) => MESSAGE.exec(frame)?.slice(1, 3)),
      [
        ["109", "1"],
        ["108", "2"],
      ],
    );
    assert.equal(JSON.parse(MESSAGE.exec(frames[1] ?? "")?.[3] ?? "{}").call, "call_ü");
  });
}

test("syslog over UDP gets a datagram for each event, and a large one without its body", async (t) => {
  const { trail, deliver } = await openTrailFolder(t);
  const socket = createSocket("udp4");
  const got: string[] = [];
  socket.on("message", (message) => got.push(message.toString()));
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  t.after(() => socket.close());
  const delivery = await deliver([{ name: "log", syslog: `udp://127.0.0.1:${socket.address().port}` }]);
  await trail.append(callDecided("call_1"));
  await trail.append(callDecided("call_2", { body: { args: "x".repeat(20_000) } }));
  await caughtUp(delivery);
  for (let tries = 0; got.length < 2 && tries < 400; tries += 1) await new Promise((go) => setTimeout(go, 5));
  assert.match(got[0] ?? "", MESSAGE);
  assert.match(got[1] ?? "", /seq="2".*\{"truncated":true\}$/);
});

test("a syslog field cannot break out of its quotes or its line", async (t) => {
  const { trail, storage } = await openTrailFolder(t);
  await trail.append(callDecided("c", { principal: 'a"] \\ b\n<13>1 forged' }));
  const [row] = await allRows(storage.trail);
  assert.ok(row);
  const text = syslogMessage(row, { host: "host name", pid: 1 }).toString();
  assert.match(text, /principal="a\\"\\\] \\\\ b <13>1 forged"/);
  assert.equal(text.split("\n").length, 1);
  assert.match(text, / host_name sallyport 1 /);
});

const SETTINGS: [title: string, value: unknown, isGood: boolean][] = [
  ["no sinks", [], true],
  [
    "one of each",
    [
      { name: "a", file: "x" },
      { name: "b", syslog: "udp://h:1" },
      { name: "c", webhook: "https://x.example/", secret: "0123456789abcdef" },
    ],
    true,
  ],
  ["JSON, as the environment holds it", '[{"name":"a","file":"x"}]', true],
  [
    "two of one name",
    [
      { name: "a", file: "x" },
      { name: "a", file: "y" },
    ],
    false,
  ],
  ["two ways at once", [{ name: "a", file: "x", syslog: "udp://h:1" }], false],
  ["a webhook without a secret", [{ name: "a", webhook: "https://x.example/" }], false],
  ["a short secret", [{ name: "a", webhook: "https://x.example/", secret: "short" }], false],
  [
    "a webhook that is no web address",
    [{ name: "a", webhook: "ftp://x.example/", secret: "0123456789abcdef" }],
    false,
  ],
  ["syslog without a port", [{ name: "a", syslog: "tcp://host" }], false],
  ["no name", [{ file: "x" }], false],
  ["a text", "later", false],
];

for (const [title, value, isGood] of SETTINGS) {
  test(`the setting auditSinks ${isGood ? "takes" : "refuses"} ${title}`, () => {
    assert.equal(auditSinks.safeParse(value).success, isGood);
  });
}
