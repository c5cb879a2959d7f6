// The matchers of `args` as people write them. Each describe() is a sentence of docs/policy-reference.md.

import { RE2JS } from "re2js";
import * as z from "zod";
import { PII_CLASSES } from "../../vocabulary.ts";
import { hostPatternProblem } from "../matchers/match-url.ts";

export type Scalar = string | number | boolean | null;

export type SchemaSubset = {
  type?: (typeof SCHEMA_TYPES)[number] | undefined;
  enum?: Scalar[] | undefined;
  const?: Scalar | undefined;
  required?: string[] | undefined;
  properties?: Record<string, SchemaSubset> | undefined;
  additionalProperties?: boolean | undefined;
  items?: SchemaSubset | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  minItems?: number | undefined;
  maxItems?: number | undefined;
};

export type Matcher = {
  one_of?: Scalar[] | undefined;
  range?: [number, number] | undefined;
  max_len?: number | undefined;
  max_items?: number | undefined;
  each?: Matcher | undefined;
  class?: string | undefined;
  email_domain?: string[] | undefined;
  scheme?: string[] | undefined;
  host_in?: string[] | undefined;
  path_under?: string | string[] | undefined;
  prefix?: string | string[] | undefined;
  absent?: true | undefined;
  no_tokens?: true | undefined;
  schema?: SchemaSubset | undefined;
  pattern?: string | undefined;
};

const SCHEMA_TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"] as const;

/** Classes a policy may name; LITERAL is not personal data and never needs a rule. */
export const TOKEN_CLASSES = PII_CLASSES.filter((name) => name !== "LITERAL");

/** Whether a class of this name exists is known only when all files are read; see check-pii.ts. */
export function classNameProblem(text: string): string | null {
  return /^[A-Za-z_]{2,64}$/.test(text) ? null : `"${text}" is no name of a class`;
}

/** Text with a rule of its own: `problemOf` says in one sentence what is wrong, or null. */
export function textThat(problemOf: (text: string) => string | null) {
  return z.string().refine((text) => problemOf(text) === null, {
    error: (issue) => problemOf(String(issue.input)) ?? "this text is not valid here",
  });
}

export function listOf<T extends z.ZodType>(item: T) {
  return z.array(item).min(1);
}

function oneOrMore<T extends z.ZodType<string>>(item: T) {
  return z.union([item, listOf(item)]);
}

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()], {
  error: "this must be a text, a number, true, false or null",
});
const count = z.int().min(0);

export const schemaSubset: z.ZodType<SchemaSubset> = z
  .strictObject({
    type: z.enum(SCHEMA_TYPES).optional().describe("Type of the value."),
    enum: listOf(scalar).optional().describe("The value is one of these."),
    const: scalar.optional().describe("The value is this."),
    required: listOf(z.string()).optional().describe("Properties that must be there."),
    properties: z
      .record(
        z.string(),
        z.lazy(() => schemaSubset),
      )
      .optional()
      .describe("Schemas of properties; others are refused unless `additionalProperties: true`."),
    additionalProperties: z
      .boolean()
      .optional()
      .describe("Whether other properties are fine; default false."),
    items: z
      .lazy(() => schemaSubset)
      .optional()
      .describe("Schema of every element of a list."),
    minimum: z.number().optional().describe("Smallest number."),
    maximum: z.number().optional().describe("Largest number."),
    minLength: count.optional().describe("Shortest text."),
    maxLength: count.optional().describe("Longest text."),
    minItems: count.optional().describe("Fewest elements."),
    maxItems: count.optional().describe("Most elements."),
  })
  .refine((it) => !above(it.minimum, it.maximum), {
    error: "minimum is larger than maximum",
    path: ["minimum"],
  })
  .refine((it) => !above(it.minLength, it.maxLength), {
    error: "minLength is larger than maxLength",
    path: ["minLength"],
  })
  .refine((it) => !above(it.minItems, it.maxItems), {
    error: "minItems is larger than maxItems",
    path: ["minItems"],
  })
  .describe("A small part of JSON Schema: the keywords listed here and no others.");

