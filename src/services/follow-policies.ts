// The policies in force: loaded at the start, followed while the gateway runs, and on record before they count.

import { basename } from "node:path";
import { RULE_IDS } from "../analyze/analyze.ts";
import type { OperatorLog } from "../compose.ts";
import {
  loadPolicies,
  type PolicyProblem,
  type PolicyReload,
  type PolicySnapshot,
  type PolicyWatch,
  watchPolicies,
} from "../decide/decide.ts";
import { GatewayError } from "../errors.ts";
import type { Trail, TrailEvent } from "../record/record.ts";

export async function loadPolicySet(folder: string): Promise<PolicySnapshot> {
  const loaded = await loadPolicies(folder, { patterns: RULE_IDS });
  if (loaded.ok) return loaded.policies;
  throw new GatewayError("POLICY_INVALID", `The policies do not load:\n${listProblems(loaded.problems)}`, {
    hint: "Mend the files and prove them with `sallyport policy check`.",
  });
}

export function followPolicies(
  folder: string,
  initial: PolicySnapshot,
  { trail, log }: { trail: Pick<Trail, "append">; log: OperatorLog },
): PolicyWatch {
  const watch = watchPolicies(folder, {
    patterns: RULE_IDS,
    initial,
    beforeChange: (next) => trail.append(policyLoaded(next)),
  });
  watch.onChange((reload) => {
    logReload(reload, log);
    // The alarm: shown by readiness and metrics too. Nothing waits for it, since nothing changes.
    if (!reload.ok) trail.append(policyRefused(watch.current(), reload.problems)).catch(() => {});
  });
  return watch;
}

export function policyLoaded({ sha256, files }: PolicySnapshot): TrailEvent {
  return { kind: "policy.loaded", body: { sha256, files: files.map(({ id, rules }) => ({ id, rules })) } };
}

const MOST_PROBLEMS = 20;

function policyRefused({ sha256 }: PolicySnapshot, problems: readonly PolicyProblem[]): TrailEvent {
  const told = problems
    .slice(0, MOST_PROBLEMS)
    .map(({ file, line, column, message }) => `${basename(file)}:${line}:${column} ${message}`);
  return { kind: "policy.refused", body: { kept: sha256, problems: told } };
}

export function describeProblem({ file, line, column, message }: PolicyProblem): string {
  return `${file}:${line}:${column}  ${message}`;
}

function logReload(reload: PolicyReload, log: OperatorLog): void {
  if (reload.ok) log(`Policies ${reload.policies.sha256.slice(0, 16)} are in force.`, "info");
  else
    log(
      `The policy files do not load, so the last good set stays:\n${listProblems(reload.problems)}`,
      "error",
    );
}

function listProblems(problems: PolicyProblem[]): string {
  return problems.map((problem) => `  ${describeProblem(problem)}`).join("\n");
}
