// Notes of a session's workspace for clients that read them as resources. What goes to a model is on the trail first, and
// taints the session like a run that reads the note.

import type { PolicySnapshot } from "../decide/decide.ts";
import { GatewayError } from "../errors.ts";
import type { Trail } from "../record/record.ts";
import { openSession } from "../run/open-scope.ts";
import type { SessionLabels } from "../run/session-labels.ts";
import type { Workspace } from "../run/workspace.ts";
import type { NoteEntry } from "../storage/storage.ts";
import type { Principal } from "../vocabulary.ts";

export type SessionNotes = {
  list(principal: Principal, session: string): Promise<NoteEntry[]>;
  /** Null when there is no such note. */
  read(
    principal: Principal,
    session: string,
    key: string,
  ): Promise<{ kind: NoteEntry["kind"]; text: string } | null>;
};

type Parts = {
  workspace: Workspace;
  policies: () => PolicySnapshot;
  trail: Pick<Trail, "append">;
  sessionLabels: SessionLabels;
};

export function createSessionNotes({ workspace, policies, trail, sessionLabels }: Parts): SessionNotes {
  return {
    list: (principal, name) => workspace.list(openSession(principal, name).key),
    async read(principal, name, key) {
      const session = openSession(principal, name);
      const note = await workspace.get(session.key, key);
      if (note === null) return null;
      const { kind, text, labels } = note;
      const bytes = Buffer.byteLength(text);
      const most = policies().limits(principal).resultBytes;
      if (bytes > most) throw tooLarge(key, bytes, most);
      await trail.append({
        kind: "workspace.read",
        principal: principal.name,
        session: session.name,
        body: { key, bytes, labels },
      });
      await sessionLabels.add(session, labels);
      return { kind, text };
    },
  };
}

function tooLarge(key: string, bytes: number, most: number): GatewayError {
  return new GatewayError("RESULT_LIMIT", `The note has ${bytes} bytes; at most ${most} are read at once.`, {
    hint: `Read a part of it in a program: await workspace.read("${key}", { offset: 0, limit: 10000 }).`,
  });
}
