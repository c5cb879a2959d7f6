// Stands in the place of the worker's entry: a worker process that some program has taken over completely. The
// program's text names what it does; everything it writes to descriptor 3 is a lie.

import { readSync, writeSync } from "node:fs";

const REQUEST = 11;
const LOG = 12;
const DONE = 13;
const FAILED = 14;
const IDLE = 15;

function frame(kind, id, text) {
  const payload = Buffer.from(text);
  const header = Buffer.alloc(9);
  header.writeUInt32LE(payload.length, 0);
  header.writeUInt8(kind, 4);
  header.writeUInt32LE(id, 5);
  return Buffer.concat([header, payload]);
}

function write(bytes) {
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(3, bytes, sent);
}
const send = (kind, id, text) => write(frame(kind, id, text));

const buffer = Buffer.alloc(1 << 20);
function read() {
  const count = readSync(3, buffer, 0, buffer.length, null);
  if (count === 0) process.exit(0);
  return { kind: buffer.readUInt8(4), id: buffer.readUInt32LE(5), text: buffer.toString("utf8", 9, count) };
}

const USAGE = "1.000\n1\n";
const call = (id, tool = "crm.echo", args = "{}") => send(REQUEST, id, `tool\n${tool}\n${args}`);

const LIES = {
  honest: (run) => send(DONE, run, `${USAGE}1`),
  "broken result": (run) => send(DONE, run, `${USAGE}{"a":`),
  "result with a tail": (run) => send(DONE, run, `${USAGE}1,"status":"succeeded"`),
  "no report": (run) => send(DONE, run, "1"),
  "strange report": (run) => send(DONE, run, "-1.000\n1\n1"),
  "result of another run": (run) => send(DONE, run + 1, `${USAGE}1`),
  "log of another run": (run) => send(LOG, run + 1, "log\nnot mine"),
  "large result": (run) => send(DONE, run, `${USAGE}"${"x".repeat(40_000)}"`),
  "deep result": (run) => send(DONE, run, `${USAGE}${"[".repeat(400)}${"]".repeat(400)}`),
  "deep arguments": () => call(1, "crm.echo", `${"[".repeat(400)}${"]".repeat(400)}`),
  "claimed denial": (run) => send(FAILED, run, `${USAGE}{"limit":"POLICY_DENIED","message":"m"}`),
  "failure never issued": (run) => send(FAILED, run, `${USAGE}{"failure":7,"message":"m"}`),
  "failure of strange fields": (run) => send(FAILED, run, `${USAGE}{"name":{"a":1},"message":["m"]}`),
  "failure that is no JSON": (run) => send(FAILED, run, `${USAGE}nothing`),
  "id twice": () => [5, 5].forEach((id) => call(id)),
  "ids downwards": () => [5, 4].forEach((id) => call(id)),
  "many at once": () => [1, 2, 3, 4, 5].forEach((id) => call(id, "crm.wait")),
  "many in turn"() {
    for (let id = 1; ; id++) {
      call(id);
      read();
    }
  },
  "large arguments": () => call(1, "crm.echo", JSON.stringify("x".repeat(2_000))),
  "unknown kind of request": () => send(REQUEST, 1, "file\n/etc/passwd\n{}"),
  "unknown shape of request": () => send(REQUEST, 1, "tool"),
  "service with a path": () => send(REQUEST, 1, "service\n../workspace.get\n{}"),
  "unprintable tool"(run) {
    call(1, "crm.echo\u0000\u001b[2J");
    const { text } = read();
    send(DONE, run, USAGE + JSON.stringify(text));
  },
  "unknown level": (run) => send(LOG, run, "shout\nhello"),
  "flood of logs"(run) {
    for (let i = 0; i < 20_000; i++) send(LOG, run, `log\n${"x".repeat(200)}`);
    send(DONE, run, `${USAGE}1`);
  },
  "flood of empty logs"(run) {
    for (let i = 0; i < 20_000; i++) send(LOG, run, "log\n");
    send(DONE, run, `${USAGE}1`);
  },
  "unknown frame": (run) => send(99, run, "x"),
  "run frame to the gateway": (run) => send(1, run, "{}"),
  "frame of four gigabytes": () => write(Buffer.alloc(9, 0xff)),
  "frame that never ends"() {
    write(frame(LOG, 0, "log\nhello").subarray(0, 12));
    read();
  },
  "noise on stderr"(run) {
    for (let i = 0; i < 2_000; i++) writeSync(2, `${"heap out of memory ".repeat(50)}\n`);
    send(DONE, run, `${USAGE}1`);
  },
  exit: () => process.exit(0),
  "silent death": () => process.kill(process.pid, "SIGKILL"),
  "computing outside": () => {
    for (;;);
  },
  "memory outside"() {
    const held = [];
    for (;;) held.push(Buffer.alloc(1 << 24, 1));
  },
  "frame when idle"(run) {
    send(DONE, run, `${USAGE}1`);
    send(DONE, run, `${USAGE}2`);
  },
  "request when idle"(run) {
    send(DONE, run, `${USAGE}1`);
    call(9);
  },
  "strange readiness"(run) {
    for (const text of ["1e999", "-5", "x".repeat(500), ""]) send(IDLE, 0, text);
    send(DONE, run, `${USAGE}1`);
  },
};

send(10, 0, "1");
for (;;) {
  const { kind, id, text } = read();
  if (kind !== 1) continue;
  LIES[JSON.parse(text).moduleText](id);
}
