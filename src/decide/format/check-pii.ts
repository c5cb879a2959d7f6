// Names of classes over all files: a flow or a field may name a class that another file adds.

import { suggest } from "../../text/did-you-mean.ts";
import { PII_CLASSES } from "../../vocabulary.ts";
import type { Complaint } from "./describe-issue.ts";
import type { Matcher } from "./matcher-schema.ts";
import type { PolicyFile } from "./policy-schema.ts";

export function customClassesOf(files: readonly PolicyFile[]): string[] {
  return [...new Set(files.flatMap((file) => (file.pii?.custom ?? []).map((entry) => entry.class)))].sort();
}

type Named = { path: (string | number)[]; name: string };

function classesIn(matcher: Matcher, path: (string | number)[]): Named[] {
  const own = matcher.class === undefined ? [] : [{ path: [...path, "class"], name: matcher.class }];
  return matcher.each === undefined ? own : [...own, ...classesIn(matcher.each, [...path, "each"])];
}

export function unknownClasses(file: PolicyFile, customClasses: readonly string[]): Complaint[] {
  const known = [...PII_CLASSES.filter((name) => name !== "LITERAL"), ...customClasses];
  const complaints: Complaint[] = [];
  const check = (path: (string | number)[], name: string): void => {
    if (known.includes(name)) return;
    const message = `"${name}" is not one of the words that may stand here${suggest(name, known)}`;
    complaints.push({ path, onKey: false, message });
  };
  for (const [index, flow] of (file.flows ?? []).entries())
    for (const [place, name] of flow.class.entries())
      if (name !== "*") check(["flows", index, "class", place], name);
  for (const [index, field] of (file.pii?.fields ?? []).entries())
    check(["pii", "fields", index, "class"], field.class);
  for (const [index, rule] of (file.tools ?? []).entries())
    for (const [name, matcher] of Object.entries(rule.args ?? {}))
      for (const found of classesIn(matcher, ["tools", index, "args", name])) check(found.path, found.name);
  return complaints;
}
