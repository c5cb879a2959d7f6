// The rules on personal data of all files that apply to one principal, as one: whatever protects more wins.

import type {
  BinaryContent,
  PiiAction,
  PiiClass,
  PiiConfidence,
  PiiCustom,
  PiiField,
  PiiRules,
} from "../vocabulary.ts";
import { BINARY_CONTENT, DEFAULT_PII_ACTIONS, PII_CLASSES, PII_CONFIDENCES } from "../vocabulary.ts";
import type { PiiText } from "./format/pii-schema.ts";

const STRICTNESS: readonly PiiAction[] = ["pass", "tokenize", "redact", "block"];

/** Ceilings never loosen: their lists only cut, their actions only count where they are stricter. */
export function mergePii(grants: readonly PiiText[], ceilings: readonly PiiText[]): PiiRules {
  const all = [...grants, ...ceilings];
  const allow = listsOf(grants, all, (section) => section.allow);
  const facts = listsOf(grants, all, (section) => section.facts);
  const fields = all.flatMap((section) => section.fields ?? []) as PiiField[];
  const custom = all.flatMap((section) => section.custom ?? []).map(toCustom);
  const styles = all.flatMap((section) => section.style ?? []);
  const isShaped = grants.some((section) => section.style) && styles.every((style) => style === "shaped");
  const binary = leastBinary(grants, ceilings);
  const [firstFacts, ...otherFacts] = facts;
  return {
    actions: { ...builtInActions(grants, ceilings), ...customActions(all) },
    ...(fields.length > 0 && { fields }),
    ...(custom.length > 0 && { custom }),
    ...(allow.length > 0 && { allow }),
    minConfidence: lowest(grants, ceilings),
    ...(binary && { binary }),
    ...(isShaped && { style: "shaped" as const }),
    ...(firstFacts && {
      facts: firstFacts.filter((fact) => otherFacts.every((list) => list.includes(fact))),
    }),
  };
}

function builtInActions(grants: readonly PiiText[], ceilings: readonly PiiText[]): PiiRules["actions"] {
  const entries = PII_CLASSES.map((name) => {
    const granted = actionsOf(grants, name);
    const base = granted.length > 0 ? strictest(granted) : DEFAULT_PII_ACTIONS[name];
    return [name, strictest([base, ...actionsOf(ceilings, name)])];
  });
  return Object.fromEntries(entries) as PiiRules["actions"];
}

function customActions(sections: readonly PiiText[]): Record<string, PiiAction> {
  const actions: Record<string, PiiAction> = {};
  for (const { class: name, action = "tokenize" } of sections.flatMap((section) => section.custom ?? []))
    actions[name] = strictest([actions[name] ?? "tokenize", action]);
  return actions;
}

function toCustom({ class: name, pattern, words }: NonNullable<PiiText["custom"]>[number]): PiiCustom {
  const piiClass = name as PiiClass;
  return pattern === undefined ? { class: piiClass, words: words ?? [] } : { class: piiClass, pattern };
}

/** Nothing without a grant; with one, every list that applies must agree. */
function listsOf<T>(
  grants: readonly PiiText[],
  all: readonly PiiText[],
  pick: (section: PiiText) => T[] | undefined,
): T[][] {
  if (!grants.some((section) => pick(section))) return [];
  return all.flatMap((section) => {
    const list = pick(section);
    return list ? [list] : [];
  });
}

/** A ceiling only cuts what passes without it. */
function leastBinary(grants: readonly PiiText[], ceilings: readonly PiiText[]): BinaryContent | undefined {
  const ranks = (sections: readonly PiiText[]) =>
    sections.flatMap(({ binary }) => (binary ? BINARY_CONTENT.indexOf(binary) : []));
  const [granted, cut] = [ranks(grants), ranks(ceilings)];
  if (granted.length + cut.length === 0) return undefined;
  const base = granted.length > 0 ? granted : [BINARY_CONTENT.indexOf("media")];
  return BINARY_CONTENT[Math.min(...base, ...cut)];
}

function lowest(grants: readonly PiiText[], ceilings: readonly PiiText[]): PiiConfidence {
  const ranks = (sections: readonly PiiText[]) =>
    sections.flatMap(({ min_confidence: name }) => (name ? PII_CONFIDENCES.indexOf(name) : []));
  const granted = ranks(grants);
  if (granted.length === 0) return "low";
  return PII_CONFIDENCES[Math.min(...granted, ...ranks(ceilings))] ?? "low";
}

function actionsOf(sections: readonly PiiText[], name: PiiClass): PiiAction[] {
  return sections.flatMap(
    (section) => (section.classes as Record<string, PiiAction> | undefined)?.[name] ?? [],
  );
}

function strictest(actions: readonly PiiAction[]): PiiAction {
  return STRICTNESS[Math.max(...actions.map((action) => STRICTNESS.indexOf(action)))] ?? "block";
}
