// What others may do with the tokens of one session: every change in its turn, and stored before anybody sees it.

import { GatewayError } from "../../errors.ts";
import type { PiiRules } from "../../vocabulary.ts";
import type { RuleScanner } from "../detect/rule-scanner.ts";
import { openEchoes } from "../echoes.ts";
import { plantedTokens } from "../planted-tokens.ts";
import type { ProtectorOptions, SessionVault, Tokenized } from "../protect.ts";
import { findTokensIn, renameIn, restoreIn } from "../restore.ts";
import { tokenizeJson } from "../tokenize.ts";
import { createDraft, type Draft, type VaultRoom } from "./issue-tokens.ts";
import type { LiveSession, LiveSessions } from "./live-sessions.ts";
import { learnClass, loadSessionTokens, type SessionTokens, storeTokens } from "./session-tokens.ts";
import type { VaultSize } from "./vault-size.ts";

const NO_PLACE = { field: "", parent: "", siblings: null };

export type Shared = {
  scannerFor: (rules: PiiRules) => RuleScanner;
  options: ProtectorOptions;
  size: VaultSize;
  sessions: LiveSessions;
};

export function sessionVault(
  live: LiveSession,
  { scannerFor, options, size, sessions }: Shared,
): SessionVault {
  const room = async (): Promise<VaultRoom> => ({
    perSession: options.maxTokensPerSession,
    left: (options.maxTokensInVault ?? Number.POSITIVE_INFINITY) - (await size.tokens()),
    written: options.maxWrittenValues ?? Number.POSITIVE_INFINITY,
  });
  const current = (): SessionTokens => {
    if (live.tokens === null) throw forgotten();
    return live.tokens;
  };
  const fresh = async (): Promise<SessionTokens> => {
    current();
    if (live.isStale) live.tokens = await loadSessionTokens(options.store, sessions.masterKey(), live.key);
    live.isStale = false;
    return current();
  };
  const keep = async (tokens: SessionTokens, draft: Draft): Promise<void> => {
    live.isStale = true;
    await storeTokens(options.store, tokens, draft.rows());
    live.isStale = false;
    const before = tokens.byToken.size;
    draft.commit();
    size.add(tokens.byToken.size - before);
  };
  return {
    tokenize: (value, origin, rules) =>
      sessions.inTurn(live, async (): Promise<Tokenized> => {
        const tokens = await fresh();
        const scanner = scannerFor(rules);
        for (const name of scanner.customClasses) learnClass(tokens, name);
        const draft = createDraft(tokens, await room(), rules.style);
        const restored = origin.from === "upstream" ? (origin.restored ?? []) : [];
        const result = await tokenizeJson(value, {
          scanner,
          draft,
          classOf: (token) => tokens.byToken.get(token)?.class,
          shaped: tokens.hasShapes || rules.style === "shaped",
          customClasses: tokens.customClasses,
          origin,
          rules,
          echoes: openEchoes(tokens, restored),
        });
        if (result.blocked) return { ...result, tokens: [] };
        await keep(tokens, draft);
        return result;
      }),
    valuesIn(text, rules) {
      const { customClasses, hasShapes } = current();
      const planted = plantedTokens(text, customClasses, hasShapes || rules.style === "shaped");
      return [...scannerFor(rules).scanText(text, NO_PLACE), ...planted];
    },
    findTokens: (value) => findTokensIn(value, current()),
    restore: (value, uses) => restoreIn(value, uses, current()),
    rename: (value, names) => renameIn(value, names, current()),
    takeIn: (values) =>
      sessions.inTurn(live, async () => {
        const tokens = await fresh();
        const draft = createDraft(tokens, await room());
        const taken = values.map(({ class: name, value, sources }) => {
          learnClass(tokens, name);
          const clear = {
            kind: typeof value === "number" ? ("number" as const) : ("string" as const),
            text: `${value}`,
          };
          const found = { class: name, canonical: clear.text, value: clear, isDisguised: false };
          return draft.issue(found, sources).issued.token;
        });
        await keep(tokens, draft);
        return taken;
      }),
  };
}

function forgotten(): GatewayError {
  return new GatewayError(
    "VAULT_UNAVAILABLE",
    "This session was forgotten and its tokens cannot be used any more.",
    {
      hint: "Start a new session.",
    },
  );
}
