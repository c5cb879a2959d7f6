import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { GatewayError } from "../../errors.ts";
import type { HttpApp } from "./app.ts";

export type Listening = {
  /** The address under which this machine reaches the gateway. */
  url: string;
  port: number;
  /** Takes no more connections; requests under way may end within the grace time, then they are cut. */
  close(graceMs?: number): Promise<void>;
};

const GRACE_MS = 5000;

/** Starts to serve the app. Port 0 picks a free port; the answer names the real one. */
export async function listen(
  app: Pick<HttpApp, "fetch">,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  const server = createAdaptorServer({ fetch: (request) => app.fetch(request), hostname: host }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)));
    server.listen(port, host, resolve);
  });
  const real = (server.address() as AddressInfo).port;
  return {
    url: `http://${reachableName(host)}:${real}`,
    port: real,
    close: (graceMs = GRACE_MS) => closeServer(server, graceMs),
  };
}

function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    // A connection that answers its last request is kept alive by the client and becomes idle only then.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(idle);
      resolve();
    });
  });
}

/** A wildcard address is no place to connect to, and an IPv6 address stands in brackets. */
function reachableName(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

function cannotListen(cause: NodeJS.ErrnoException, host: string, port: number): GatewayError {
  const [problem, hint] = describe(cause.code, host, port);
  return new GatewayError("SETTINGS_INVALID", `The gateway cannot listen on ${host}:${port}: ${problem}.`, {
    hint,
    cause,
  });
}

function describe(code: string | undefined, host: string, port: number): [problem: string, hint: string] {
  if (code === "EADDRINUSE")
    return [
      "the port is in use",
      "Stop the program that uses it, or choose another one by --port; 0 picks a free one.",
    ];
  if (code === "EACCES")
    return [
      `this user may not use port ${port}`,
      "Choose a port above 1023 by --port, or have a proxy listen there.",
    ];
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return [
      `${host} is no address of this machine`,
      "Use 127.0.0.1, or 0.0.0.0 for all addresses, by --host.",
    ];
  return [code ?? "unknown fault", "Choose another address by --host and --port."];
}
