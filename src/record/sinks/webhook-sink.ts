// Events as signed HTTP requests. The receiver answers 2xx when it has kept them, and drops what it knows by `seq`.

import { createHmac } from "node:crypto";
import { presentRow } from "../ask/present-row.ts";
import type { SendEvents } from "./sink.ts";

const TIMEOUT_MS = 10_000;

export function createWebhookSink(url: string, secret: string): SendEvents {
  return async (rows, signal) => {
    const events = rows.map(presentRow);
    const body = JSON.stringify({ source: "sallyport", first: rows[0]?.seq, last: rows.at(-1)?.seq, events });
    const reply = await fetch(url, {
      method: "POST",
      // The signature is for this receiver; it is not carried on to another host.
      redirect: "error",
      headers: {
        "content-type": "application/json",
        "sallyport-signature": signBody(body, secret, new Date()),
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await reply.body?.cancel();
    if (!reply.ok) throw new Error(`the receiver answered ${reply.status}`);
  };
}

/** `t=<seconds>,v1=<hex>`: HMAC-SHA-256 over the time, a dot and the body, so that an old request is seen to be old. */
export function signBody(body: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const digest = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${digest}`;
}
