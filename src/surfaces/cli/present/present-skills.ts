// Skills as people read them.

import type { SkillView } from "../../../services/skills/present-skill.ts";
import type { SkillPage } from "../../../services/skills/skill-desk.ts";
import { lineDiff } from "../../../text/line-diff.ts";
import type { CommandResult } from "../cli.ts";
import { textTable } from "./text-table.ts";

export function presentSkills(page: SkillPage): CommandResult {
  const rows = page.skills.map(({ name, version, state, owner, description }) => {
    return [name, String(version), state, owner, description];
  });
  const lines = textTable(["name", "version", "state", "owner", "description"], rows);
  return { data: page, lines: lines.length > 0 ? lines : ["There are no such skills."] };
}

export function presentSkill(skill: SkillView): CommandResult {
  const { name, version, state, owner, description, call, stats, tools, approvedBy, waitsFor } = skill;
  const facts: [string, string][] = [
    ["state", skill.reason ? `${state}: ${skill.reason}` : state],
    ["owner", owner],
    ["does", description],
    ["call", call],
    ["tags", skill.tags.join(", ")],
    ["tools", tools.map(({ tool, pin }) => `${tool} (${pin.slice(0, 12)})`).join(", ")],
    ["skills", skill.uses.join(", ")],
    ["labels", skill.labels.join(", ")],
    ["saved", `${skill.savedAt}${skill.provenRun ? ` after ${skill.provenRun}` : ""}`],
    ["approved", approvedBy.map((vote) => `${vote.name} at ${vote.at}`).join(", ")],
    ["waits for", waitsFor.map(({ by, count }) => `${count} of ${by.join(", ")}`).join("; ")],
    ["came from", skill.origin ? `${skill.origin.owner}, signed by ${skill.origin.keyId}` : ""],
    ["runs", `${stats.runs}, failed ${stats.failed}`],
    ["sha256", skill.sha256],
  ];
  const changed = skill.quarantine?.changes ?? [];
  return {
    data: skill,
    lines: [
      `${name} version ${version}`,
      ...facts.filter(([, value]) => value !== "").map(([label, value]) => `  ${label.padEnd(9)} ${value}`),
      ...changed.map(({ tool, pinned, live }) => `  changed   ${tool}: ${pinned} → ${live ?? "gone"}`),
      ...skill.code.split("\n").map((line) => `  | ${line}`),
    ],
  };
}

export function presentSkillDiff(old: SkillView, next: SkillView): CommandResult {
  const changes = (["description", "tags", "parameters", "tools"] as const).flatMap((part) => {
    const [before, after] = [JSON.stringify(old[part]), JSON.stringify(next[part])];
    return before === after ? [] : [`${part}`, `-${before}`, `+${after}`];
  });
  const code = old.code === next.code ? [] : ["code", ...lineDiff(old.code, next.code)];
  const lines = [...changes, ...code];
  const differs = lines.length > 0;
  return {
    data: { name: old.name, from: old.version, to: next.version, differs, lines },
    lines: differs ? lines : ["The versions are the same."],
    failed: differs,
  };
}
