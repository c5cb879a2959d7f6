// What the tests of this folder share: one world of servers and one way to ask.

import { type AnalyzeOptions, analyze, type FoundTool } from "../../src/analyze/analyze.ts";
import { didYouMean } from "../../src/text/did-you-mean.ts";
import type { Analysis, Finding, JsonObject } from "../../src/vocabulary.ts";

export const OPTIONS: AnalyzeOptions = {
  servers: new Set(["github", "crm", "mail", "web", "orders", "google-drive"]),
  maxSourceBytes: 64 * 1024,
  findTool,
};

/** Tools whose schemas are known here; programs of the tests call others as well, and those take anything. */
const SCHEMAS: Record<string, JsonObject> = {
  "github.create_issue": closed(
    { repo: { type: "string" }, title: { type: "string" }, body: { type: "string" }, labels: labels() },
    ["repo", "title"],
  ),
  "crm.list_contacts": {
    type: "object",
    properties: {
      page: { type: "integer" },
      limit: { type: "integer" },
      query: { type: ["string", "null"] },
    },
  },
  "orders.find": closed(
    { status: { enum: ["open", "paid"] }, filter: { $ref: "#/$defs/filter" }, size: { const: 50 } },
    ["status"],
    { filter: closed({ from: { anyOf: [{ type: "integer" }, { type: "string" }] }, until: {} }, ["from"]) },
  ),
  "web.search": closed({ query: { type: "string" }, limit: { type: "integer" } }, ["query"]),
  "web.fetch": {
    type: "object",
    properties: {
      url: { type: "string" },
      headers: { type: "object", additionalProperties: { type: "string" } },
    },
    additionalProperties: true,
    required: ["url"],
  },
};

function closed(properties: JsonObject, required: string[], $defs?: JsonObject): JsonObject {
  const schema: JsonObject = { type: "object", properties, required, additionalProperties: false };
  return $defs ? { ...schema, $defs } : schema;
}

function labels(): JsonObject {
  return { type: "array", items: { type: "string" } };
}

/** As the catalog does: other spellings count, a near miss is suggested, and the rest exists without a schema. */
function findTool(written: string): FoundTool {
  const id = written.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const inputSchema = SCHEMAS[id];
  if (inputSchema !== undefined) return { found: { id, inputSchema } };
  const [server = "", name = ""] = written.split(".");
  const near = didYouMean(
    name,
    Object.keys(SCHEMAS).flatMap((known) => known.split(`${server}.`)[1] ?? []),
  );
  if (near !== undefined && name.length > 4) return { missing: "unknown", didYouMean: `${server}.${near}` };
  return name === "fnd"
    ? { missing: "unknown" }
    : { found: { id: written, inputSchema: { type: "object" } } };
}

export function analyzeText(source: string): Analysis {
  return analyze(source, OPTIONS);
}

export function rulesOf({ findings }: Analysis): string[] {
  return [...new Set(findings.map(({ rule }) => rule))];
}

/** What policy refuses where it says nothing. */
export function refusing({ findings }: Analysis): Finding[] {
  return findings.filter(({ severity }) => severity === "high" || severity === "critical");
}

export function show(findings: readonly Finding[]): string {
  return findings
    .map(({ rule, severity, line, column, message }) => `${line}:${column} ${severity} ${rule}: ${message}`)
    .join("\n");
}
