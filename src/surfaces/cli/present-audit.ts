import type { VerifyResult } from "../../record/record.ts";
import type { JsonObject, JsonValue } from "../../vocabulary.ts";
import type { CommandResult } from "./cli.ts";
import { textTable } from "./text-table.ts";

const HEAD = ["seq", "time", "kind", "principal", "run", "tool", "decision", "rule", "status", "about"];

export function presentEvents(page: { events: JsonObject[]; next?: string }): CommandResult {
  const rows = page.events.map((event) => [
    textOf(event["seq"]),
    textOf(event["at"]),
    textOf(event["kind"]),
    textOf(event["principal"]),
    textOf(event["run"]),
    textOf(event["tool"]),
    textOf(event["decision"]),
    textOf(event["rule"]),
    textOf(event["status"]),
    aboutOf(event["body"]),
  ]);
  const notes = page.events.length === 0 ? ["No events match."] : [];
  if (page.next) notes.push(`There may be more: add --cursor ${page.next}`);
  return { data: page, lines: textTable(HEAD, rows), notes };
}

/** The one field of the body that tells most; the whole body is in `--json`. */
function aboutOf(body: JsonValue | undefined): string {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return "";
  const { reason, error, name, tokens } = body;
  if (typeof reason === "string") return reason;
  if (typeof error === "object" && error !== null && !Array.isArray(error)) return textOf(error["message"]);
  if (Array.isArray(tokens)) return `${tokens.length} ${tokens.length === 1 ? "token" : "tokens"}`;
  return textOf(name);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

export function presentVerify(verified: VerifyResult): CommandResult {
  if (!verified.ok) {
    const { seq, problem, expected, found } = verified.broken;
    const lines = [
      `BROKEN at event ${seq}: ${problem}`,
      `expected  ${expected}`,
      `found     ${found}`,
      `The ${verified.events} events before it are intact.`,
    ];
    return { data: verified, lines, failed: true };
  }
  const { events, head, checkpoint } = verified;
  const lines = [
    events === 0 ? "The trail is empty." : `The trail is intact: events 1 to ${events}.`,
    ...(head ? [`head        ${head}`] : []),
    ...(checkpoint ? [`checkpoint  event ${checkpoint.seq}, signed by key ${checkpoint.keyId}`] : []),
  ];
  return { data: verified, lines };
}
