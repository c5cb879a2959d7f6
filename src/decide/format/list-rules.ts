// Every rule of a loaded set with its place, for everything that speaks about rules one by one.

import type { ParsedFile } from "./load-policies.ts";
import type { FlowText, PolicyFile, ResultRuleText, RiskText, ToolRuleText } from "./policy-schema.ts";
import type { Path } from "./read-policy-yaml.ts";

export type RulePlace = { file: string; line: number; column: number };

type Listed<Kind extends string, Text> = {
  kind: Kind;
  id: string;
  policy: string;
  /** `policy/rule`: unique over all files. */
  name: string;
  shadow: boolean;
  file: ParsedFile;
  path: Path;
  text: Text;
};

export type ListedRule =
  | Listed<"tool", ToolRuleText>
  | Listed<"flow", FlowText>
  | Listed<"result", ResultRuleText>
  | Listed<"risk", RiskText>;

export type ListedToolRule = Extract<ListedRule, { kind: "tool" }>;

const SECTIONS = [
  { kind: "risk", path: ["code", "risks"], read: (file: PolicyFile) => file.code?.risks },
  { kind: "tool", path: ["tools"], read: (file: PolicyFile) => file.tools },
  { kind: "flow", path: ["flows"], read: (file: PolicyFile) => file.flows },
  { kind: "result", path: ["results"], read: (file: PolicyFile) => file.results },
] as const;

export function listRules(files: readonly ParsedFile[]): ListedRule[] {
  return files.flatMap((file) =>
    SECTIONS.flatMap(({ kind, path, read }) =>
      (read(file.content) ?? []).map(
        (text, index) =>
          ({
            kind,
            id: text.id,
            policy: file.content.id,
            name: `${file.content.id}/${text.id}`,
            shadow: file.content.mode === "shadow" || text.mode === "shadow",
            file,
            path: [...path, index],
            text,
          }) as ListedRule,
      ),
    ),
  );
}

export function placeOfRule({ file, path }: Pick<ListedRule, "file" | "path">, ...below: Path): RulePlace {
  return { file: file.path, ...file.places.placeOf([...path, ...below]) };
}

/** By `policy/rule`, or by the rule's id alone where only one file has it. */
export function findRule(files: readonly ParsedFile[], name: string): ListedRule[] {
  return listRules(files).filter((rule) => rule.name === name || rule.id === name);
}
