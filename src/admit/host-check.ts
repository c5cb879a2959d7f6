import { GatewayError } from "../errors.ts";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

// Written out instead of using the URL parser, which repairs what it reads: it takes `0x7f.1`, `%6cocalhost` and
// `@localhost` for loopback names. No browser sends such a Host.
const NAME = String.raw`(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)`;
const HOST = new RegExp(`^${NAME}(?::\\d{1,5})?$`, "i");
const AUTHORITY = /^https?:\/\/([^/?#]*)/i;
const ORIGIN = new RegExp(`^https?://${NAME}(?::\\d{1,5})?$`, "i");

/**
 * Refuses requests that a browser was tricked into sending (DNS rebinding, cross-site): the Host must be a name
 * that the gateway serves, and an Origin, where there is one, must be such a name too.
 */
export function checkHostAndOrigin(headers: Headers, servedHosts: readonly string[], url?: string): void {
  const served = new Set([...LOOPBACK, ...servedHosts].map(asInHeader));
  if (!isServed(HOST, headers.get("host"), served)) throw hostRefused("Host header");
  // A request line may hold a whole address, and that counts more than the header.
  if (url !== undefined && !isServed(HOST, AUTHORITY.exec(url)?.[1] ?? null, served))
    throw hostRefused("request's address");
  const origin = headers.get("origin");
  if (origin !== null && !isServed(ORIGIN, origin, served)) {
    throw new GatewayError("HOST_REFUSED", "The Origin header names a site that may not call this gateway.", {
      hint: "Call from a page of the gateway's own host, or add its name to the setting allowedHosts.",
    });
  }
}

function hostRefused(place: string): GatewayError {
  return new GatewayError("HOST_REFUSED", `The ${place} names no host that this gateway serves.`, {
    hint: "Use localhost or 127.0.0.1, or add the name to the setting allowedHosts.",
  });
}

function isServed(shape: RegExp, header: string | null, served: ReadonlySet<string>): boolean {
  const name = shape.exec(header ?? "")?.[1];
  return name !== undefined && served.has(name.toLowerCase());
}

/** The address to listen on may be a bare IPv6 address; headers carry it in brackets. */
function asInHeader(host: string): string {
  const name = host.toLowerCase();
  return name.includes(":") && !name.startsWith("[") ? `[${name}]` : name;
}
