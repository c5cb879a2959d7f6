// The `pii` section of a policy file. Each describe() is a sentence of docs/policy-reference.md.

import { RE2JS } from "re2js";
import * as z from "zod";
import { BINARY_CONTENT, PII_CLASSES, PII_CONFIDENCES, PII_FACTS, PII_STYLES } from "../../vocabulary.ts";
import { resultPointerProblem } from "../matchers/json-pointer.ts";
import { toolPatternProblem } from "../matchers/tool-pattern.ts";
import { classNameProblem, listOf, TOKEN_CLASSES, textThat } from "./matcher-schema.ts";

const CUSTOM_CLASS = /^[A-Z](?:_?[A-Z]){1,30}$/;
const LONGEST_PATTERN = 200;
const actionBeyondPass = z.enum(["tokenize", "redact", "block"]);

/** The shape of a name that a policy may give to a class of its own. */
export function isCustomClassName(text: string): boolean {
  return CUSTOM_CLASS.test(text) && !(PII_CLASSES as readonly string[]).includes(text);
}

function customClassProblem(text: string): string | null {
  if ((PII_CLASSES as readonly string[]).includes(text))
    return `"${text}" is a class of the gateway: choose another name`;
  return isCustomClassName(text)
    ? null
    : `"${text}" is no name of a class: 2 to 32 letters A-Z with single "_" between them`;
}

function customPatternProblem(text: string): string | null {
  if (text.length > LONGEST_PATTERN) return `this pattern is longer than ${LONGEST_PATTERN}`;
  try {
    return RE2JS.compile(text).matcher("").find()
      ? "this pattern matches the empty text: it would be found everywhere"
      : null;
  } catch {
    return "this is no RE2 expression (look-around and back-references do not exist there)";
  }
}

function publicValueProblem(text: string): string | null {
  if (text.startsWith("*@"))
    return /^\*@[^\s*@]+\.[^\s*@]+$/.test(text)
      ? null
      : `"${text}" is no pattern: write *@ and a whole domain`;
  return text.includes("*")
    ? `"${text}" holds a star: only "*@domain" is a pattern, everything else is written out`
    : null;
}

const field = z.strictObject({
  tool: textThat(toolPatternProblem).describe("Tools as `server.tool`; `*` stands for any characters."),
  pointer: textThat(resultPointerProblem).describe(
    "Place in the tool's result, and everything below it; `*` is one segment, `**` any number.",
  ),
  class: textThat(classNameProblem).describe("Class of every value at this place."),
  action: actionBeyondPass.optional().describe("Instead of the action of the class."),
});

const custom = z
  .strictObject({
    class: textThat(customClassProblem).describe(
      "A name of your own, such as EMPLOYEE_ID; its tokens are then `EMPLOYEE_ID_001` and so on.",
    ),
    pattern: textThat(customPatternProblem)
      .optional()
      .describe("RE2 expression; a match counts where words begin and end."),
    words: listOf(z.string().min(2).max(100))
      .max(1000)
      .optional()
      .describe("Words that are such values, in any case."),
    action: actionBeyondPass.optional().describe("Default `tokenize`."),
  })
  .refine((it) => (it.pattern === undefined) !== (it.words === undefined), {
    error: "a class of your own has either a `pattern` or `words`",
  });

export const pii = z
  .strictObject({
    classes: z
      .partialRecord(z.enum(TOKEN_CLASSES), z.enum(["tokenize", "redact", "block", "pass"]))
      .optional()
      .describe(
        "What happens to each class. Default `tokenize`, for USERNAME and COORDINATES `pass`; the strictest applicable file wins.",
      ),
    fields: listOf(field)
      .optional()
      .describe("Further places that hold personal data. Those of all applicable files count."),
    custom: listOf(custom)
      .max(50)
      .optional()
      .describe("Classes of your own. Those of all applicable files count; flows may name them."),
    allow: listOf(textThat(publicValueProblem))
      .optional()
      .describe(
        "Public values that stay as they are, or `*@domain`. Where several applicable files have a list, a value must be in each.",
      ),
    min_confidence: z
      .enum(PII_CONFIDENCES)
      .optional()
      .describe(
        "What is found: `high` a checksum, prefix or field name, `medium` also shapes, `low` also words nearby. Default and strictest: `low`.",
      ),
    facts: listOf(z.enum(PII_FACTS))
      .optional()
      .describe(
        "What code may learn about a token's value. Default nothing; where several applicable files have a list, a fact must be in each.",
      ),
    style: z
      .enum(PII_STYLES)
      .optional()
      .describe(
        "How tokens are spelled: `label` (`EMAIL_001`) or `shaped`, which passes format checks (`email-001@pii.invalid`). Default `label`; where several applicable files say it, all must say `shaped`.",
      ),
    binary: z
      .enum(BINARY_CONTENT)
      .optional()
      .describe(
        "Which content of results passes that nobody can read: `none`, `media` (pictures, sounds, films by their first bytes) or `all` (documents and archives too). Default `media`; the strictest applicable file wins.",
      ),
    lifetime: z
      .literal("session", { error: 'only "session" is supported: a token lives as long as its session' })
      .optional()
      .describe("How long tokens live: `session`."),
    unknown_token: z
      .literal("deny", { error: 'only "deny" is possible: an unknown token is never sent' })
      .optional()
      .describe("Always `deny`."),
  })
  .describe("Personal data in results, logs and code.");

export type PiiText = z.infer<typeof pii>;
