// Who may decide, what an approval is for, and every way in which it can end.

import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import type {
  Approval,
  ApprovalEvent,
  ApprovalStore,
  Claim,
  Held,
  HeldBounds,
} from "../../src/approvals/approvals.ts";
import { createApprovals } from "../../src/approvals/approvals.ts";
import type { Principal } from "../../src/vocabulary.ts";

const HELD: Held = {
  kind: "call",
  principal: "bot",
  session: "s1",
  run: "run_1",
  call: "call_1",
  tool: "orders.refund",
  pin: "abc",
  args: { order_id: "A1", amount: 200, reason: "late", secret: "x" },
  policyHash: "p1",
  reason: "large refunds need a person",
  code: "1 | orders.refund()",
  tokens: [],
};
const CLAIM: Claim = {
  rule: "refund-large",
  policy: "support",
  by: ["group:leads"],
  count: 1,
  expiresMs: 60_000,
  show: ["order_id", "amount"],
};

const who = (name: string, role: Principal["role"], groups: string[] = []): Principal => ({
  name,
  role,
  groups,
});
const LEAD = who("lead", "approver", ["leads"]);

function memoryStore(): ApprovalStore & { rows: Map<string, { state: string; text: string }> } {
  const rows = new Map<string, { state: string; text: string }>();
  return {
    rows,
    saveApproval: async (id, state, text) => void rows.set(id, { state, text }),
    findApproval: async (id) => rows.get(id)?.text ?? null,
    listApprovals: async (state, limit) =>
      [...rows.values()]
        .reverse()
        .filter((row) => state === null || row.state === state)
        .slice(0, limit)
        .map(({ text }) => text),
  };
}

/** What still waits when the tests are over is withdrawn: its timer would keep this process for a minute. */
const theEnd = new AbortController();
after(() => theEnd.abort());

type Options = {
  now?: () => Date;
  fail?: (event: ApprovalEvent) => boolean;
  bounds?: Partial<HeldBounds>;
};

function open(options: Options = {}) {
  const events: string[] = [];
  const store = memoryStore();
  const approvals = createApprovals({
    store,
    bounds: { perPrincipal: 2, inTotal: 3, ...options.bounds },
    clock: options.now ?? (() => new Date("2026-11-18T10:00:00Z")),
    async record(event) {
      if (options.fail?.(event)) throw new Error("the trail is full");
      events.push(event.kind);
    },
  });
  const hold = async (claims = [CLAIM], signal = theEnd.signal, held = HELD) => {
    const pending = Promise.withResolvers<Approval>();
    const outcome = approvals.hold(held, claims, { signal, onPending: pending.resolve });
    outcome.catch(pending.reject);
    return { approval: await pending.promise, outcome };
  };
  return { approvals, store, events, hold };
}

describe("who decides", () => {
  const ROWS: [title: string, principal: Principal, problem: RegExp | null][] = [
    ["somebody of the group", LEAD, null],
    ["an admin of the group", who("root", "admin", ["leads"]), null],
    ["an agent of the group", who("other-bot", "agent", ["leads"]), /role agent never decides/],
    ["whoever asked, with another role", who("bot", "approver", ["leads"]), /Whoever asked/],
    ["an approver outside the group", who("ann", "approver", ["tier1"]), /names somebody else/],
    ["an admin outside the group", who("root", "admin"), /names somebody else/],
  ];
  for (const [title, principal, problem] of ROWS) {
    test(`${title} ${problem ? "may not" : "may"}`, async () => {
      const { approvals, hold } = open();
      const { approval, outcome } = await hold();
      const vote = approvals.decide(principal, approval.id, { decision: "approve" });
      if (problem) {
        await assert.rejects(vote, { code: "FORBIDDEN", message: problem });
        await approvals.decide(LEAD, approval.id, { decision: "deny" });
      } else assert.equal((await vote).state, "approved");
      assert.equal((await outcome).state, problem ? "denied" : "approved");
    });
  }

  test("roles and names count like groups", async () => {
    const { approvals, hold } = open();
    for (const [by, principal] of [
      ["role:approver", who("ann", "approver")],
      ["name:cleo", who("cleo", "reviewer")],
    ] as const) {
      const { approval } = await hold([{ ...CLAIM, by: [by] }]);
      assert.equal(
        (await approvals.decide(principal, approval.id, { decision: "approve" })).state,
        "approved",
      );
    }
  });
});

