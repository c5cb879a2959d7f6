import { GatewayError } from "../errors.ts";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Refuses requests that a browser was tricked into sending (DNS rebinding, cross-site): the Host must be a name
 * that the gateway serves, and an Origin, where there is one, must be such a name too.
 */
export function checkHostAndOrigin(headers: Headers, servedHosts: readonly string[]): void {
  const served = new Set([...LOOPBACK, ...servedHosts].map((host) => host.toLowerCase()));
  const host = headers.get("host");
  if (!host || !served.has(hostnameOf(`http://${host}`))) {
    throw new GatewayError("HOST_REFUSED", "The Host header names no host that this gateway serves.", {
      hint: "Use localhost or 127.0.0.1, or add the name to the setting allowedHosts.",
    });
  }
  const origin = headers.get("origin");
  if (origin !== null && !served.has(hostnameOf(origin))) {
    throw new GatewayError("HOST_REFUSED", "The Origin header names a site that may not call this gateway.", {
      hint: "Call from a page of the gateway's own host, or add its name to the setting allowedHosts.",
    });
  }
}

/** The host's name without port, or a text that no list contains. */
function hostnameOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (
    !parsed ||
    parsed.username ||
    parsed.password ||
    parsed.pathname !== "/" ||
    parsed.search ||
    parsed.hash
  )
    return "\0";
  return parsed.hostname;
}
