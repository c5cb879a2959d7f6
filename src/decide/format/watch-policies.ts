// Policies that follow their folder. A new set comes into force as a whole or not at all; while the files are
// broken the last good set stays, and everybody who listens hears of it.

import { type FSWatcher, watch } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { canonicalJson, sha256Hex } from "../../text/canonical-json.ts";
import type { LoadOptions, PolicyProblem, PolicySnapshot } from "../decide.ts";
import { loadPolicyTexts } from "./load-policies.ts";
import { byPlace, type FolderRead, problemAt, readPolicyFolder } from "./read-policy-folder.ts";

export type PolicyReload =
  | { ok: true; policies: PolicySnapshot; changed: boolean }
  | { ok: false; problems: PolicyProblem[] };

export type WatchOptions = LoadOptions & {
  /** The set that holds until the files say something else. */
  initial: PolicySnapshot;
  /** Awaited before a new set comes into force, to put it on record; when it fails the old set stays. */
  beforeChange?: (next: PolicySnapshot) => Promise<void>;
  /** Events within this time count as one; files must then stay the same for as long again. */
  settleMs?: number;
  /** Looks at the folder this often even without events: network drives and containers send none. */
  pollMs?: number;
};

export type PolicyWatch = {
  current(): PolicySnapshot;
  /** Why the files are not in force; null while they are. */
  lastError(): PolicyProblem[] | null;
  /** Loads now, as an operator asks for it. */
  reload(): Promise<PolicyReload>;
  /** Called after every change: a new set in force, or new problems. */
  onChange(listener: (reload: PolicyReload) => void): void;
  close(): Promise<void>;
};

const SETTLE_MS = 150;
const POLL_MS = 5000;
const MOST_ROUNDS = 20;

export function watchPolicies(folder: string, options: WatchOptions): PolicyWatch {
  const { settleMs = SETTLE_MS, pollMs = POLL_MS } = options;
  const state: State = { current: options.initial, error: null, seen: null, listeners: [] };
  let queue: Promise<unknown> = Promise.resolve();
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = queue.then(work);
    queue = next.catch(() => {});
    return next;
  };
  const check = () =>
    inTurn(async () => follow(folder, options, { state, settleMs, signal: closing.signal }));
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void check().catch(() => {}), settleMs).unref();
  };
  const watcher = openWatcher(folder, soon);
  const poll = setInterval(() => void check().catch(() => {}), pollMs).unref();
  // What changed between loading the initial set and watching is found by the first look.
  soon();
  return {
    current: () => state.current,
    lastError: () => state.error,
    reload: () => inTurn(async () => takeOver(await readPolicyFolder(folder), options, state)),
    onChange: (listener) => void state.listeners.push(listener),
    async close() {
      closing.abort();
      watcher?.close();
      clearTimeout(timer);
      clearInterval(poll);
      await queue;
    },
  };
}

type State = {
  current: PolicySnapshot;
  error: PolicyProblem[] | null;
  /** Fingerprint of the texts that were last loaded or refused. */
  seen: string | null;
  listeners: ((reload: PolicyReload) => void)[];
};

/** A folder that does not exist or cannot be watched is still polled. */
function openWatcher(folder: string, onEvent: () => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, onEvent);
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return null;
  }
}

// A half-written file may be valid and lack the deny at its end, so texts must be the same twice before they count.
async function follow(
  folder: string,
  options: WatchOptions,
  { state, settleMs, signal }: { state: State; settleMs: number; signal: AbortSignal },
): Promise<void> {
  if (signal.aborted) return;
  let read = await readPolicyFolder(folder);
  if (fingerprint(read) === state.seen) return;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    // A folder that is closed meanwhile ends the wait: nothing else keeps a process alive until then.
    const isOver = await wait(settleMs, false, { ref: false, signal }).catch(() => true);
    if (isOver) return;
    const again = await readPolicyFolder(folder);
    const isSettled = fingerprint(again) === fingerprint(read);
    read = again;
    if (isSettled) break;
  }
  if (fingerprint(read) !== state.seen) await takeOver(read, options, state);
}

async function takeOver(read: FolderRead, options: WatchOptions, state: State): Promise<PolicyReload> {
  const loaded = read.ok ? loadPolicyTexts(read.texts.policies, options) : read;
  if (!loaded.ok) return refuse(fingerprint(read), loaded.problems, state);
  const changed = loaded.policies.sha256 !== state.current.sha256;
  try {
    if (changed) await options.beforeChange?.(loaded.policies);
  } catch {
    // Not remembered as seen: the next look tries again.
    return refuse(
      null,
      [problemAt(loaded.policies.files[0]?.path ?? "", "the new policies could not be put on record")],
      state,
    );
  }
  const isMended = state.error !== null;
  if (changed) state.current = loaded.policies;
  state.error = null;
  state.seen = fingerprint(read);
  const reload: PolicyReload = { ok: true, policies: state.current, changed };
  if (changed || isMended) announce(reload, state);
  return reload;
}

function refuse(seen: string | null, problems: PolicyProblem[], state: State): PolicyReload {
  const reload: PolicyReload = { ok: false, problems: [...problems].sort(byPlace) };
  state.error = reload.problems;
  state.seen = seen;
  announce(reload, state);
  return reload;
}

/** A listener that throws must not keep the others from hearing. */
function announce(reload: PolicyReload, { listeners }: State): void {
  for (const listener of listeners) {
    try {
      listener(reload);
    } catch {
      // Its own affair.
    }
  }
}

function fingerprint(read: FolderRead): string {
  return sha256Hex(canonicalJson(read.ok ? read.texts.policies : read.problems));
}
