// Between decide and execute: everything that may still refuse a run, with every text of it tokenized.

import type { PolicySnapshot } from "../decide/decide.ts";
import { GatewayError } from "../errors.ts";
import type { Submission } from "../pipeline.ts";
import type { SessionVault, Tokenized } from "../protect/protect.ts";
import type { CallScope } from "../tool-gate.ts";
import type { Analysis, CodeFacts, Decision, Finding, JsonValue, Program, Risk } from "../vocabulary.ts";
import { type Linked, nameLinked, skillFindings } from "./link-skills.ts";
import { protectLiterals } from "./program-literals.ts";
import type { Refusal } from "./run-reply.ts";

/** `code` is null when policy blocks a class that stands in it. */
export type PreparedRun = {
  code: string | null;
  findings: Finding[];
  facts: CodeFacts;
  risk: Risk;
  decision: Decision;
  issued: Tokenized["tokens"];
  /** Skills that are part of the run, as the trail names them. */
  linked: ReturnType<typeof nameLinked>;
} & (
  | { program: Program; skills: { name: string; program: Program }[]; contextText: string }
  | { refused: Refusal }
);

type Checked = { analysis: Analysis; linked: Linked; decision: Decision };

type Rules = ReturnType<PolicySnapshot["pii"]>;

const IN_CODE = { from: "agent", channel: "code" } as const;
const IN_CONTEXT = { from: "agent", channel: "context" } as const;

/** What the vault does not take is refused like what policy forbids: nothing runs, and the trail has it. */
const NO_ROOM: readonly string[] = ["VAULT_FULL", "VALUES_WRITTEN_LIMIT"];

export async function prepareRun(
  scope: CallScope,
  submission: Submission,
  checked: Checked,
): Promise<PreparedRun> {
  const { analysis, decision, linked } = checked;
  try {
    return await prepare(scope, submission, checked);
  } catch (error) {
    if (!(error instanceof GatewayError) || !NO_ROOM.includes(error.code)) throw error;
    const remarks = withoutQuotes(analysis, decision, "The remark may quote a value that was not let in.");
    return {
      ...remarks,
      code: null,
      risk: analysis.risk,
      issued: [],
      linked: nameLinked(linked),
      refused: refusalOf(error),
    };
  }
}

function refusalOf({ code, message, hint }: GatewayError): Refusal {
  return { code, message, ...(hint ? { hint } : {}) };
}

async function prepare(
  { vault, policies, principal }: CallScope,
  submission: Submission,
  { analysis, linked, decision }: Checked,
): Promise<PreparedRun> {
  const rules = policies.pii(principal);
  const code = await vault.tokenize(submission.code, IN_CODE, rules);
  const findings = [...analysis.findings, ...skillFindings(linked)];
  const remarks = await protectRemarks(vault, rules, { findings, facts: analysis.facts, decision });
  const shared = {
    code: typeof code.value === "string" ? code.value : null,
    findings: remarks.findings,
    facts: remarks.facts,
    risk: analysis.risk,
    decision: remarks.decision,
    issued: code.tokens,
    linked: nameLinked(linked),
  };
  const refused = whyRefused(analysis, linked, remarks);
  if (refused || !analysis.program) return { ...shared, refused: refused ?? UNREADABLE };
  try {
    const program = await protectLiterals(analysis.program, vault, rules);
    const skills: { name: string; program: Program }[] = [];
    for (const { skill, program: own } of linked.skills)
      skills.push({ name: skill.name, program: await protectLiterals(own, vault, rules) });
    const context = await vault.tokenize(submission.context ?? {}, IN_CONTEXT, rules);
    if (context.blocked) throw contextBlocked(context.blocked.class);
    const contextText = JSON.stringify(context.value);
    return { ...shared, issued: [...code.tokens, ...context.tokens], program, skills, contextText };
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== "PII_BLOCKED") throw error;
    return { ...shared, refused: refusalOf(error) };
  }
}

/** Before anything of the code runs. */
export function whyRefused(
  { program }: Analysis,
  linked: Linked,
  remarks: Omit<Remarks, "facts">,
): Refusal | null {
  return program && linked.refused ? linked.refused : refuse(program, remarks);
}

type Remarks = { findings: Finding[]; facts: CodeFacts; decision: Decision };

/** Findings quote the code, and reasons quote findings: neither goes back with a personal value in it. */
async function protectRemarks(vault: SessionVault, rules: Rules, remarks: Remarks): Promise<Remarks> {
  const { findings, facts, decision } = remarks;
  const safe = await vault.tokenize(remarks as unknown as JsonValue, IN_CODE, rules);
  if (safe.value !== null) return safe.value as unknown as Remarks;
  return withoutQuotes({ findings, facts }, decision, "The remark quotes a value that policy blocks.");
}

function withoutQuotes(
  { findings, facts }: Pick<Analysis, "findings" | "facts">,
  decision: Decision,
  withheld: string,
): Remarks {
  return {
    findings: findings.map(({ hint: _quoting, ...finding }) => ({ ...finding, message: withheld })),
    facts: { ...facts, tools: [], imports: [] },
    decision: { ...decision, reason: withheld },
  };
}

function contextBlocked(className: string): GatewayError {
  return new GatewayError("PII_BLOCKED", `The context holds ${className} data, which policy blocks.`, {
    hint: "Leave the value out of `context`, or have a reviewer change the class to tokenize.",
  });
}

const UNREADABLE: Refusal = { code: "SYNTAX_ERROR", message: "The code cannot be run." };

function refuse(program: Program | null, { findings, decision }: Omit<Remarks, "facts">): Refusal | null {
  if (!program) return refuseText(findings[0]);
  if (decision.effect !== "deny") return null;
  const culprit = findings.find((finding) => decision.reason.startsWith(`Line ${finding.line}:`));
  const hint = decision.hint ?? culprit?.hint;
  return {
    code: culprit ? "CODE_FORBIDDEN" : "POLICY_DENIED",
    message: `Rule ${decision.rule} refuses this code: ${decision.reason}`,
    ...(hint ? { hint } : {}),
    ...(culprit ? { line: culprit.line, column: culprit.column } : {}),
  };
}

const TEXT_ERRORS = { "code-too-deep": "CODE_TOO_DEEP", "syntax-error": "SYNTAX_ERROR" } as const;

/** The text cannot run at all, whatever policy says. */
function refuseText(finding: Finding | undefined): Refusal {
  if (!finding) return UNREADABLE;
  const { rule, message, line, column, hint } = finding;
  const code = Object.hasOwn(TEXT_ERRORS, rule)
    ? TEXT_ERRORS[rule as keyof typeof TEXT_ERRORS]
    : "CODE_FORBIDDEN";
  return { code, message, line, column, ...(hint ? { hint } : {}) };
}
