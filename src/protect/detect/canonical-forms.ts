// All identities that one text may have had when it was tokenized, by class: what each recognizer would make of it under a
// telling field, and the plain spellings.

import type { PiiClass } from "../../vocabulary.ts";
import { ALL_RECOGNIZERS } from "./all-recognizers.ts";
import { NO_FIELD } from "./field-name.ts";
import { measureLeaf } from "./leaf-shape.ts";
import { castShadow } from "./text/shadow-text.ts";

export type CanonicalForms = { plain: readonly string[]; byClass: ReadonlyMap<PiiClass, readonly string[]> };

export function canonicalForms(source: string, region: string): CanonicalForms {
  const text = castShadow(source)?.text ?? source;
  const compact = text.replace(/[ ./:\n-]/g, "");
  const plain = [source, text, text.normalize("NFC"), text.replace(/\s+/g, " "), compact].flatMap((form) => [
    form,
    form.toLowerCase(),
    form.toUpperCase(),
  ]);
  const leaf = {
    text,
    field: NO_FIELD,
    parent: NO_FIELD,
    siblings: null,
    isPart: false,
    shape: measureLeaf(text),
    region,
  };
  const byClass = new Map<PiiClass, readonly string[]>();
  for (const recognizer of ALL_RECOGNIZERS) {
    const forms: string[] = [];
    recognizer.find(leaf, true, (start, end, canonical) => {
      if (start === 0 && end === text.length) forms.push(canonical);
    });
    byClass.set(recognizer.class, forms);
  }
  return { plain: [...new Set(plain)], byClass };
}
