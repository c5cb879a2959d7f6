// What is not a rule about calls: limits, personal data, code, results and trust, asked of both sets.

import { isDeepStrictEqual } from "node:util";
import type { CodeFacts, Effect, PiiAction, Principal, Severity } from "../../vocabulary.ts";
import { BINARY_CONTENT, SEVERITIES } from "../../vocabulary.ts";
import { listRules } from "../format/list-rules.ts";
import type { PolicyBundle } from "../format/load-policies.ts";
import type { PolicyFile } from "../format/policy-schema.ts";
import type { Change } from "./compare-matchers.ts";
import { compareSharing } from "./compare-sharing.ts";

export type SettingChange = { what: string; change: Exclude<Change, "same">; before: string; after: string };

const STRICTNESS: readonly PiiAction[] = ["pass", "tokenize", "redact", "block"];
const RANK: Record<Effect, number> = { deny: 0, approve: 1, allow: 2 };
const PLAIN: CodeFacts = {
  sourceBytes: 1,
  astNodes: 1,
  nesting: 1,
  complexity: 1,
  toolCallSites: 1,
  imports: [],
  tools: [],
  dynamicTools: false,
};

export function compareSettings(
  before: PolicyBundle,
  after: PolicyBundle,
  principal: Principal,
): SettingChange[] {
  return [
    ...compareLimits(before, after, principal),
    ...comparePii(before, after, principal),
    ...compareCode(before, after, principal),
    ...compareSharing(before, after, principal),
  ];
}

function compareLimits(before: PolicyBundle, after: PolicyBundle, principal: Principal): SettingChange[] {
  const [old, fresh] = [before.policies.limits(principal), after.policies.limits(principal)];
  const limits = (Object.keys(old) as (keyof typeof old)[]).flatMap((name) =>
    changed(`limit ${name}`, [old[name], fresh[name]], fresh[name] - old[name]),
  );
  const [were, are] = [before, after].map(({ policies }) => policies.sessionRuns(principal, Infinity)) as [
    number,
    number,
  ];
  const told = (runs: number) => (runs === Infinity ? "as the gateway is set" : runs);
  return [...limits, ...changed("limit sessionRuns", [told(were), told(are)], were === are ? 0 : are - were)];
}

function comparePii(before: PolicyBundle, after: PolicyBundle, principal: Principal): SettingChange[] {
  const [was, is] = [before.policies.pii(principal), after.policies.pii(principal)];
  const [old, fresh] = [was.actions, is.actions];
  const classes = (Object.keys(old) as (keyof typeof old)[]).flatMap((name) =>
    changed(
      `pii ${name}`,
      [old[name], fresh[name]],
      STRICTNESS.indexOf(old[name]) - STRICTNESS.indexOf(fresh[name]),
    ),
  );
  const binary = [was.binary ?? "media", is.binary ?? "media"] as const;
  const by = BINARY_CONTENT.indexOf(binary[1]) - BINARY_CONTENT.indexOf(binary[0]);
  return [...classes, ...changed("pii binary", [...binary], by)];
}

/** Both sets decide the same small programs: one per finding, import and limit that either of them names. */
function compareCode(before: PolicyBundle, after: PolicyBundle, principal: Principal): SettingChange[] {
  const contents = [...before.files, ...after.files].map(({ content }) => content.code ?? {});
  const patterns = contents.flatMap(({ risks }) => risks?.map(({ pattern }) => pattern) ?? []);
  const imports = contents.flatMap((code) => code.imports?.allow ?? []);
  const ask = (what: string, facts: Partial<CodeFacts>, found?: { rule: string; severity: Severity }) => {
    const findings = found ? [{ ...found, message: "", line: 1, column: 1 }] : [];
    const effects = [before, after].map(
      ({ policies }) => policies.decideCode(principal, { ...PLAIN, ...facts }, findings).effect,
    ) as [Effect, Effect];
    return changed(what, effects, RANK[effects[1]] - RANK[effects[0]]);
  };
  return [
    ...[...new Set(patterns)].flatMap((rule) =>
      (["medium", "high"] as const).flatMap((severity) =>
        ask(`code with a ${severity} finding of ${rule}`, {}, { rule, severity }),
      ),
    ),
    ...SEVERITIES.flatMap((severity) =>
      ask(
        `code with a ${severity} finding that no file names`,
        {},
        { rule: "a-rule-that-no-file-names", severity },
      ),
    ),
    ...[...new Set(imports)].flatMap((glob) =>
      ask(`import of ${glob}`, { imports: [glob.replaceAll("*", "any")] }),
    ),
    ...limitProbes(contents).flatMap(([name, size]) => ask(`code with ${name} ${size}`, { [name]: size })),
  ];
}

const FACT_OF = {
  source_kb: "sourceBytes",
  ast_nodes: "astNodes",
  nesting: "nesting",
  complexity: "complexity",
  tool_call_sites: "toolCallSites",
} as const;

type CodeLimits = { limits?: { [name in keyof typeof FACT_OF]?: number | undefined } | undefined };

function limitProbes(contents: readonly CodeLimits[]): [keyof CodeFacts, number][] {
  const probes = contents.flatMap(({ limits }) =>
    (Object.keys(FACT_OF) as (keyof typeof FACT_OF)[]).flatMap((name): [keyof CodeFacts, number][] => {
      const most = limits?.[name];
      return most === undefined ? [] : [[FACT_OF[name], name === "source_kb" ? most * 1024 : most]];
    }),
  );
  return [...new Map(probes.map((probe) => [probe.join(), probe])).values()];
}

/** `by` above zero: the caller may do more than before. */
export function changed(what: string, [before, after]: [unknown, unknown], by: number): SettingChange[] {
  if (by === 0) return [];
  return [{ what, change: by > 0 ? "wider" : "narrower", before: String(before), after: String(after) }];
}

/** Result rules and trust, which are the same for everybody a file covers. */
export function compareResults(before: PolicyBundle, after: PolicyBundle): SettingChange[] {
  const [old, fresh] = [resultsOf(before, after), resultsOf(after, before)];
  const names = [...new Set([...old.keys(), ...fresh.keys()])].sort();
  return names.flatMap((name): SettingChange[] => {
    const [was, is] = [old.get(name), fresh.get(name)];
    if (isDeepStrictEqual(was, is)) return [];
    const change = was === undefined ? "narrower" : is === undefined ? "wider" : "unclear";
    return [{ what: name, change, before: present(was), after: present(is) }];
  });
}

function resultsOf(own: PolicyBundle, other: PolicyBundle): Map<string, unknown> {
  const rules = listRules(own.files).filter(({ kind, shadow }) => kind === "result" && !shadow);
  return new Map([
    ...rules.map(({ name, text }): [string, unknown] => [`result rule ${name}`, text]),
    ...own.files.flatMap(({ content }) => untrustedServers(content, other)),
  ]);
}

/** A server that the other side's file no longer lists has no results there that could be trusted. */
function untrustedServers(content: PolicyFile, other: PolicyBundle): [string, unknown][] {
  const twin = other.files.find((file) => file.content.id === content.id)?.content;
  return Object.entries(content.servers ?? {}).flatMap(([server, { trust }]): [string, unknown][] => {
    const isGone = twin === undefined || (twin.servers !== undefined && !Object.hasOwn(twin.servers, server));
    if (isGone || trust === "internal") return [];
    return [[`${content.id}: results of ${server}`, "untrusted"]];
  });
}

function present(value: unknown): string {
  return value === undefined ? "-" : typeof value === "string" ? value : JSON.stringify(value);
}
