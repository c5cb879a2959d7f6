// Streams of changes in the newest revision: each resource that a client wants to watch is asked for at the server, and
// only those that policy lets through stay in the client's wish.

import { GatewayError } from "../../../errors.ts";
import type { JsonObject } from "../../../vocabulary.ts";
import type { Stateless } from "./stateless-conversations.ts";

type Listen = {
  method: "subscriptions/listen";
  params: { notifications: { resourceSubscriptions: string[] } };
};

/** Each of them is a call of its own, and all of them count as one request. */
const MOST_WATCHED = 64;

export async function watchResources(entry: Stateless, body: unknown, over: AbortSignal): Promise<unknown> {
  if (!isListen(body)) return body;
  const { notifications } = body.params;
  const asked = new Set(notifications.resourceSubscriptions);
  if (asked.size > MOST_WATCHED) throw tooMany(asked.size);
  const granted: string[] = [];
  for (const uri of asked) {
    if ((entry.watched.get(uri) ?? 0) === 0 && !(await ask(entry, "resources/subscribe", uri))) continue;
    entry.watched.set(uri, (entry.watched.get(uri) ?? 0) + 1);
    granted.push(uri);
  }
  over.addEventListener("abort", () => void release(entry, granted), { once: true });
  if (over.aborted) await release(entry, granted);
  const wanted = { ...notifications, resourceSubscriptions: granted };
  return { ...body, params: { ...body.params, notifications: wanted } };
}

function tooMany(count: number): GatewayError {
  return new GatewayError(
    "BAD_REQUEST",
    `One stream watches at most ${MOST_WATCHED} resources; ${count} were named.`,
    { hint: "Open another stream for the rest." },
  );
}

async function release(entry: Stateless, uris: string[]): Promise<void> {
  for (const uri of uris.splice(0)) {
    const left = (entry.watched.get(uri) ?? 1) - 1;
    if (left > 0) entry.watched.set(uri, left);
    else {
      entry.watched.delete(uri);
      await ask(entry, "resources/unsubscribe", uri).catch(() => {});
    }
  }
}

async function ask(
  { conversation }: Stateless,
  method: "resources/subscribe" | "resources/unsubscribe",
  uri: string,
): Promise<boolean> {
  const params: JsonObject = { uri };
  const passed = await conversation.pass({ method, params, signal: new AbortController().signal, tell() {} });
  return "result" in passed;
}

const isText = (uri: unknown): boolean => typeof uri === "string";

/** Any other is left to the protocol, which refuses it. */
function isListen(body: unknown): body is Listen {
  const { method, params } = (body ?? {}) as Partial<Listen>;
  const uris: unknown = params?.notifications?.resourceSubscriptions;
  return method === "subscriptions/listen" && Array.isArray(uris) && uris.every(isText);
}
