// One clear value for one person who has the right to see it. Guarantee: who, which token and why are on the trail
// before the value leaves the vault.

import type { PolicySnapshot } from "../decide/decide.ts";
import { GatewayError } from "../errors.ts";
import type { Protector } from "../protect/protect.ts";
import type { Trail } from "../record/record.ts";
import { type JsonValue, type PiiClass, type Principal, sessionOf } from "../vocabulary.ts";

/** `session` is the owner's: principal/name, as `audit query` shows both. */
export type RevealRequest = { token: string; session: string; reason: string };
export type Revealed = { token: string; class: PiiClass; session: string; value: JsonValue };

type Parts = {
  protector: Protector;
  policies: () => PolicySnapshot;
  trail: Pick<Trail, "append">;
  log: (message: string, level: "warn") => void;
};

export type RevealToken = (by: Principal, request: RevealRequest) => Promise<Revealed>;

export function createRevealing({ protector, policies, trail, log }: Parts): RevealToken {
  /** The reason is written by a person and goes to the trail, so it loses its personal values first. */
  const withoutValues = async (by: Principal, reason: string): Promise<string> => {
    const vault = await protector.session(sessionOf(by, "reveals").key);
    const safe = await vault.tokenize(reason, { from: "agent", channel: "context" }, policies().pii(by));
    return typeof safe.value === "string" ? safe.value : "(withheld)";
  };
  return async (by, { token, session, reason }) => {
    const vault = await protector.session(session);
    const [use, ...more] = vault.findTokens(token);
    if (!use?.known || !use.whole || more.length > 0) {
      throw new GatewayError(
        "NOT_FOUND",
        `The session ${session} has no token ${token}, or it was forgotten.`,
        {
          hint: "Name the session as principal/name; `sallyport audit query --json` shows both.",
        },
      );
    }
    const slash = session.indexOf("/");
    await trail.append({
      kind: "token.revealed",
      principal: by.name,
      session: session.slice(slash + 1),
      body: {
        token,
        class: use.class,
        owner: session.slice(0, slash),
        reason: await withoutValues(by, reason),
        sources: use.sources.map(({ tool }) => tool),
      },
    });
    log(`${by.name} was shown the value behind ${token} of ${session}; the reason is on the trail.`, "warn");
    return { token, class: use.class, session, value: vault.restore(token, [use]) };
  };
}
