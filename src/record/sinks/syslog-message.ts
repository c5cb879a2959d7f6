// An event as one syslog message (RFC 5424).

import type { TrailRow } from "../../storage/storage.ts";
import { presentRow } from "../ask/present-row.ts";

const AUDIT_FACILITY = 13;
const WARNING = 4;
const NOTICE = 5;
/** 32473 is the number that RFC 5612 sets aside for those who have none of their own. */
const STRUCTURED_ID = "sallyport@32473";
const SHOWN = ["principal", "session", "run", "call", "tool", "decision", "rule", "status", "hash"] as const;
const BYTE_ORDER_MARK = "\ufeff";

export type SyslogPlace = { host: string; pid: number };

/** A message over `maxBytes` leaves its body out and says so: a datagram that is cut would say nothing reliably. */
export function syslogMessage(
  row: TrailRow,
  place: SyslogPlace,
  maxBytes = Number.POSITIVE_INFINITY,
): Buffer {
  const whole = Buffer.from(messageOf(row, place, JSON.stringify(presentRow(row))));
  return whole.length <= maxBytes ? whole : Buffer.from(messageOf(row, place, '{"truncated":true}'));
}

function messageOf(row: TrailRow, { host, pid }: SyslogPlace, text: string): string {
  const isTrouble = row.decision === "deny" || row.status === "failed" || row.status === "unknown";
  const priority = AUDIT_FACILITY * 8 + (isTrouble ? WARNING : NOTICE);
  const fields = SHOWN.filter((name) => row[name] !== null).map((name) => ` ${name}="${escaped(row[name])}"`);
  const structured = `[${STRUCTURED_ID} seq="${row.seq}"${fields.join("")}]`;
  const header = [`<${priority}>1`, row.at, ascii(host, 255), "sallyport", pid, ascii(row.kind, 32)];
  return `${header.join(" ")} ${structured} ${BYTE_ORDER_MARK}${text}`;
}

function escaped(value: string | null): string {
  return (value ?? "").replaceAll(/["\\\]]/g, "\\$&").replaceAll(/[\r\n]/g, " ");
}

function ascii(text: string, most: number): string {
  return text.replaceAll(/[^\x21-\x7e]/g, "_").slice(0, most) || "-";
}
