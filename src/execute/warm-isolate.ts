// One isolate, closed and ready for its single run. No handle of it is reachable from the code inside.

import { setFlagsFromString } from "node:v8";
import type { Ivm, IvmContext, IvmIsolate, IvmReference, IvmSnapshot } from "./isolated-vm-addon.ts";

/** Further requests follow as flat triples (id, name, text). */
export type Post = (
  kind: number,
  id: number,
  name: string,
  text: string,
  ...more: (number | string)[]
) => void;

export type IsolateSize = { memoryMb: number; stackKb: number };

export type WarmIsolate = {
  isolate: IvmIsolate;
  context: IvmContext;
  size: IsolateSize;
  /** Set by the run that takes the isolate; what the guest posts before that is dropped. */
  receiver: { post: Post };
  entry: Record<EntryName, IvmReference>;
};

const ENTRY_NAMES = ["configure", "beginLink", "endLink", "start", "deliver", "fireTimer"] as const;
type EntryName = (typeof ENTRY_NAMES)[number];

const LEAST_MEMORY_MB = 8;
const LEAST_STACK_KB = 192;

export function warmUpIsolate(ivm: Ivm, snapshot: IvmSnapshot, size: IsolateSize): WarmIsolate {
  // Read by V8 when an isolate is made; the prelude needs some stack too.
  setFlagsFromString(`--stack-size=${Math.max(LEAST_STACK_KB, size.stackKb)}`);
  const isolate = new ivm.Isolate({
    memoryLimit: Math.max(LEAST_MEMORY_MB, size.memoryMb),
    snapshot,
    // After a failed allocation nothing in this process can be trusted to work.
    onCatastrophicError: () => process.abort(),
  });
  const context = isolate.createContextSync();
  const prelude = context.global.getSync("__sallyport", { reference: true });
  const entry = {} as Record<EntryName, IvmReference>;
  for (const name of ENTRY_NAMES) entry[name] = prelude.getSync(name, { reference: true });
  const receiver: { post: Post } = { post: () => {} };
  const callback = new ivm.Callback((...posted: Parameters<Post>) => receiver.post(...posted));
  prelude.getSync("prepare", { reference: true }).applySync(undefined, [callback]);
  return { isolate, context, size, receiver, entry };
}
