// What stays the same for all calls of one run or one direct call: session, policies, limits, vault and labels.

import type { PolicySnapshot } from "../decide/decide.ts";
import { GatewayError } from "../errors.ts";
import type { Protector } from "../protect/protect.ts";
import { newOrigin, type RequestOrigin } from "../request-origin.ts";
import type { CallScope } from "../tool-gate.ts";
import {
  newSessionName,
  type Principal,
  type RunLimits,
  SESSION_NAME,
  type Session,
  sessionOf,
} from "../vocabulary.ts";
import type { SessionAges } from "./session-ages.ts";
import type { SessionDraws } from "./session-draws.ts";
import type { SessionLabels } from "./session-labels.ts";

export type ScopeParts = {
  policies(): PolicySnapshot;
  protector: Protector;
  sessionAge: SessionAges;
  sessionLabels: SessionLabels;
  sessionDraws: Pick<SessionDraws, "openRun">;
  clock: () => Date;
};

/** `id` names the run; the caller may lower the wall clock and never raise it. */
export type Scoped = {
  id: string;
  principal: Principal;
  session: string;
  timeoutMs?: number;
  request?: RequestOrigin;
};

export async function openScope(
  parts: ScopeParts,
  { id, principal, session: name, timeoutMs, request = newOrigin() }: Scoped,
): Promise<CallScope> {
  const policies = parts.policies();
  const session = openSession(principal, name);
  return {
    principal,
    session,
    request,
    run: id,
    sessionStart: parts.clock().getTime() - (await parts.sessionAge(session, parts.clock())),
    policies,
    limits: lowerWallClock(policies.limits(principal), timeoutMs),
    vault: await parts.protector.session(session.key),
    labels: new Set(await parts.sessionLabels.of(session)),
    draws: await parts.sessionDraws.openRun(session),
    code: null,
  };
}

/** The caller's session of that name, or a new one. */
export function openSession(principal: Principal, name = newSessionName()): Session {
  if (SESSION_NAME.test(name)) return sessionOf(principal, name);
  throw new GatewayError("BAD_SESSION", "A session's name is 1 to 64 of A-Z, a-z, 0-9, _ and -.", {
    hint: "Leave `session` out to get a new one, named in the reply.",
  });
}

function lowerWallClock(limits: RunLimits, timeoutMs: number | undefined): RunLimits {
  return timeoutMs === undefined ? limits : { ...limits, wallMs: Math.min(limits.wallMs, timeoutMs) };
}
