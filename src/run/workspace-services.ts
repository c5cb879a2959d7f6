// `workspace.…` in programs. A session's own workspace holds its own tokens; a shared one has tokens of its own, which are
// translated for each session that reads or writes, with where their values came from. Policy says who shares what.

import { z } from "zod";
import { GatewayError } from "../errors.ts";
import { moveTokens, type Protector, type SessionVault } from "../protect/protect.ts";
import type { Trail } from "../record/record.ts";
import { cutText } from "../text/cut-text.ts";
import type { CallScope } from "../tool-gate.ts";
import type { JsonValue } from "../vocabulary.ts";
import type { Note, Workspace } from "./workspace.ts";

export type WorkspaceParts = {
  workspace: Workspace;
  protector: Protector;
  trail: Pick<Trail, "append">;
};

type Service = (parts: WorkspaceParts, scope: CallScope, args: unknown) => Promise<unknown>;

const given = z.object({
  shared: z.string().max(200).optional(),
  key: z.string().default(""),
  prefix: z.string().default(""),
  value: z.unknown().optional(),
  text: z.string().optional(),
  offset: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).optional(),
});
type Given = z.infer<typeof given>;

export const WORKSPACE_SERVICES: Record<string, Service> = {
  async "workspace.get"(parts, scope, args) {
    const asked = await readArguments(scope, args);
    const note = await readNote(parts, scope, asked);
    return note === null ? null : note.value;
  },
  async "workspace.read"(parts, scope, args) {
    const asked = await readArguments(scope, args);
    const note = await readNote(parts, scope, asked);
    if (note === null) return null;
    const text = note.kind === "file" ? String(note.value) : JSON.stringify(note.value);
    const from = text.slice(asked.offset);
    return asked.limit === undefined ? from : cutText(from, asked.limit);
  },
  async "workspace.set"(parts, scope, args) {
    const asked = await readArguments(scope, args);
    const value = await protectValue(scope, (asked.value ?? null) as JsonValue);
    await writeNote(parts, scope, asked, { kind: "value", value });
    return null;
  },
  async "workspace.write"(parts, scope, args) {
    const asked = await readArguments(scope, args);
    if (asked.text === undefined) throw wrong("workspace.write takes a path and a text.");
    const value = await protectValue(scope, asked.text);
    await writeNote(parts, scope, asked, { kind: "file", value });
    return null;
  },
  async "workspace.list"(parts, scope, args) {
    const asked = await readArguments(scope, args);
    const space = await openSpace(parts, scope, asked, "read");
    const kept = await parts.workspace.list(space.name);
    const keys = await keysOut(
      space,
      scope,
      kept.map(({ key }) => key),
    );
    const notes = kept
      .map((note, index) => ({ ...note, key: keys[index] ?? "" }))
      .filter(({ key }) => key.startsWith(asked.prefix));
    for (const { labels } of notes) readLabels(scope, labels);
    return notes.map(({ key, bytes, kind }) => ({ key, bytes, kind }));
  },
  async "workspace.delete"(parts, scope, args) {
    const asked = await readArguments(scope, args);
    const space = await openSpace(parts, scope, asked, "write");
    const key = await keyIn(space, scope, asked.key);
    readLabels(scope, (await parts.workspace.get(space.name, key))?.labels);
    return parts.workspace.delete(space.name, key);
  },
};

/** A key goes wherever notes are listed, and to the trail: no value stands in it either. */
async function readArguments(scope: CallScope, args: unknown): Promise<Given> {
  const parsed = given.safeParse(args);
  if (parsed.success) {
    const key = String(await protectValue(scope, parsed.data.key));
    return { ...parsed.data, key };
  }
  const [issue] = parsed.error.issues;
  throw wrong(`The workspace was asked wrongly: ${issue?.path.join(".")} ${issue?.message}.`);
}

type Space = {
  name: string;
  /** Null for the session's own, whose tokens are the session's. */
  vault: SessionVault | null;
};

/** A slash in front: no principal's session has such a key. */
export function sharedSpace(name: string): string {
  return `/shared/${name}`;
}

