// One run as a tree: its code with the findings under their lines, the decision, each call, and the way of each token.

import type { CallStory, RunStory, TokenStory } from "../../../record/record.ts";
import type { JsonObject } from "../../../vocabulary.ts";
import type { CommandResult } from "../cli.ts";
import { oneLine } from "../present/terminal-text.ts";

type Branch = { text: string; under?: Branch[] };

export function presentRunStory(story: RunStory): CommandResult {
  const branches: Branch[] = [
    { text: "code", under: codeLines(story) },
    { text: decisionText(story) },
    ...story.calls.map((call) => callBranch(call, story.tokens)),
    { text: `tokens ${story.tokens.length}`, under: story.tokens.map(tokenBranch) },
    { text: endText(story) },
  ];
  return { data: story, lines: [titleOf(story), ...branches.flatMap(drawIn(branches))] };
}

function titleOf({ run, status, principal, session, surface, submittedAt }: RunStory): string {
  const from = [principal, session && `session ${session}`, surface && `by ${surface}`]
    .filter(Boolean)
    .join(", ");
  return `${run}  ${status}  ${submittedAt}  ${from}`;
}

function drawIn(siblings: Branch[]) {
  return (branch: Branch): string[] => {
    const isLast = branch === siblings.at(-1);
    const under = branch.under ?? [];
    return [
      `${isLast ? "└─" : "├─"} ${oneLine(branch.text)}`,
      ...under.flatMap(drawIn(under)).map((line) => `${isLast ? "   " : "│  "}${line}`),
    ];
  };
}

function codeLines({ code, findings, codeSha256 }: RunStory): Branch[] {
  if (code === null && codeSha256 === null) return [{ text: "none: one direct call" }];
  if (code === null) return [{ text: `not kept; sha256 ${codeSha256 ?? "unknown"}` }];
  const lines = code.split("\n");
  const width = String(lines.length).length;
  return lines.map((line, index) => {
    const here = findings.filter((finding) => finding["line"] === index + 1).map(findingBranch);
    const text = `${String(index + 1).padStart(width)} ${line.replaceAll("\t", "  ")}`;
    return here.length > 0 ? { text, under: here } : { text };
  });
}

function findingBranch({ rule, severity, message, column }: JsonObject): Branch {
  return { text: `^ column ${column}: ${severity} ${rule}: ${message}` };
}

function decisionText({ decision, risk }: RunStory): string {
  if (!decision) return "decision none on record";
  const level = typeof risk["level"] === "string" ? `, risk ${risk["level"]}` : "";
  const reason = decision.reason ? `: ${decision.reason}` : "";
  return `decision ${decision.effect} by ${decision.rule ?? "no rule"}${level}${reason}`;
}

function callBranch(call: CallStory, tokens: TokenStory[]): Branch {
  const { tool, afterMs, durationMs, status, decision, rule, reason, executed, error } = call;
  const took = durationMs === null ? "" : ` in ${durationMs} ms`;
  const restored = tokens.flatMap((token) =>
    token.restored.filter((place) => place.call === call.call).map((place) => ({ token, place })),
  );
  return {
    text: `+${afterMs} ms  ${tool}  ${status ?? (decision === "allow" ? "under way" : "not sent")}${took}  ${call.call}`,
    under: [
      { text: `decision ${decision} by ${rule ?? "no rule"}${reason ? `: ${reason}` : ""}` },
      ...call.approvals.map(({ kind, by, decision: vote }) => ({
        text: [kind, vote, by && `by ${by}`].filter(Boolean).join(" "),
      })),
      ...restored.map(({ token, place }) => ({
        text: `${token.token} put back into ${place.pointer || "/"}${place.flow ? ` by ${place.flow}` : ""}`,
      })),
      ...(error
        ? [{ text: `error ${error["code"]}: ${error["message"]}; executed: ${executed ?? "?"}` }]
        : []),
    ],
  };
}

function tokenBranch({ token, created, sources, restored }: TokenStory): Branch {
  const from =
    sources.map(({ tool, pointer }) => `${tool}${pointer && `#${pointer}`}`).join(", ") || "unknown";
  const to = restored.map(({ tool, pointer }) => `${tool}#${pointer}`).join(", ");
  return {
    text: `${token}${created ? "" : " (known before)"}  from ${from}${to ? `  restored into ${to}` : ""}`,
  };
}

function endText({ status, finishedAt, durationMs, savedTokens, error, events }: RunStory): string {
  const failure = error ? ` with ${error["code"]}: ${error["message"]}` : "";
  const took = durationMs === null ? "" : ` after ${durationMs} ms`;
  const saved = savedTokens ? `, ${savedTokens} tokens saved` : "";
  const when = finishedAt ? ` at ${finishedAt}` : "";
  return `${status}${took}${when}${failure}${saved}; events ${events.first} to ${events.last}`;
}
