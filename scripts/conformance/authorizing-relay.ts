// The suite has no way to send a key, so this stands between it and the gateway and adds one. Everything else passes
// unchanged, Host and Origin above all.

import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";

export type Relay = { url: string; close(): void };

export async function openRelay(target: URL, key: string): Promise<Relay> {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const { hostname, port } = target;
    const options = { hostname, port, method: incoming.method, path: incoming.url, headers, setHost: false };
    const upward = send(options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      outgoing.flushHeaders();
      answer.pipe(outgoing);
    });
    upward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => upward.destroy());
    incoming.pipe(upward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