export const matcher: z.ZodType<Matcher> = z
  .strictObject({
    one_of: listOf(scalar).optional().describe("The value is exactly one of these."),
    range: z
      .tuple([z.number(), z.number()])
      .refine(([low, high]) => low <= high, {
        error: "the first number of a range is its smallest: write [min, max]",
      })
      .optional()
      .describe(
        "A number from the first to the second, both included. Text that looks like a number does not match.",
      ),
    max_len: count
      .optional()
      .describe("A text of at most this many UTF-16 units, tokens counted as written."),
    max_items: count.optional().describe("A list of at most this many elements."),
    each: z
      .lazy(() => matcher)
      .optional()
      .describe(
        "A list whose every element matches. In `deny`, `escalate` and `limit` rules one matching element is enough.",
      ),
    class: textThat(classNameProblem)
      .optional()
      .describe(
        "A text that is one whole token of this class and nothing else; a class of your own (`pii.custom`) counts too.",
      ),
    email_domain: listOf(textThat(plainHostProblem))
      .optional()
      .describe("One plain e-mail address in one of these domains; `*.x.example` means subdomains only."),
    scheme: listOf(textThat(schemeProblem))
      .optional()
      .describe("A URL with one of these schemes, written without the colon."),
    host_in: listOf(textThat(hostPatternProblem))
      .optional()
      .describe(
        "A URL whose host, after WHATWG parsing, is listed. `*.x.example` means subdomains only; without a port a grant means the scheme's own port only, and a deny or escalate every port; user names, trailing dots and other spellings of a host are refused.",
      ),
    path_under: oneOrMore(textThat(basePathProblem))
      .optional()
      .describe(
        "An absolute POSIX path at or below one of these. `..`, `%` encodings, backslashes, `/proc/*/root` and tokens are refused.",
      ),
    prefix: oneOrMore(z.string().min(1)).optional().describe("A text that starts with one of these."),
    absent: z.literal(true).optional().describe("The argument must not be there. Stands alone."),
    no_tokens: z.literal(true).optional().describe("No token at this argument or below it."),
    schema: schemaSubset
      .optional()
      .describe("The value fits this schema. In a grant, properties that it does not list are refused."),
    pattern: textThat(patternProblem)
      .optional()
      .describe(
        "The whole text matches this RE2 expression (linear time, anchored at both ends). Texts over 64 KB cannot be judged.",
      ),
  })
  .refine((it) => it.absent === undefined || Object.keys(it).length === 1, {
    error: '"absent" stands alone: an argument that must not be there has no other property',
    path: ["absent"],
  })
  .describe("All given matchers must hold; `{}` permits any value.");

function above(low: number | undefined, high: number | undefined): boolean {
  return low !== undefined && high !== undefined && low > high;
}

function plainHostProblem(text: string): string | null {
  if (/:\d+$/.test(text)) return `"${text}" is no mail domain: it has no port`;
  return hostPatternProblem(text);
}

function schemeProblem(text: string): string | null {
  if (/^[a-z][a-z0-9+.-]*$/.test(text)) return null;
  return `"${text}" is no URL scheme: write it in lower case and without the colon, for example "https"`;
}

function basePathProblem(text: string): string | null {
  const fine =
    /^\/[^\\%\0]*$/.test(text) &&
    !text.includes("//") &&
    !text.split("/").some((s) => s === "." || s === "..");
  return fine
    ? null
    : `"${text}" is no base path: write an absolute path without "..", "//", "%" or backslashes`;
}

function patternProblem(text: string): string | null {
  try {
    RE2JS.compile(text);
    return null;
  } catch {
    return "this is no RE2 expression (look-around and back-references do not exist there)";
  }
}
