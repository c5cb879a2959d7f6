// What happened in the vault, in counts and token names; never a value.

import type { ForgottenValue, VaultStats } from "../../../protect/protect.ts";
import { counted } from "../../../text/counted.ts";
import type { CommandResult } from "../cli.ts";
import { textTable } from "./text-table.ts";

export function presentStats(stats: VaultStats): CommandResult {
  const rows = Object.entries(stats.classes).map(([name, count]) => [name, String(count)]);
  const since = stats.oldestUse === null ? "" : `, the longest unused since ${stats.oldestUse}`;
  return {
    data: stats,
    lines: [
      ...textTable(["class", "tokens"], rows),
      `${counted(stats.tokens, "token")} in ${counted(stats.sessions, "session")}${since}`,
    ],
  };
}

export function presentForgottenSession(session: string, tokens: number): CommandResult {
  return {
    data: { session, tokens },
    lines: [`Forgot the session ${session} with ${counted(tokens, "token")}.`],
  };
}

/** Nothing found is a problem: whoever asks to forget must know that it was not there. */
export function presentForgottenValue(forgotten: ForgottenValue[]): CommandResult {
  const tokens = forgotten.reduce((sum, entry) => sum + entry.tokens.length, 0);
  return {
    data: { tokens, forgotten },
    lines: [
      ...textTable(
        ["session", "tokens"],
        forgotten.map((entry) => [entry.session, entry.tokens.join(" ")]),
      ),
      tokens === 0
        ? "No session holds this value."
        : `Forgot the value: ${counted(tokens, "token")} in ${counted(forgotten.length, "session")}.`,
    ],
    failed: tokens === 0,
  };
}

export function presentRotated(sessions: number, keyFile: string | null): CommandResult {
  return {
    data: { sessions },
    lines: [`The vault has a new master key; ${counted(sessions, "session key")} wrapped again.`],
    notes: [
      keyFile === null
        ? "From now on the settings must give the new key: change masterKey or what masterKeyCommand prints."
        : `The new key is in ${keyFile}. Back it up; copies of the old one open old copies of the vault only.`,
    ],
  };
}
