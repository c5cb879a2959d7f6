// Events as a gateway writes them.

import type { TrailEvent } from "../../src/record/record.ts";
import { sha256Hex } from "../../src/text/canonical-json.ts";

export function sampleEvent(writer: number, turn: number): TrailEvent {
  return {
    kind: "call.decided",
    principal: `agent-${writer}`,
    session: `agent-${writer}/main`,
    run: `run_${writer}_${turn >> 4}`,
    call: `call_${writer}_${turn}`,
    tool: "crm.list_contacts",
    decision: turn % 10 === 0 ? "deny" : "allow",
    rule: "support-reads",
    body: {
      args: { query: "open tickets", email: "EMAIL_001", limit: 50 },
      pin: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      policyHash: "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
      reason: "The rule support-reads grants this tool.",
      shadow: [],
    },
  };
}

/** What a tool call leaves: the decision before it, the outcome after it. */
export function callEvents(writer: number, turn: number): [TrailEvent, TrailEvent] {
  const decided = { ...sampleEvent(writer, turn), decision: "allow" };
  const { body: _decision, decision: _allow, rule: _rule, ...place } = decided;
  const body = { executed: "yes", durationMs: 4, bytes: 812, pii: { EMAIL: 1 } };
  return [decided, { ...place, kind: "call.completed", status: "succeeded", body }];
}

/** Five events of one run, with a program out of two hundred, a token and a refusal now and then. */
export function sampleRun(number: number): TrailEvent[] {
  const code = `const page = await crm.list_contacts({ page: ${number % 200} });\nreturn page.total`;
  const place = {
    principal: `agent-${number % 20}`,
    session: `session-${number % 100}`,
    run: `run_${number}`,
  };
  const source = { tool: "crm.get", call: "c", pointer: "" };
  const tokens = [{ token: "EMAIL_001", class: "EMAIL", pointer: "/to", sources: [source] }];
  const here = {
    ...place,
    call: `call_${number}`,
    tool: number % 3 === 0 ? "mail.send" : "crm.list_contacts",
  };
  const reason = "The rule reads grants this tool.";
  return [
    { ...place, kind: "run.submitted", body: { codeSha256: sha256Hex(code), codeBytes: code.length, code } },
    { ...place, kind: "run.started", body: {} },
    {
      ...here,
      kind: "call.decided",
      decision: number % 50 === 0 ? "deny" : "allow",
      rule: "reads",
      body: { args: { page: number }, reason, tokens: number % 10 === 0 ? tokens : [] },
    },
    {
      ...here,
      kind: "call.completed",
      status: "succeeded",
      body: { executed: "yes", durationMs: number % 90 },
    },
    {
      ...place,
      kind: "run.finished",
      status: "succeeded",
      body: { durationMs: number % 300, savedTokens: 900 },
    },
  ];
}