describe("an approval", () => {
  test("waits for as many people as the rule wants, each once", async () => {
    const { approvals, hold } = open();
    const { approval, outcome } = await hold([{ ...CLAIM, count: 2 }]);
    assert.equal((await approvals.decide(LEAD, approval.id, { decision: "approve" })).state, "pending");
    await assert.rejects(approvals.decide(LEAD, approval.id, { decision: "approve" }), /decided already/);
    const second = who("lead-2", "approver", ["leads"]);
    assert.equal((await approvals.decide(second, approval.id, { decision: "approve" })).state, "approved");
    assert.equal((await outcome).state, "approved");
  });

  test("that several rules want needs all of them", async () => {
    const { approvals, hold } = open();
    const { approval, outcome } = await hold([CLAIM, { ...CLAIM, rule: "after-web", by: ["group:tier2"] }]);
    assert.equal((await approvals.decide(LEAD, approval.id, { decision: "approve" })).state, "pending");
    const tier2 = who("tia", "approver", ["tier2"]);
    await approvals.decide(tier2, approval.id, { decision: "approve" });
    assert.equal((await outcome).state, "approved");
  });

  test("is denied by the first no, whatever came before", async () => {
    const { approvals, hold } = open();
    const { approval, outcome } = await hold([{ ...CLAIM, count: 2 }]);
    await approvals.decide(LEAD, approval.id, { decision: "approve" });
    await approvals.decide(who("l2", "approver", ["leads"]), approval.id, {
      decision: "deny",
      reason: "too much",
    });
    assert.deepEqual(await outcome, { state: "denied", id: approval.id, reason: "too much" });
  });

  test("counts once", async () => {
    const { approvals, hold } = open();
    const { approval, outcome } = await hold();
    const votes = ["l1", "l2"].map((name) =>
      approvals.decide(who(name, "approver", ["leads"]), approval.id, { decision: "approve" }),
    );
    const settled = await Promise.allSettled(votes);
    assert.deepEqual(
      settled.map(({ status }) => status),
      ["fulfilled", "rejected"],
    );
    await assert.rejects(votes[1] ?? Promise.resolve(), {
      code: "APPROVAL_CLOSED",
      message: /approved already/,
    });
    assert.equal((await outcome).state, "approved");
  });

  test("shows only the arguments that the rule lists, and is bound to all of them", async () => {
    const { hold } = open({ bounds: { perPrincipal: 99, inTotal: 99 } });
    const { approval } = await hold();
    assert.deepEqual(approval.shown, { order_id: "A1", amount: 200 });
    assert.deepEqual(approval.hidden, ["reason", "secret"]);
    const changes: Partial<Held>[] = [
      { args: { ...HELD.args, secret: "y" } },
      { principal: "bot-2" },
      { run: "run_2" },
      { tool: "orders.cancel" },
      { pin: "abd" },
      { policyHash: "p2" },
      { brought: { answers: { who: { action: "accept" } } } },
      { brought: { answers: { who: { action: "decline" } } } },
      { brought: { state: "s1" } },
    ];
    const digests = new Set([approval.digest]);
    for (const change of changes) {
      digests.add((await hold([CLAIM], theEnd.signal, { ...HELD, ...change })).approval.digest);
    }
    assert.equal(digests.size, changes.length + 1);
    assert.equal((await hold()).approval.digest, approval.digest);
  });

  test("shows answers that a client brings back, unless the rule lists what is shown", async () => {
    const { hold } = open({ bounds: { perPrincipal: 99, inTotal: 99 } });
    const brought = { answers: { who: { action: "accept" } }, state: "s1" };
    const shownBy = async (show: Claim["show"]) => {
      const { signal } = theEnd;
      const { answers, hidden } = (await hold([{ ...CLAIM, show }], signal, { ...HELD, args: {}, brought }))
        .approval;
      return { answers, hidden };
    };
    assert.deepEqual(await shownBy(null), { answers: brought.answers, hidden: [] });
    assert.deepEqual(await shownBy(["inputResponses"]), { answers: brought.answers, hidden: [] });
    assert.deepEqual(await shownBy(["order_id"]), { answers: undefined, hidden: ["inputResponses"] });
  });

  test("expires by itself", async () => {
    const { hold, store, events } = open();
    const { approval, outcome } = await hold([{ ...CLAIM, expiresMs: 5 }]);
    assert.equal((await outcome).state, "expired");
    assert.equal(store.rows.get(approval.id)?.state, "expired");
    assert.deepEqual(events, ["approval.requested", "approval.expired"]);
  });

  test("cannot be given after its time, even when no timer has fired", async () => {
    let now = new Date("2026-11-18T10:00:00Z");
    const { approvals, hold } = open({ now: () => now });
    const { approval, outcome } = await hold();
    now = new Date("2026-11-18T10:01:01Z");
    await assert.rejects(approvals.decide(LEAD, approval.id, { decision: "approve" }), {
      code: "APPROVAL_CLOSED",
    });
    assert.equal((await outcome).state, "expired");
  });

  test("is withdrawn when its run ends", async () => {
    const { approvals, hold } = open();
    const over = new AbortController();
    const { approval, outcome } = await hold([CLAIM], over.signal);
    over.abort();
    assert.equal((await outcome).state, "withdrawn");
    await assert.rejects(approvals.decide(LEAD, approval.id, { decision: "approve" }), /withdrawn already/);
  });

  test("that cannot be recorded does not happen", async () => {
    const { hold, store } = open({ fail: ({ kind }) => kind === "approval.requested" });
    await assert.rejects(hold(), /trail is full/);
    assert.equal(store.rows.size, 0);
  });

  test("whose decision cannot be recorded stays pending", async () => {
    let isFull = true;
    const { approvals, hold } = open({ fail: ({ kind }) => isFull && kind === "approval.decided" });
    const { approval, outcome } = await hold();
    await assert.rejects(approvals.decide(LEAD, approval.id, { decision: "approve" }), /trail is full/);
    isFull = false;
    assert.equal((await approvals.decide(LEAD, approval.id, { decision: "approve" })).state, "approved");
    assert.equal((await outcome).state, "approved");
  });

  test("of an earlier process is expired at the next start", async () => {
    const { approvals, store, hold, events } = open();
    const { approval } = await hold();
    const next = createApprovals({
      store,
      bounds: { perPrincipal: 1, inTotal: 1 },
      clock: () => new Date(),
      record: async ({ kind }) => void events.push(kind),
    });
    assert.equal(await next.recover(), 1);
    assert.equal(await next.recover(), 0);
    await assert.rejects(next.decide(LEAD, approval.id, { decision: "approve" }), /expired already/);
    await approvals.decide(LEAD, approval.id, { decision: "deny" });
  });

  test("is refused when too much waits already, for one key or for all", async () => {
    const { approvals, hold } = open();
    const other = (principal: string) => hold([CLAIM], theEnd.signal, { ...HELD, principal });
    const first = await hold();
    await hold();
    await assert.rejects(hold(), { code: "BUSY", message: /This key has 2 things/ });
    await other("bot-2");
    await assert.rejects(other("bot-3"), { code: "BUSY", message: /Too many things/ });
    await approvals.decide(LEAD, first.approval.id, { decision: "deny" });
    await first.outcome;
    assert.equal((await other("bot-3")).approval.state, "pending");
  });

  test("of nobody is not found", async () => {
    await assert.rejects(open().approvals.decide(LEAD, "apr_0", { decision: "approve" }), {
      code: "NOT_FOUND",
    });
  });

  test("is listed for people, and to an agent only its own", async () => {
    const { approvals, hold } = open();
    await hold();
    await hold([CLAIM], theEnd.signal, { ...HELD, principal: "bot-2" });
    assert.equal((await approvals.list(LEAD)).length, 2);
    assert.equal((await approvals.list(LEAD, "denied")).length, 0);
    const own = await approvals.list(who("bot", "agent"));
    assert.deepEqual(
      own.map(({ principal }) => principal),
      ["bot"],
    );
  });
});
