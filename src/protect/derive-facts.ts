// Facts about a token's value, worked out by the host: the program learns the fact and never the value. Policy lists the
// facts that may be asked; by default there are none.

import { GatewayError } from "../errors.ts";
import type { JsonValue, PiiClass, PiiFact, PiiRules } from "../vocabulary.ts";
import { canonicalForms } from "./detect/canonical-forms.ts";
import { readBirthDate } from "./detect/documents/read-birth-date.ts";
import { createPhonePlans } from "./detect/phones/phone-plans.ts";
import type { SessionVault } from "./protect.ts";
import { cardBrand } from "./recognizers/credit-card.ts";

export type FactRequest = {
  fact: PiiFact;
  /** One token; two for `equals`. */
  tokens: readonly string[];
  rules: PiiRules;
  /** For `country` of numbers in national form. */
  region: string;
  now: Date;
};

type Value = { text: string; canonical: string; region: string; now: Date };
type Fact = { class: PiiClass; read(value: Value): string | null };

const plans = createPhonePlans();
const EXTENSION = /,?\s?(?:x|ext|durchwahl|poste).*$/i;
const AGE_BANDS: [below: number, name: string][] = [
  [18, "0-17"],
  [30, "18-29"],
  [40, "30-39"],
  [50, "40-49"],
  [65, "50-64"],
  [130, "65+"],
];

const FACTS: Record<Exclude<PiiFact, "equals">, Fact> = {
  domain: {
    class: "EMAIL",
    read: ({ canonical }) => canonical.slice(canonical.lastIndexOf("@") + 1).toLowerCase(),
  },
  country: { class: "PHONE", read: country },
  last4: { class: "CREDIT_CARD", read: ({ text }) => text.replace(/\D/g, "").slice(-4) },
  brand: { class: "CREDIT_CARD", read: ({ text }) => cardBrand(text.replace(/\D/g, "")) },
  ageBand: { class: "DATE_OF_BIRTH", read: ({ canonical, now }) => ageBand(readBirthDate(canonical), now) },
  initials: { class: "PERSON", read: ({ text }) => initials(text) },
};

/** Null when the value does not tell. Throws for a token that this session does not know, of another class, or without leave. */
export function derive(vault: SessionVault, request: FactRequest): string | boolean | null {
  const { fact, tokens, rules } = request;
  if (!rules.facts?.includes(fact)) throw notGranted(fact);
  const wanted = fact === "equals" ? 2 : 1;
  if (tokens.length !== wanted)
    throw new GatewayError(
      "BAD_ARGUMENTS",
      `The fact ${fact} takes ${wanted === 1 ? "one token" : "two tokens"}.`,
    );
  const values = tokens.map((token) => openToken(vault, token, request));
  if (fact === "equals") return isSame(values[0] as Opened, values[1] as Opened);
  const { class: needed, read } = FACTS[fact];
  const [value] = values as [Opened];
  if (value.class !== needed)
    throw new GatewayError("BAD_ARGUMENTS", `The fact ${fact} is about ${needed}, not about ${value.class}.`);
  return read({ ...value, region: request.region, now: request.now });
}

type Opened = { class: PiiClass; text: string; canonical: string };

function openToken(vault: SessionVault, token: string, { region }: FactRequest): Opened {
  const uses = vault.findTokens(token);
  const [use] = uses;
  if (!use?.whole || !use.known || use.token !== token || use.class === "LITERAL")
    throw new GatewayError("TOKEN_UNKNOWN", "Facts are known about whole tokens of this session only.", {
      hint: "Hand over the token as it stands in the data, such as EMAIL_001.",
    });
  const text = String(vault.restore(token, uses) satisfies JsonValue);
  const forms = canonicalForms(text, region);
  return { class: use.class, text, canonical: forms.byClass.get(use.class)?.[0] ?? text };
}

function isSame(a: Opened, b: Opened): boolean {
  return a.class === b.class && a.canonical.toLowerCase() === b.canonical.toLowerCase();
}

/** A number in national form is one of the configured region or of no known country: a guess is no fact. */
function country({ text, canonical, region }: Value): string | null {
  const digits = text.replace(EXTENSION, "").replace(/\D/g, "");
  const isInternational = /^\s*(?:\+|00)/.test(text.normalize("NFKC"));
  const number = isInternational ? (canonical.split("x", 1)[0] ?? "") : plans.national(digits, region);
  return number?.startsWith("+") ? plans.country(number) : null;
}

function ageBand(born: Date | null, now: Date): string | null {
  if (born === null || born > now) return null;
  const hadBirthday =
    now.getUTCMonth() > born.getUTCMonth() ||
    (now.getUTCMonth() === born.getUTCMonth() && now.getUTCDate() >= born.getUTCDate());
  const age = now.getUTCFullYear() - born.getUTCFullYear() - (hadBirthday ? 0 : 1);
  return AGE_BANDS.find(([below]) => age < below)?.[1] ?? null;
}

function initials(name: string): string {
  const ordered = name.includes(",") ? name.split(",").reverse().join(" ") : name;
  const words = ordered.split(/[\s.]+/).filter((word) => /^\p{L}/u.test(word));
  return words.map((word) => `${[...word][0]?.toUpperCase()}.`).join("");
}

function notGranted(fact: string): GatewayError {
  return new GatewayError("FLOW_DENIED", `Policy does not let code learn the fact ${fact}.`, {
    hint: "A policy may name it in `pii.facts`.",
  });
}
