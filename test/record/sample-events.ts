// A small trail as a support desk would leave it: a run that mails somebody, one that is refused the mail, one whose
// code is blocked, one that fails.

import type { TrailEvent } from "../../src/record/record.ts";
import type { JsonObject } from "../../src/vocabulary.ts";
import { runSubmitted } from "./trail-fixture.ts";

export const MAIL_CODE =
  'const { email } = await crm.get_contact({ id: 7 });\nawait mail.send({ to: email, text: "hi" });';
export const BAD_CODE = 'const f = eval;\nreturn f("1")';
const POLICY = "5f".repeat(32);

type Place = { principal: string; session: string; run: string };

function opening(
  place: Place,
  code: string,
  decision: "allow" | "deny",
  findings: JsonObject[] = [],
): TrailEvent[] {
  const rule = decision === "allow" ? "code.default" : "no-dynamic-code";
  const reason = decision === "allow" ? "No rule objects." : "Line 1: eval makes code from text.";
  return [
    runSubmitted(place.run, code, place),
    { ...place, kind: "code.checked", body: { findings, risk: { level: "low", score: 0 } } },
    { ...place, kind: "run.decided", decision, rule, body: { reason, policyHash: POLICY, shadow: [] } },
    ...(decision === "allow"
      ? [{ ...place, kind: "run.started" as const, body: { policyHash: POLICY } }]
      : []),
  ];
}

function call(
  place: Place,
  [id, tool]: [id: string, tool: string],
  outcome: { decision?: string; rule?: string; tokens?: JsonObject[]; status?: string; more?: JsonObject },
): TrailEvent[] {
  const { decision = "allow", rule = "crm.read", tokens = [], status = "succeeded", more = {} } = outcome;
  const here = { ...place, call: id, tool };
  const restores =
    decision === "allow" ? tokens.map(({ token, pointer }) => ({ token, pointer, flow: "flow.mail" })) : [];
  const reason = `The rule "${rule}" ${decision === "allow" ? "allows" : "refuses"} this.`;
  const body = {
    args: {},
    policyHash: POLICY,
    reason,
    labels: [],
    tokens,
    restores,
    shadow: [],
  } as JsonObject;
  const restored = restores.map((restore) => ({ ...restore, class: "EMAIL" })) as JsonObject[];
  return [
    { ...here, kind: "call.decided", decision, rule, body },
    ...(restored.length > 0
      ? [{ ...here, kind: "token.restored" as const, body: { tokens: restored } }]
      : []),
    ...(decision === "allow"
      ? [
          {
            ...here,
            kind: "call.completed" as const,
            status,
            body: { executed: "yes", durationMs: 12, ...more },
          },
        ]
      : []),
  ];
}

const email = (to: string, source = "crm.get_contact"): JsonObject => ({
  token: "EMAIL_001",
  class: "EMAIL",
  pointer: to,
  sources: [{ tool: source, call: "call_a1", pointer: "/email" }],
});

function finished(place: Place, status: string, body: JsonObject): TrailEvent {
  return {
    ...place,
    kind: "run.finished",
    status,
    body: { cpuMs: 2, resultTokens: 20, stages: { execute: 30 }, ...body },
  };
}

const mailed = { principal: "support-bot", session: "desk", run: "run_mailed" };
const refused = { principal: "sales-bot", session: "leads", run: "run_refused" };
const blocked = { principal: "support-bot", session: "desk", run: "run_blocked" };
const failed = { principal: "support-bot", session: "desk", run: "run_failed" };
const found = {
  rule: "no-dynamic-code",
  severity: "critical",
  message: "eval makes code from text.",
  line: 1,
  column: 11,
};

/** Each entry is one append. */
export const SAMPLE_EVENTS: TrailEvent[][] = [
  [
    { kind: "gateway.started", body: { version: "0.1.0", node: "v26" } },
    { kind: "policy.loaded", body: { sha256: POLICY, files: [{ id: "desk", rules: 3 }] } },
    { kind: "key.created", principal: "admin", body: { id: "key_1", name: "support-bot", role: "agent" } },
  ],
  opening(mailed, MAIL_CODE, "allow"),
  call(mailed, ["call_a1", "crm.get_contact"], {}),
  [
    {
      ...mailed,
      kind: "token.created",
      call: "call_a1",
      tool: "crm.get_contact",
      body: { tokens: [{ token: "EMAIL_001", class: "EMAIL", pointer: "/email" }] },
    },
  ],
  call(mailed, ["call_a2", "mail.send"], { rule: "mail.send", tokens: [email("/to/0"), email("/to/1")] }),
  [finished(mailed, "succeeded", { durationMs: 40, savedTokens: 50_000 })],
  opening(refused, MAIL_CODE, "allow"),
  call(refused, ["call_b1", "crm.get_contact"], {}),
  call(refused, ["call_b2", "web.post"], { decision: "deny", rule: "flow", tokens: [email("/body")] }),
  [
    finished(refused, "failed", {
      durationMs: 60,
      savedTokens: 1000,
      error: { code: "TOOL_DENIED", message: "web.post was refused." },
    }),
  ],
  opening(blocked, BAD_CODE, "deny", [found]),
  opening(failed, "return await crm.list_contacts()", "allow"),
  call(failed, ["call_d1", "crm.list_contacts"], {
    status: "failed",
    more: { durationMs: 500, error: { code: "TOOL_TIMEOUT", message: "crm did not answer." } },
  }),
  [
    finished(failed, "failed", {
      durationMs: 900,
      savedTokens: 0,
      error: { code: "TOOL_TIMEOUT", message: "crm did not answer." },
    }),
  ],
];
