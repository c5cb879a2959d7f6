// Where copies of the trail go, as an operator writes it in sallyport.yaml.

import { z } from "zod";

const name = z.string("must be text").regex(/^[a-z0-9][a-z0-9-]{0,31}$/, "must be 1 to 32 of a-z, 0-9 and -");

const fileSink = z.strictObject({ name, file: z.string("must be a path").min(1, "must not be empty") });
const webhookSink = z.strictObject({
  name,
  webhook: z.url({ protocol: /^https?$/, error: "must be an http or https address" }),
  secret: z.string("must be text").min(16, "must have at least 16 characters"),
});
const syslogSink = z.strictObject({
  name,
  syslog: z
    .string("must be an address")
    .regex(
      /^(?:(?:udp|tcp):\/\/[^/\s]+:\d{1,5}|unix:\/\/\/\S+)$/,
      "must be udp://host:port, tcp://host:port or unix:///path",
    ),
});

const sink = z.union([fileSink, webhookSink, syslogSink], {
  error: "must have a name and one of file, webhook (with a secret) and syslog",
});

const list = z
  .array(sink, "must be a list of sinks")
  .refine(
    (sinks) => new Set(sinks.map((one) => one.name)).size === sinks.length,
    "must have different names",
  );

/** In the environment the list is JSON. */
export const auditSinks = z.preprocess((given) => {
  if (typeof given !== "string") return given;
  try {
    return JSON.parse(given) as unknown;
  } catch {
    return given;
  }
}, list);

export type AuditSink = z.infer<typeof sink>;
