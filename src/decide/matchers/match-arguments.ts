// `args` of a rule, compiled. Grants list every permitted argument; tightening rules name conditions.

import type { JsonObject, JsonValue } from "../../vocabulary.ts";
import type { Matcher } from "../format/matcher-schema.ts";
import { foldName } from "./fold-name.ts";
import { escapeSegment } from "./json-pointer.ts";
import { pathCheck } from "./match-file-path.ts";
import { schemaCheck } from "./match-schema.ts";
import {
  classCheck,
  LONGEST_FOR_PATTERN,
  maxItemsCheck,
  maxLengthCheck,
  noTokensCheck,
  oneOfCheck,
  patternCheck,
  prefixCheck,
  rangeCheck,
} from "./match-text.ts";
import { emailDomainCheck, hostCheck, schemeCheck } from "./match-url.ts";
import type { Check, Place, Purpose, TokenPlaces, Verdict } from "./matching.ts";
import { allOf, anyOf } from "./matching.ts";

/** `why` explains a failed grant; it names arguments and matchers, never values. */
export type ArgumentsVerdict = { matches: boolean; why?: string };

/** One constraint that keeps a rule from matching, or leaves it unsure. `matcher` is `listed` for an extra argument. */
export type ArgumentFailure = { argument: string; matcher: string; verdict: Exclude<Verdict, "yes"> };

export type CompiledArguments = {
  check(args: JsonObject, tokens: TokenPlaces): ArgumentsVerdict;
  /** Every constraint that does not hold, for explanations. */
  failures(args: JsonObject, tokens: TokenPlaces): ArgumentFailure[];
};

type Permitted = ReadonlyMap<string, ArgumentCheck>;

export function compileArguments(spec: Record<string, Matcher>, purpose: Purpose): CompiledArguments {
  // Rules about one tool mostly differ in a number or a word: those are compared before any expression runs.
  const entries = Object.entries(spec).sort(([, a], [, b]) => Number(isCostly(a)) - Number(isCostly(b)));
  const permitted = new Map(
    entries.map(([name, matcher]) => [name, compileArgument(name, matcher, purpose)]),
  );
  return {
    check: purpose === "grant" ? grantCheck(permitted) : tightenCheck(permitted),
    failures: (args, tokens) => listFailures(permitted, purpose, { args, tokens }),
  };
}

function isCostly({ pattern, schema, each }: Matcher): boolean {
  return pattern !== undefined || schema !== undefined || (each !== undefined && isCostly(each));
}

function listFailures(
  permitted: Permitted,
  purpose: Purpose,
  { args, tokens }: { args: JsonObject; tokens: TokenPlaces },
): ArgumentFailure[] {
  const extra = purpose === "grant" ? Object.keys(args).filter((name) => !permitted.has(name)) : [];
  return [
    ...extra.map((argument): ArgumentFailure => ({ argument, matcher: "listed", verdict: "no" })),
    ...[...permitted].flatMap(([argument, check]): ArgumentFailure[] => {
      const { verdict, failed } = check(args, tokens);
      return verdict === "yes" ? [] : [{ argument, matcher: failed, verdict }];
    }),
  ];
}

function tightenCheck(permitted: Permitted): CompiledArguments["check"] {
  return (args, tokens) => ({
    matches: [...permitted.values()].every((check) => check(args, tokens).verdict !== "no"),
  });
}

function grantCheck(permitted: Permitted): CompiledArguments["check"] {
  return (args, tokens) => {
    for (const name of Object.keys(args)) {
      if (!permitted.has(name)) return { matches: false, why: `the argument "${name}" is not permitted` };
    }
    for (const [name, check] of permitted) {
      const { verdict, failed } = check(args, tokens);
      if (verdict !== "yes")
        return { matches: false, why: `the argument "${name}" does not fit "${failed}"` };
    }
    return { matches: true };
  };
}

type ArgumentCheck = (args: JsonObject, tokens: TokenPlaces) => { verdict: Verdict; failed: string };

