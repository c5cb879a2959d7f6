import { GatewayError } from "../../errors.ts";
import type { RequestOrigin } from "../../request-origin.ts";
import { type Principal, SESSION_NAME } from "../../vocabulary.ts";

/** One request of one principal, whatever carried it. */
export type Exchange = {
  principal: Principal;
  /** Left out where no request carries the messages, as over stdio. */
  request?: RequestOrigin;
  /** Set by the client or by its connection. The model cannot leave it. */
  fixedSession?: string;
  /** Aborts when the exchange is over: answered, cancelled or dropped. */
  signal: AbortSignal;
};

/** Whoever sent a request, and what names the request. */
export type Caller = Pick<Exchange, "principal" | "request">;

export const SESSION_HEADER = "sallyport-session";

export function requireSessionName(name: string, place: string): string {
  if (SESSION_NAME.test(name)) return name;
  throw new GatewayError("BAD_SESSION", `${place} must be 1 to 64 of A-Z, a-z, 0-9, _ and -.`, {
    hint: "Leave it out to use the session of this key or connection, which the reply names.",
  });
}

/**
 * A model that could pick any session of its key could read what another conversation left there, so its argument
 * counts only where the client fixed nothing.
 */
export function chooseSession(
  exchange: Exchange,
  asked: string | undefined,
  byDefault: () => string,
): string {
  const { fixedSession } = exchange;
  if (asked !== undefined) requireSessionName(asked, "The argument `session`");
  if (fixedSession === undefined) return asked ?? byDefault();
  if (asked === undefined || asked === fixedSession) return fixedSession;
  throw new GatewayError("BAD_SESSION", "The client has fixed the session; another one cannot be chosen.", {
    hint: "Leave the argument `session` out.",
  });
}
