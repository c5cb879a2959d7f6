// One event, checked against its schema and written as the row it will become.

import { GatewayError } from "../errors.ts";
import type { CodeText } from "../storage/storage.ts";
import { canonicalJson, sha256Hex } from "../text/canonical-json.ts";
import type { UnlinkedRow } from "./chain/chain-rows.ts";
import { EVENT_SCHEMAS, EVENT_VERSION } from "./event-schemas.ts";
import { type EventKind, OWN_KINDS, type OwnKind, type TrailEvent } from "./record.ts";

/** An event of any kind, the trail's own included. */
export type AnyEvent = Omit<TrailEvent, "kind"> & { kind: EventKind };

/** A row and the program that it names, which is kept apart from it. */
export type PreparedEvent = { row: UnlinkedRow; code: CodeText | null };

export function prepareEvent(event: TrailEvent, at: Date): PreparedEvent {
  if (OWN_KINDS.includes(event.kind as unknown as OwnKind)) {
    throw malformed(`The trail takes no event of the kind "${event.kind}".`);
  }
  return prepareAnyEvent(event, at);
}

export function prepareAnyEvent(event: AnyEvent, at: Date): PreparedEvent {
  refuseMalformed(event);
  const { code, ...fields } = event.body;
  if (event.kind !== "run.submitted" || typeof code !== "string") {
    return { row: rowOf(event, event.body, at), code: null };
  }
  const text = code.toWellFormed();
  const sha256 = sha256Hex(text);
  if (fields["codeSha256"] !== sha256) throw malformed("The event run.submitted has a hash of another code.");
  return { row: rowOf(event, { ...fields, codeKept: true }, at), code: { sha256, text } };
}

function rowOf(event: AnyEvent, body: object, at: Date): UnlinkedRow {
  return {
    at: at.toISOString(),
    kind: event.kind,
    principal: column(event.principal),
    session: column(event.session),
    run: column(event.run),
    call: column(event.call),
    tool: column(event.tool),
    decision: column(event.decision),
    rule: column(event.rule),
    status: column(event.status),
    body: bodyText({ ...body, v: EVENT_VERSION }),
  };
}

function refuseMalformed(event: AnyEvent): void {
  const schema = Object.hasOwn(EVENT_SCHEMAS, event.kind) ? EVENT_SCHEMAS[event.kind] : undefined;
  if (!schema) throw malformed(`The trail takes no event of the kind "${event.kind}".`);
  const missing = schema.columns.filter((name) => event[name] === undefined);
  if (missing.length > 0) throw malformed(`The event ${event.kind} lacks: ${missing.join(", ")}.`);
  const checked = schema.body.safeParse(event.body);
  if (!checked.success) {
    // Paths only: the values may be anything.
    const places = checked.error.issues.map((issue) => issue.path.join(".") || "body");
    throw malformed(`The event ${event.kind} has wrong fields: ${places.join(", ")}.`);
  }
}

function malformed(message: string): GatewayError {
  return new GatewayError("INTERNAL", message, { hint: "docs/audit-events.md lists what each event holds." });
}

// SQLite keeps UTF-8, which has no lone surrogates: they would come back changed and break the hash.
function column(value: string | undefined): string | null {
  return value === undefined ? null : value.toWellFormed();
}

/** Canonical JSON; what canonical JSON cannot say (half an emoji, NaN) is written visibly instead of refused. */
function bodyText(body: object): string {
  try {
    return canonicalJson(body);
  } catch {
    return canonicalJson(JSON.parse(escapeLoneSurrogates(JSON.stringify(body))));
  }
}

// In JSON text a lone surrogate is an escape such as \ud83d; it becomes those six characters themselves.
function escapeLoneSurrogates(json: string): string {
  return json.replaceAll(/\\\\|\\u(d[89a-f][0-9a-f]{2})/g, (match, digits?: string) =>
    digits === undefined ? match : `\\\\u${digits}`,
  );
}
