// docs/audit-events.md, written from the schemas.

import { z } from "zod";
import { EVENT_SCHEMAS, type EventSchema } from "./event-schemas.ts";

type JsonSchema = {
  type?: string;
  enum?: string[];
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
};

const INTRODUCTION = `# Audit events

Generated from \`src/record/event-schemas.ts\`; do not edit.

Every event is one row of the trail with these columns: \`seq\` (1, 2, 3 … without gaps), \`at\` (UTC), \`kind\`,
\`principal\`, \`session\`, \`run\`, \`call\`, \`tool\`, \`decision\`, \`rule\`, \`status\`, \`body\`, \`prev\` and \`hash\`. A column
that does not apply is empty. The order of events is the order of \`seq\`; \`at\` is what the clock said and may go back.

\`body\` is canonical JSON (RFC 8785). Its field \`v\` is the version of the event's schema, now 1. The fields below may
be joined by others: readers must ignore what they do not know. Personal data appears as tokens only.

\`hash\` is the SHA-256 (hex) of the canonical JSON of the row without \`hash\`, where \`body\` is a string; \`prev\` is the
hash of the row before, 64 zeros for the first. A \`checkpoint\` signs the head of the trail with Ed25519; its newest
copy and the public keys lie in the data folder under \`keys/\`. Keep a checkpoint somewhere else: it is the only proof
that nobody cut the end of the trail together with that copy.
`;

export function describeAuditEvents(): string {
  const sections = Object.entries(EVENT_SCHEMAS).map(([kind, schema]) => describeKind(kind, schema));
  return [INTRODUCTION, ...sections].join("\n");
}

function describeKind(kind: string, schema: EventSchema): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema.body) as JsonSchema;
  const rows = Object.entries(properties).map(([name, field]) => {
    const need = required.includes(name) ? "yes" : "no";
    return `| \`${name}\` | ${typeName(field)} | ${need} | ${field.description ?? ""} |`;
  });
  const columns = schema.columns.map((name) => `\`${name}\``).join(", ");
  const always = columns ? `Columns always filled: ${columns}.\n` : "";
  return `## ${kind}\n\n${schema.summary}\n${always}\n| field | type | always | meaning |\n|---|---|---|---|\n${rows.join("\n")}\n`;
}

function typeName(field: JsonSchema): string {
  if (field.enum) return field.enum.map((value) => `\`${value}\``).join(", ");
  if (field.anyOf) return [...new Set(field.anyOf.map(typeName))].join(" or ");
  if (field.type === "array" && field.items?.properties) {
    return `list of {${Object.keys(field.items.properties).join(", ")}}`;
  }
  return field.type === "array" ? "list" : (field.type ?? "any JSON");
}
