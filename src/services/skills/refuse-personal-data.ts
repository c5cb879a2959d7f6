// Skills are shown to other people and other agents, so nothing personal may stand in them, whatever a policy lets pass
// elsewhere. A value that a skill needs is a parameter.

import { GatewayError } from "../../errors.ts";
import type { Protector } from "../../protect/protect.ts";
import type { SkillContent } from "../../skills/skills.ts";
import {
  DEFAULT_PII_ACTIONS,
  type JsonValue,
  type PiiRules,
  type Principal,
  sessionOf,
} from "../../vocabulary.ts";

export async function refusePersonalData(
  protector: Protector,
  principal: Principal,
  content: SkillContent,
  rules: PiiRules,
): Promise<void> {
  const vault = await protector.session(sessionOf(principal, "skills").key);
  const strict = { ...rules, actions: strictActions(rules) };
  const { code, ...words } = content;
  // Lines name the place, the whole text finds what spans them.
  for (const part of [words, { code: code.split("\n") }, { code }] as JsonValue[]) {
    const safe = await vault.tokenize(part, { from: "agent", channel: "code" }, strict);
    const [found] = safe.tokens;
    if (found) throw personal(found.class, found.pointer ?? "");
    if (safe.blocked) throw personal(safe.blocked.class, safe.blocked.pointer);
  }
  // Code is kept on the trail with tokens for the values that stood in it; a skill with such a token means nobody's value.
  const texts = [...code.split("\n"), JSON.stringify(words)];
  const planted = await vault.tokenize(
    texts,
    { from: "upstream", tool: "skill", call: "call_skill" },
    strict,
  );
  const token = planted.tokens.find((each) => each.class === "LITERAL");
  if (token) throw personal("LITERAL", `/code${token.pointer ?? ""}`);
}

function strictActions({ actions }: PiiRules): PiiRules["actions"] {
  const own = Object.fromEntries(Object.keys(actions).map((name) => [name, "tokenize" as const]));
  return { ...own, ...DEFAULT_PII_ACTIONS };
}

function personal(kind: string, pointer: string): GatewayError {
  const line = /^\/code\/(\d+)/.exec(pointer)?.[1];
  const place =
    line === undefined
      ? `the skill's ${pointer.split("/")[1] ?? "code"}`
      : `line ${Number(line) + 1} of the code`;
  const what = kind === "LITERAL" ? "text that looks like a token of personal data" : `${kind} data`;
  return new GatewayError("SKILL_REFUSED", `There is ${what} in ${place}; a skill holds no personal data.`, {
    hint: "Make it a parameter: write context.<name> in the code, run it with that context, and save that run.",
  });
}
