// Progress of a request whose run waits for a person: clients that hear nothing for a minute would give up.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Approval } from "../../../src/approvals/approvals.ts";
import type { RunEvent } from "../../../src/run/guest-host.ts";
import { progressOf } from "../../../src/surfaces/mcp/run-progress.ts";

type Context = Parameters<typeof progressOf>[0];

function listening(progressToken?: string) {
  const heard: string[] = [];
  const notify = async (notification: { params: { message: string } }) => {
    heard.push(notification.params.message);
  };
  const meta = progressToken === undefined ? {} : { _meta: { progressToken } };
  return { heard, context: { mcpReq: { ...meta, notify } } as unknown as Context };
}

const pending = (id: string): RunEvent => ({
  kind: "pending",
  approval: { id, tool: "mail.send", reason: "a person must agree" } as Approval,
});
const decided = (id: string): RunEvent => ({ kind: "decided", outcome: { id, state: "approved" } });

test("a client that waits for a person is told again, until the decision", (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const { heard, context } = listening("p1");
  const onEvent = progressOf(context, new AbortController().signal);
  onEvent?.(pending("apr_1"));
  onEvent?.(pending("apr_2"));
  t.mock.timers.tick(59_000);
  assert.equal(heard.length, 2 + 2 * 2);
  onEvent?.(decided("apr_1"));
  t.mock.timers.tick(20_000);
  assert.deepEqual(heard.slice(-2), [
    "apr_1 is approved",
    "mail.send waits for a person to approve it (apr_2): a person must agree",
  ]);
  onEvent?.(decided("apr_2"));
  const before = heard.length;
  t.mock.timers.tick(600_000);
  assert.equal(heard.length, before);
});

test("nothing is repeated after the request has ended", (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const { heard, context } = listening("p1");
  const ended = new AbortController();
  const onEvent = progressOf(context, ended.signal);
  onEvent?.(pending("apr_1"));
  ended.abort();
  onEvent?.(pending("apr_2"));
  t.mock.timers.tick(600_000);
  assert.equal(heard.length, 2);
});

test("a client that asked for no progress hears nothing", () => {
  assert.equal(progressOf(listening().context, new AbortController().signal), undefined);
});
