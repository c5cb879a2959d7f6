// Events to a syslog server: datagrams over UDP, counted octets (RFC 6587) over TCP and unix stream sockets.
// Syslog acknowledges nothing: what the network or the server drops afterwards is not sent again.

import { createSocket } from "node:dgram";
import { once } from "node:events";
import { connect } from "node:net";
import { hostname } from "node:os";
import type { SendEvents } from "./sink.ts";
import { syslogMessage } from "./syslog-message.ts";

const MOST_DATAGRAM_BYTES = 8192;
const END_MS = 5000;

export function createSyslogSink(address: URL): SendEvents {
  const place = { host: hostname(), pid: process.pid };
  const host = address.hostname.replaceAll(/^\[|\]$/g, "");
  const port = Number(address.port);
  if (address.protocol === "udp:") {
    return (rows) =>
      sendDatagrams(
        { host, port },
        rows.map((row) => syslogMessage(row, place, MOST_DATAGRAM_BYTES)),
      );
  }
  const target =
    address.protocol === "unix:" ? { path: decodeURIComponent(address.pathname) } : { host, port };
  return (rows, signal) =>
    sendStream(
      target,
      rows.map((row) => syslogMessage(row, place)),
      signal,
    );
}

async function sendDatagrams(
  { host, port }: { host: string; port: number },
  messages: Buffer[],
): Promise<void> {
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  try {
    for (const message of messages) {
      await new Promise<void>((resolve, reject) => {
        socket.send(message, port, host, (error) => (error ? reject(error) : resolve()));
      });
    }
  } finally {
    socket.close();
  }
}

/** One connection for each batch, closed in good order: only then the other side is known to have read to its end. */
async function sendStream(
  target: { path: string } | { host: string; port: number },
  messages: Buffer[],
  signal: AbortSignal,
): Promise<void> {
  const socket = connect(target);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(END_MS)]);
  const stop = () => socket.destroy(new Error("the syslog server does not take the events"));
  limit.addEventListener("abort", stop, { once: true });
  try {
    await once(socket, "connect");
    socket.resume();
    const closed = once(socket, "close");
    socket.end(Buffer.concat(messages.flatMap((message) => [Buffer.from(`${message.length} `), message])));
    await closed;
  } finally {
    limit.removeEventListener("abort", stop);
    socket.destroy();
  }
}