async function openSpace(
  { protector, trail }: WorkspaceParts,
  scope: CallScope,
  { shared, key }: Given,
  access: "read" | "write",
): Promise<Space> {
  if (shared === undefined) return { name: scope.session.key, vault: null };
  const { principal, policies, session, run } = scope;
  const { effect, rule, policy, reason, hint, shadow } = policies.decideWorkspace(principal, shared, access);
  const isName = /^[\w.-]{1,64}$/.test(shared);
  await trail.append({
    kind: "workspace.shared",
    principal: principal.name,
    session: session.name,
    run,
    decision: effect,
    rule,
    body: {
      name: isName ? shared : "(no workspace's name)",
      access,
      ...(/^[\w./:-]{1,128}$/.test(key) ? { key } : {}),
      reason,
      policy,
      shadow,
      labels: [...scope.labels],
    },
  });
  if (effect !== "allow") {
    const message = `Rule ${rule}: ${reason}`;
    throw new GatewayError("WORKSPACE_DENIED", message, hint ? { hint } : {});
  }
  return { name: sharedSpace(shared), vault: await protector.session(sharedSpace(shared)) };
}

/** Keys hold tokens like notes do: in a shared workspace its own, for each session that looks the session's. */
async function keyIn({ vault }: Space, scope: CallScope, key: string): Promise<string> {
  return vault === null ? key : String(await moveTokens(key, scope.vault, vault));
}

async function keysOut({ vault }: Space, scope: CallScope, keys: string[]): Promise<string[]> {
  if (vault === null) return keys;
  const moved = (await moveTokens(keys, vault, scope.vault)) as string[];
  refuseBlocked(scope, moved);
  return moved;
}

type ReadNote = { kind: Note["kind"]; value: JsonValue };

async function readNote(parts: WorkspaceParts, scope: CallScope, asked: Given): Promise<ReadNote | null> {
  const space = await openSpace(parts, scope, asked, "read");
  const note = await parts.workspace.get(space.name, await keyIn(space, scope, asked.key));
  if (!note) return null;
  readLabels(scope, note.labels);
  const kept = note.kind === "file" ? note.text : (JSON.parse(note.text) as JsonValue);
  if (space.vault === null) return { kind: note.kind, value: kept };
  const moved = await moveTokens(kept, space.vault, scope.vault);
  refuseBlocked(scope, moved);
  return { kind: note.kind, value: moved };
}

async function writeNote(
  parts: WorkspaceParts,
  scope: CallScope,
  asked: Given,
  { kind, value }: ReadNote,
): Promise<void> {
  const space = await openSpace(parts, scope, asked, "write");
  const kept = space.vault === null ? value : await moveTokens(value, scope.vault, space.vault);
  const text = kind === "file" ? String(kept) : JSON.stringify(kept);
  await parts.workspace.set(space.name, await keyIn(space, scope, asked.key), {
    kind,
    text,
    labels: [...scope.labels],
  });
}

/** What a run reads from a workspace taints it like the tool that the note came from. */
function readLabels({ labels }: CallScope, read: readonly string[] = []): void {
  for (const label of read) labels.add(label);
}

async function protectValue({ vault, policies, principal }: CallScope, value: JsonValue): Promise<JsonValue> {
  const safe = await vault.tokenize(value, { from: "agent", channel: "code" }, policies.pii(principal));
  if (!safe.blocked) return safe.value;
  throw blocked(safe.blocked.class);
}

/** Others may keep what this key must not have. */
function refuseBlocked({ vault, policies, principal }: CallScope, value: JsonValue): void {
  const { actions } = policies.pii(principal);
  const kept = ["block", "redact"];
  const found = vault.findTokens(value).find((use) => kept.includes(actions[use.class] ?? "tokenize"));
  if (found) throw blocked(found.class);
}

function blocked(name: string): GatewayError {
  return new GatewayError("PII_BLOCKED", `The note holds ${name} data, which policy blocks.`, {
    hint: "Keep less, or have a reviewer change the class to tokenize.",
  });
}

function wrong(message: string): GatewayError {
  return new GatewayError("BAD_ARGUMENTS", message, {
    hint: 'Call it like workspace.set("key", value) or workspace.write("notes/a.txt", "text").',
  });
}
