// Tokens of one tokenize call, kept apart until the store has them: if the store fails, nothing was issued.

import { GatewayError } from "../../errors.ts";
import type { PiiClass, PiiStyle, TokenSource } from "../../vocabulary.ts";
import { isLabel, spellToken } from "../token-words.ts";
import { type IssuedToken, isWritten, type SessionTokens, textFingerprint } from "./session-tokens.ts";
import type { ClearValue } from "./vault-cipher.ts";

export const MOST_SOURCES = 32;

export type FoundValue = {
  class: PiiClass;
  canonical: string;
  value: ClearValue;
  /** Spelled in another way than it reads (%40, full-width letters): a token of its own, so that restoring is exact. */
  isDisguised: boolean;
};

/** What fits into the vault; whatever does not is refused and never let through. */
export type VaultRoom = {
  perSession: number;
  /** For all sessions together, as far as it is still free. */
  left: number;
  /** Values that the agent itself may write in one session. */
  written: number;
};

export type Draft = {
  /** `sources`: where the value was seen, and where the values that it holds came from. */
  issue(found: FoundValue, sources: TokenSource[]): { issued: IssuedToken; isFresh: boolean };
  /** A token that is known already was seen in another place. */
  see(issued: IssuedToken, sources: TokenSource[]): { issued: IssuedToken; isFresh: boolean };
  /** A token that differs from that of the same value, for keys that would become equal. */
  issueApart(found: FoundValue, sources: TokenSource[]): { issued: IssuedToken; isFresh: boolean };
  rows(): IssuedToken[];
  commit(): void;
};

