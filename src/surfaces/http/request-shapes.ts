// What each route accepts. Unknown fields are errors: a misspelled option must not be ignored silently.

import { z } from "zod";
import { DETAILS, type ToolSearch } from "../../catalog/catalog.ts";
import { GatewayError } from "../../errors.ts";
import { didYouMean } from "../../text/did-you-mean.ts";
import { parseOneReading, UnclearJson } from "../../text/one-reading.ts";
import { type JsonValue, ROLES, type Role } from "../../vocabulary.ts";

const json = z.custom<JsonValue>((value) => value !== undefined, "must be a JSON value");
const code = z.string().min(1, "must not be empty");
const session = z.string().optional();

export const runOptions = {
  session,
  timeoutMs: z.number().int().min(1).max(3_600_000).optional(),
  wait: z.boolean().optional(),
};
export const runBody = z.strictObject({
  code,
  ...runOptions,
  context: json.optional(),
  typecheck: z.boolean().optional(),
});
export const callBody = z.strictObject({
  arguments: json.optional(),
  args: json.optional(),
  session,
  timeoutMs: z.number().int().min(1).max(3_600_000).optional(),
});
export const approvalBody = z.strictObject({
  decision: z.enum(["approve", "deny"]),
  reason: z.string().max(500).optional(),
});
export const checkBody = z.strictObject({ code, typecheck: z.boolean().optional() });
export const tokenizeBody = z.strictObject({ data: json, session });
export const keyBody = z.strictObject({
  name: z.string(),
  role: z.enum(ROLES).default("agent"),
  groups: z.array(z.string().min(1)).default([]),
});

export type RunBody = {
  code: string;
  session?: string;
  context?: JsonValue;
  timeoutMs?: number;
  wait?: boolean;
  typecheck?: boolean;
};

export async function readRunBody(request: Request): Promise<RunBody> {
  return withoutUndefined(await readBody(request, runBody)) as RunBody;
}

export type CallBody = { args: JsonValue; session?: string; timeoutMs?: number };

export async function readCallBody(request: Request): Promise<CallBody> {
  const body = await readBody(request, callBody);
  if (body.args !== undefined && body.arguments !== undefined) {
    throw new GatewayError("BAD_REQUEST", "`arguments` and `args` mean the same: send one of them.");
  }
  const { arguments: named, args, ...more } = body;
  return { ...withoutUndefined(more), args: named ?? args ?? {} } as CallBody;
}

export function readCheckBody(request: Request): Promise<z.infer<typeof checkBody>> {
  return readBody(request, checkBody);
}

export async function readTokenizeBody(request: Request): Promise<{ data: JsonValue; session?: string }> {
  return withoutUndefined(await readBody(request, tokenizeBody)) as { data: JsonValue; session?: string };
}

export function readKeyBody(request: Request): Promise<{ name: string; role: Role; groups: string[] }> {
  return readBody(request, keyBody);
}

export type ApprovalBody = { decision: "approve" | "deny"; reason?: string };

export async function readApprovalBody(request: Request): Promise<ApprovalBody> {
  return withoutUndefined(await readBody(request, approvalBody)) as ApprovalBody;
}

export const approvalQuery = z.strictObject({
  state: z.enum(["pending", "approved", "denied", "expired", "withdrawn"]).optional(),
});

export function readApprovalQuery(query: Record<string, string>) {
  return readShape(query, approvalQuery, "query").state;
}

export const toolQuery = z.strictObject({
  query: z.string().max(500).default(""),
  detail: z.enum(DETAILS).default("with_description"),
  server: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(20),
  cursor: z.string().optional(),
  schema: z.stringbool({ truthy: ["true"], falsy: ["false"], error: "must be true or false" }).optional(),
});

export function readToolQuery(query: Record<string, string>): ToolSearch {
  return withoutUndefined(readShape(query, toolQuery, "query")) as ToolSearch;
}

/** A field that stands twice is read differently by those on the way: an error, as in a body. */
export function readQuery(url: string): Record<string, string> {
  const fields = new URL(url).searchParams;
  for (const name of fields.keys()) {
    if (fields.getAll(name).length > 1)
      throw new GatewayError("BAD_REQUEST", `The query has the field "${name.slice(0, 64)}" twice.`);
  }
  return Object.fromEntries(fields);
}

export async function readBody<T>(request: Request, shape: z.ZodType<T>): Promise<T> {
  requirePlainJson(request.headers);
  const bytes = await request.arrayBuffer().catch(refuseBrokenBody);
  let body: unknown;
  try {
    body = parseOneReading(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    const message =
      cause instanceof UnclearJson ? `In the body ${cause.message}.` : "The body is not valid JSON in UTF-8.";
    throw new GatewayError("BAD_JSON", message, { cause });
  }
  return readShape(body, shape, "body");
}

export function refuseBrokenBody(cause: unknown): never {
  if (cause instanceof GatewayError) throw cause;
  throw new GatewayError("BAD_REQUEST", "The body did not arrive whole.", { cause });
}

/** Bytes that others on the way would unpack or decode are read by nobody else than as they stand. */
function requirePlainJson(headers: Headers): void {
  const type = headers.get("content-type") ?? "";
  if (!/^application\/json *(?:;|$)/i.test(type)) {
    throw new GatewayError("BAD_REQUEST", "The body must be JSON.", {
      hint: "Send the header Content-Type: application/json.",
    });
  }
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1] ?? "utf-8";
  const encoding = headers.get("content-encoding") ?? "identity";
  if (!/^utf-?8$/i.test(charset) || encoding.toLowerCase() !== "identity") {
    throw new GatewayError("BAD_REQUEST", "The body must be JSON in UTF-8, not compressed.", {
      hint: "Leave the header Content-Encoding out, and the charset or name utf-8.",
    });
  }
}

export function readShape<T>(value: unknown, shape: z.ZodType<T>, place: "body" | "query"): T {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new GatewayError("BAD_REQUEST", ...describeIssue(parsed.error.issues[0], place, shape));
}

function describeIssue(
  issue: z.core.$ZodIssue | undefined,
  place: string,
  shape: z.ZodType,
): [string, { hint?: string }] {
  if (issue?.code === "unrecognized_keys") {
    const known = shape instanceof z.ZodObject ? Object.keys(shape.shape) : [];
    const near = didYouMean(issue.keys[0] ?? "", known);
    const hint = near ? `Did you mean "${near}"?` : `Known fields: ${known.join(", ")}.`;
    return [`The ${place} has an unknown field "${String(issue.keys[0]).slice(0, 64)}".`, { hint }];
  }
  const path = issue?.path.join(".");
  return [
    path
      ? `The field "${path}" of the ${place} is wrong: ${issue?.message}.`
      : `The ${place} is wrong: ${issue?.message}.`,
    {},
  ];
}

type Given<T> = { [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name] } & {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>;
};

export function withoutUndefined<T extends object>(value: T): Given<T> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Given<T>;
}
