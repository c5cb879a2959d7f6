import type { AuditSink } from "../../audit-sink-settings.ts";
import type { TrailRow } from "../../storage/storage.ts";
import { createFileSink } from "./file-sink.ts";
import { createSyslogSink } from "./syslog-sink.ts";
import { createWebhookSink } from "./webhook-sink.ts";

/** Resolves when the other side has the events; rejects when it may not have all of them, and is asked again. */
export type SendEvents = (rows: TrailRow[], signal: AbortSignal) => Promise<void>;

export function createSink(sink: AuditSink): SendEvents {
  if ("file" in sink) return createFileSink(sink.file);
  if ("webhook" in sink) return createWebhookSink(sink.webhook, sink.secret);
  return createSyslogSink(new URL(sink.syslog));
}
