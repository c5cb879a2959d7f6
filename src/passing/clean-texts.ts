// Descriptions and instructions of a server: untrusted text that goes to models, so nothing invisible, nobody's data.

import { randomBytes } from "node:crypto";
import { tokensCreated } from "../call/call-trail.ts";
import { takeIn } from "../call/take-in-answer.ts";
import { cleanText } from "../catalog/catalog.ts";
import type { Trail } from "../record/record.ts";
import type { CallScope } from "../tool-gate.ts";

/** The same number of texts, in the same order; null for all of them where policy blocks or withholds one. */
export async function cleanTexts(
  trail: Pick<Trail, "append">,
  { scope, server }: { scope: CallScope; server: string },
  texts: string[],
): Promise<(string | null)[]> {
  const tool = `${server}.tools/list`;
  const call = `call_${randomBytes(8).toString("hex")}`;
  const { safe, withheldBy } = await takeIn({ scope, tool, call }, [texts.map(cleanText)], []);
  const place = { principal: scope.principal.name, session: scope.session.name, call, tool };
  const created = tokensCreated(place, safe.tokens);
  if (created.length > 0) await trail.append(...created);
  if (safe.blocked || withheldBy || !Array.isArray(safe.value)) return texts.map(() => null);
  const cleaned = safe.value;
  return texts.map((_, index) => (typeof cleaned[index] === "string" ? cleaned[index] : null));
}
