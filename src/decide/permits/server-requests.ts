// Requests that a server makes in the middle of a call: refused unless a grant file lets it, and no file denies it.

import type { Decision, Principal, ServerRequest } from "../../vocabulary.ts";
import type { Policy, PolicySet } from "../compile-policies.ts";
import { appliesTo } from "../compile-policies.ts";
import { enforcedFor } from "../effective-settings.ts";
import type { FixedRule } from "../fixed-rules.ts";
import { FIXED_RULE_MEANINGS } from "../fixed-rules.ts";

type Asked = { server: string; request: ServerRequest };

export function decideRequest(set: PolicySet, principal: Principal | null, asked: Asked): Decision {
  if (principal === null)
    return refused("request_not_allowed", { reason: "Nobody can say on whose behalf the server asks." });
  const shadow = watchedRequests(set, principal, asked);
  const [grants, ceilings] = enforcedFor(set, principal);
  if (grants.length === 0) return refused("no_policy", { shadow });
  const unlisted = ceilings.find(({ servers }) => servers && !servers.has(asked.server));
  if (unlisted) return refused("server_not_listed", { policy: unlisted.id, shadow });
  const denying = [...ceilings, ...grants].find((policy) => wordOf(policy, asked) === "deny");
  const allowing = grants.find((policy) => wordOf(policy, asked) === "allow");
  if (denying || !allowing)
    return refused("request_not_allowed", {
      policy: denying?.id ?? null,
      hint: `A policy file permits it with servers.${asked.server}.requests.${asked.request}: allow.`,
      shadow,
    });
  return {
    effect: "allow",
    rule: "request_allowed",
    policy: allowing.id,
    reason: FIXED_RULE_MEANINGS.request_allowed,
    shadow,
  };
}

function wordOf({ requests }: Policy, { server, request }: Asked): "allow" | "deny" | undefined {
  return requests.get(server)?.[request];
}

function watchedRequests(set: PolicySet, principal: Principal, asked: Asked): Decision["shadow"] {
  return set.policies.flatMap((policy) => {
    const effect = wordOf(policy, asked);
    if (!policy.shadow || !effect || !appliesTo(policy, principal)) return [];
    return [{ rule: `request_${effect === "allow" ? "allowed" : "not_allowed"}`, policy: policy.id, effect }];
  });
}

function refused(rule: FixedRule, more: Partial<Decision>): Decision {
  return { effect: "deny", rule, policy: null, reason: FIXED_RULE_MEANINGS[rule], shadow: [], ...more };
}
