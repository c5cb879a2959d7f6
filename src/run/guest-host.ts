// The host's side of one run: what the guest asks for, passed to the gate or to a service of the gateway.

import type { Approval, Outcome } from "../approvals/approvals.ts";
import { requireArguments } from "../call/check-arguments.ts";
import type { Waiting } from "../call/hold-for-approval.ts";
import { toCallError } from "../call/tool-refusal.ts";
import { toGatewayError } from "../errors.ts";
import type { HostPort, HostReply } from "../execute/execute.ts";
import { countTokens } from "../text/count-tokens.ts";
import type { CallScope, ToolGate } from "../tool-gate.ts";
import type { CallSummary, LogLine, PiiClass } from "../vocabulary.ts";
import { type GuestServiceParts, parseGuestJson, useService } from "./guest-services.ts";

export type GuestHostParts = GuestServiceParts & { gate: ToolGate };

/** What a caller may watch while its run is under way. */
export type RunEvent =
  | { kind: "log"; line: LogLine }
  | { kind: "call"; call: CallSummary }
  | { kind: "pending"; approval: Approval }
  | { kind: "decided"; outcome: Outcome };

export type GuestHost = HostPort & {
  calls: CallSummary[];
  /** Tokens that tool results would have cost the model. */
  hiddenTokens: number;
  pii: Partial<Record<PiiClass, number>>;
  /** Resolves when every event so far has reached the caller. */
  eventsSent(): Promise<void>;
};

export function createGuestHost(
  parts: GuestHostParts,
  scope: CallScope,
  onEvent?: (event: RunEvent) => void,
): GuestHost {
  // One after the other, so that the caller sees events in the order in which they happened.
  let sending = Promise.resolve();
  const send = (make: () => Promise<RunEvent>): void => {
    if (onEvent) sending = sending.then(make).then(onEvent, () => {});
  };
  const host: GuestHost = {
    calls: [],
    hiddenTokens: 0,
    pii: {},
    eventsSent: () => sending,
    log: (line) => send(() => protectLine(scope, line)),
    async request(request, signal, clock) {
      try {
        if (request.kind !== "tool") return reply(await useService(parts, scope, request));
        const call: CallSummary = { tool: request.tool.slice(0, 128), status: "not_executed", durationMs: 0 };
        host.calls.push(call);
        const waiting: Waiting = {
          signal,
          ...(clock ? { clock } : {}),
          onPending: (approval) => send(async () => ({ kind: "pending", approval })),
          onDecided: (outcome) => send(async () => ({ kind: "decided", outcome })),
        };
        return await callTool(parts.gate, scope, host, { call, request, waiting }).finally(() =>
          send(async () => ({ kind: "call", call: { ...call } })),
        );
      } catch (error) {
        return { ok: false, error: toCallError(toGatewayError(error), "no") };
      }
    },
  };
  return host;
}

async function protectLine({ vault, policies, principal }: CallScope, line: LogLine): Promise<RunEvent> {
  const origin = { from: "agent", channel: "result" } as const;
  const safe = await vault.tokenize(line.message, origin, policies.pii(principal));
  const message = typeof safe.value === "string" ? safe.value : "[withheld by policy]";
  return { kind: "log", line: { ...line, message } };
}

type ToolRequest = { call: CallSummary; request: { tool: string; argsText: string }; waiting: Waiting };

async function callTool(
  gate: ToolGate,
  scope: CallScope,
  host: GuestHost,
  { call, request, waiting }: ToolRequest,
): Promise<HostReply> {
  // Parsed once: the same value is decided, recorded and dispatched.
  const args = requireArguments(parseGuestJson(request.argsText));
  call.status = "unknown";
  const outcome = await gate.call(scope, request.tool, args, waiting);
  call.tool = outcome.tool;
  call.status = outcome.status;
  call.durationMs = outcome.durationMs;
  for (const [name, count] of Object.entries(outcome.pii)) {
    host.pii[name as PiiClass] = (host.pii[name as PiiClass] ?? 0) + count;
  }
  if ("error" in outcome) return { ok: false, error: outcome.error };
  const valueText = JSON.stringify(outcome.value);
  host.hiddenTokens += countTokens(valueText);
  return { ok: true, valueText };
}

function reply(value: unknown): HostReply {
  return { ok: true, valueText: JSON.stringify(value) };
}
