// One event, checked against its schema and written as the row it will become.

import { canonicalJson } from "../canonical-json.ts";
import { GatewayError } from "../errors.ts";
import type { UnlinkedRow } from "./chain-rows.ts";
import { EVENT_SCHEMAS, EVENT_VERSION } from "./event-schemas.ts";
import type { TrailEvent } from "./record.ts";

export function prepareEvent(event: TrailEvent, at: Date): UnlinkedRow {
  refuseMalformed(event);
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
    body: bodyText({ ...event.body, v: EVENT_VERSION }),
  };
}

function refuseMalformed(event: TrailEvent): void {
  const schema = Object.hasOwn(EVENT_SCHEMAS, event.kind) ? EVENT_SCHEMAS[event.kind] : undefined;
  if (!schema || (event.kind as string) === "checkpoint") {
    throw malformed(`The trail takes no event of the kind "${event.kind}".`);
  }
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