function compileArgument(name: string, matcher: Matcher, purpose: Purpose): ArgumentCheck {
  const nameIn = purpose === "grant" ? exactName(name) : anySpelling(name);
  const checks = compileMatcher(matcher, purpose);
  return (args, tokens) => {
    if (matcher.absent) return { verdict: Object.hasOwn(args, name) ? "no" : "yes", failed: "absent" };
    const written = nameIn(args);
    // A grant has nothing to say about an argument that is not there; a condition on it is not met.
    if (written === undefined) return { verdict: purpose === "grant" ? "yes" : "no", failed: "absent" };
    const place = { value: args[written] ?? null, pointer: `/${escapeSegment(written)}`, tokens };
    return judgeAll(checks, place);
  };
}

/** As `allOf`, with the first check that does not hold; nothing is asked after a `no`. */
function judgeAll(checks: readonly Check[], place: Place): { verdict: Verdict; failed: string } {
  let failed = "";
  for (const check of checks) {
    const verdict = check.judge(place);
    if (verdict !== "yes" && failed === "") failed = check.name;
    if (verdict === "no") return { verdict, failed };
  }
  return { verdict: failed === "" ? "yes" : "unsure", failed };
}

type NameFinder = (args: JsonObject) => string | undefined;

function exactName(name: string): NameFinder {
  return (args) => (Object.hasOwn(args, name) ? name : undefined);
}

/** Some servers ignore case in names, so `Path` must not slip past a rule about `path`. */
function anySpelling(name: string): NameFinder {
  const folded = foldName(name);
  return (args) =>
    Object.hasOwn(args, name) ? name : Object.keys(args).find((other) => foldName(other) === folded);
}

function lengthOfTexts(list: readonly JsonValue[]): number {
  return list.reduce<number>((sum, item) => sum + (typeof item === "string" ? item.length : 0), 0);
}

function compileMatcher(matcher: Matcher, purpose: Purpose): Check[] {
  const checks: Check[] = [];
  const {
    one_of,
    range,
    max_len,
    max_items,
    email_domain,
    scheme,
    host_in,
    path_under,
    prefix,
    schema,
    pattern,
  } = matcher;
  if (max_len !== undefined) checks.push(tokenAware(maxLengthCheck(max_len)));
  if (max_items !== undefined) checks.push(maxItemsCheck(max_items));
  if (matcher.no_tokens) checks.push(noTokensCheck);
  if (matcher.class !== undefined) checks.push(classCheck(matcher.class));
  if (one_of) checks.push(tokenAware(oneOfCheck(one_of)));
  if (range) checks.push(tokenAware(rangeCheck(range)));
  if (email_domain) checks.push(tokenAware(emailDomainCheck(email_domain)));
  if (scheme) checks.push(tokenAware(schemeCheck(scheme)));
  if (host_in) checks.push(tokenAware(hostCheck(host_in, purpose)));
  if (path_under !== undefined) checks.push(tokenAware(pathCheck([path_under].flat())));
  if (prefix !== undefined) checks.push(tokenAware(prefixCheck([prefix].flat())));
  if (schema) checks.push(tokenAware(schemaCheck(schema, purpose)));
  if (pattern !== undefined) checks.push(tokenAware(patternCheck(pattern, purpose)));
  if (matcher.each) checks.push(eachCheck(matcher.each, purpose));
  return checks;
}

// A clear value behind a token may well be what a deny looks for, so `no` about tokenized text is `unsure`.
function tokenAware(check: Check): Check {
  return {
    name: check.name,
    judge(place) {
      const verdict = check.judge(place);
      return verdict === "no" && place.tokens.isUnder(place.pointer) ? "unsure" : verdict;
    },
  };
}

// One bad element must not hide behind a good one: in tightening rules any element counts.
function eachCheck(matcher: Matcher, purpose: Purpose): Check {
  const checks = compileMatcher(matcher, purpose);
  const most = matcher.pattern === undefined ? Number.POSITIVE_INFINITY : LONGEST_FOR_PATTERN;
  return {
    name: "each",
    judge({ value, pointer, tokens }) {
      if (!Array.isArray(value) || lengthOfTexts(value) > most) return "unsure";
      const verdicts = value.map((item, index) =>
        allOf(checks.map((check) => check.judge({ value: item, pointer: `${pointer}/${index}`, tokens }))),
      );
      return purpose === "grant" ? allOf(verdicts) : anyOf(verdicts);
    },
  };
}
