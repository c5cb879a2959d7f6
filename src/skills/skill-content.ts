// What an author hands in, checked: names, words that other agents will read, and the schema of the parameters.

import { z } from "zod";
import { GatewayError } from "../errors.ts";
import { canonicalJson, sha256Hex } from "../text/canonical-json.ts";
import type { JsonObject } from "../vocabulary.ts";
import { checkParameterSchema, NO_PARAMETERS } from "./parameter-schema.ts";
import type { SkillContent } from "./skills.ts";

/** Usable behind `skills.`, in a path and as a file name. An awaited object is asked for `then`. */
export const SKILL_NAME = /^(?!(?:then|constructor|prototype)$)[a-z][a-z0-9_]{1,63}$/;

// What nobody sees can still tell a model something.
const VISIBLE = /^[^\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]*$/u;

const visible = (most: number) =>
  z
    .string("must be text")
    .trim()
    .min(1, "must not be empty")
    .max(most, `must be at most ${most} characters`)
    .regex(VISIBLE, "must not hold line breaks or invisible characters");

const content = z.strictObject({
  name: z
    .string("must be text")
    .regex(SKILL_NAME, "must be 2 to 64 of a-z, 0-9 and _, beginning with a letter"),
  description: visible(400),
  tags: z.array(visible(40), "must be a list of texts").max(10, "must be at most 10").default([]),
  parameters: z
    .custom<JsonObject>(
      (value) => typeof value === "object" && value !== null && !Array.isArray(value),
      "must be a JSON Schema",
    )
    .default(NO_PARAMETERS),
  code: z.string("must be text").min(1, "must not be empty"),
});

/** Throws SKILL_REFUSED with the field and what is wrong with it. */
export function readContent(given: unknown): SkillContent {
  const parsed = content.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join(".") || "content";
    throw new GatewayError("SKILL_REFUSED", `The skill's ${field} ${issue?.message ?? "is wrong"}.`, {
      hint: 'A skill has a name such as "top_customers", a description of one sentence, and code.',
    });
  }
  const { tags, ...read } = parsed.data;
  checkParameterSchema(read.parameters);
  return { ...read, tags: [...new Set(tags)] };
}

export function shaOfContent({ name, description, tags, parameters, code }: SkillContent): string {
  return sha256Hex(canonicalJson({ name, description, tags, parameters, code }));
}