export function createDraft(tokens: SessionTokens, room: VaultRoom, style: PiiStyle = "label"): Draft {
  const { cipher } = tokens;
  const fresh: IssuedToken[] = [];
  const grown = new Map<IssuedToken, TokenSource[]>();
  const byLookup = new Map<string, IssuedToken>();
  const byText = new Map<string, IssuedToken>();
  const numbers = new Map<PiiClass, number>();
  /** Spares a keyed hash for values that repeat within this call. */
  const seen = new Map<string, Map<string, IssuedToken>>();
  const freshSet = new Set<IssuedToken>();
  const written = new Set<IssuedToken>();

  const seenLike = (kind: string): Map<string, IssuedToken> => {
    let alike = seen.get(kind);
    if (alike === undefined) {
      alike = new Map();
      seen.set(kind, alike);
    }
    return alike;
  };
  const create = (found: FoundValue, lookup: string, known: TokenSource[]): IssuedToken => {
    if (tokens.byToken.size + fresh.length >= room.perSession) throw sessionFull(room.perSession);
    if (fresh.length >= room.left) throw vaultFull();
    const number = (numbers.get(found.class) ?? tokens.lastNumbers.get(found.class) ?? 0) + 1;
    numbers.set(found.class, number);
    const token = spellToken(found.class, number, style === "shaped" ? found.value.text : null);
    const value = cipher.seal(token, found.class, found.value);
    const issued = {
      token,
      class: found.class,
      number,
      lookup,
      value,
      sources: [...known],
    };
    fresh.push(issued);
    freshSet.add(issued);
    byLookup.set(lookup, issued);
    return issued;
  };
  /** A disguised value or a number inherits where its plain text came from; an echo must not wash that off. */
  const relatedSources = (found: FoundValue): TokenSource[] => {
    if (!found.isDisguised && found.value.kind === "string") return [];
    const plain = cipher.fingerprint(found.class, `string\0${found.canonical}`);
    return (byLookup.get(plain) ?? tokens.byLookup.get(plain))?.sources ?? [];
  };
  const remember = (issued: IssuedToken, source: TokenSource): void => {
    if (freshSet.has(issued)) issued.sources = withSource(issued.sources, source);
    else {
      const before = grown.get(issued) ?? issued.sources;
      const after = withSource(before, source);
      if (after !== before) grown.set(issued, after);
    }
  };
  const find = (textKey: string, lookup: string): IssuedToken | undefined =>
    tokens.byText.get(textKey) ?? byText.get(textKey) ?? tokens.byLookup.get(lookup) ?? byLookup.get(lookup);

  /** The same value under its usual token: standing apart does not make it come from elsewhere. */
  const twinSources = (found: FoundValue): TokenSource[] =>
    find(textFingerprint(cipher, found.value), cipher.fingerprint(found.class, identity(found)))?.sources ??
    [];
  /** Whoever writes values and sees which known tokens they become can guess what stands behind those. */
  const countWritten = (issued: IssuedToken, sources: TokenSource[]): void => {
    if (!isWritten(sources.slice(-1)) || written.has(issued) || isWritten(issued.sources)) return;
    if (tokens.written + written.size >= room.written) throw writtenTooMany(room.written);
    written.add(issued);
  };
  const see = (issued: IssuedToken, sources: TokenSource[]) => {
    countWritten(issued, sources);
    for (const source of sources) remember(issued, source);
    return { issued, isFresh: freshSet.has(issued) };
  };

  return {
    issue(found, sources) {
      const alike = seenLike(`${found.class} ${found.value.kind}`);
      let issued = alike.get(found.value.text);
      if (issued === undefined) {
        const textKey = textFingerprint(cipher, found.value);
        issued = tokens.byText.get(textKey) ?? byText.get(textKey);
        if (issued === undefined) {
          const lookup = cipher.fingerprint(found.class, identity(found));
          issued =
            tokens.byLookup.get(lookup) ??
            byLookup.get(lookup) ??
            create(found, lookup, relatedSources(found));
        }
        byText.set(textKey, issued);
        alike.set(found.value.text, issued);
      }
      return see(issued, sources);
    },
    see,
    issueApart(found, sources) {
      const lookup = cipher.fingerprint(found.class, `apart\0${found.value.text}`);
      const issued =
        tokens.byLookup.get(lookup) ?? byLookup.get(lookup) ?? create(found, lookup, twinSources(found));
      return see(issued, sources);
    },
    rows: () => [...fresh, ...[...grown].map(([issued, sources]) => ({ ...issued, sources }))],
    commit() {
      for (const issued of fresh) tokens.byToken.set(issued.token, issued);
      tokens.hasShapes ||= fresh.some((issued) => !isLabel(issued.token, issued.class));
      for (const [issued, sources] of grown) issued.sources = sources;
      tokens.written += written.size;
      for (const [lookup, issued] of byLookup) tokens.byLookup.set(lookup, issued);
      for (const [text, issued] of byText) tokens.byText.set(text, issued);
      for (const [piiClass, number] of numbers) tokens.lastNumbers.set(piiClass, number);
    },
  };
}

function identity(found: FoundValue): string {
  return found.isDisguised ? `disguised\0${found.value.text}` : `${found.value.kind}\0${found.canonical}`;
}

/** Beyond the cap only new tools are added: the set of tools that a value came from stays complete. */
function withSource(sources: TokenSource[], source: TokenSource): TokenSource[] {
  let isNewTool = true;
  for (const known of sources) {
    if (known.tool !== source.tool) continue;
    if (known.call === source.call && known.pointer === source.pointer) return sources;
    isNewTool = false;
  }
  return sources.length < MOST_SOURCES || isNewTool ? [...sources, source] : sources;
}

function sessionFull(most: number): GatewayError {
  return new GatewayError(
    "VAULT_FULL",
    `This session already holds ${most} tokens, so the data was not let through.`,
    { hint: "Ask the tool for fewer rows, or start a new session." },
  );
}

function vaultFull(): GatewayError {
  return new GatewayError(
    "VAULT_FULL",
    "The vault holds as many tokens as all sessions together may have, so the data was not let through.",
    {
      hint: "The operator can forget sessions with `sallyport vault forget`, or raise `maxTokensInVault`.",
    },
  );
}

function writtenTooMany(most: number): GatewayError {
  return new GatewayError(
    "VALUES_WRITTEN_LIMIT",
    `This session's code, context and results have brought in ${most} personal values of their own, and no more are taken.`,
    {
      hint: "Get values from tools instead of writing them; the operator's setting is `maxWrittenValues`.",
    },
  );
}
