// URLs and mail addresses. A tool may read a URL with another parser than ours, so every spelling on which
// parsers are known to differ is `unsure`: user names, backslashes, white space, encoded or Unicode hosts,
// trailing dots, unusual numbers for an address.

import { isIP } from "node:net";
import { embedsIpv4 } from "./ip-address.ts";
import type { Check, Place, Purpose, Verdict } from "./matching.ts";
import { anyOf, verdictOf } from "./matching.ts";

type HostPattern = { host: string; subdomains: boolean; port: string | null };

const DEFAULT_PORTS: Record<string, string> = {
  "http:": "80",
  "https:": "443",
  "ws:": "80",
  "wss:": "443",
  "ftp:": "21",
};
const AUTHORITY = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?#]*)/;

export function hostPatternProblem(text: string): string | null {
  return readHostPattern(text)
    ? null
    : `"${text}" is no host: write "docs.x.example", "*.x.example" or "x.example:8443"`;
}

export function schemeCheck(schemes: readonly string[]): Check {
  const protocols = new Set(schemes.map((scheme) => `${scheme}:`));
  return {
    name: "scheme",
    judge(place) {
      const url = readUrl(place);
      return url ? verdictOf(protocols.has(url.protocol)) : "unsure";
    },
  };
}

/** A host without a port means the scheme's own port where it permits, and every port where it forbids. */
export function hostCheck(hosts: readonly string[], purpose: Purpose): Check {
  const patterns = hosts.map(hostPattern);
  const anyPort = purpose === "tighten";
  return {
    name: "host_in",
    judge(place) {
      const url = readUrl(place);
      if (!url || !(url.protocol in DEFAULT_PORTS) || !hasPlainHost(url, String(place.value)))
        return "unsure";
      // A token in the host may be restored to text that ends the host early: `evil.example/`.
      const host = url.hostname.toLowerCase();
      if (place.tokens.at(place.pointer).some((use) => host.includes(use.token.toLowerCase())))
        return "unsure";
      if (patterns.some((pattern) => matchesName(pattern, host) && matchesPort(pattern, url, anyPort)))
        return "yes";
      return embedsIpv4(host) ? "unsure" : "no";
    },
  };
}

export function emailDomainCheck(domains: readonly string[]): Check {
  const patterns = domains.map(hostPattern);
  return {
    name: "email_domain",
    judge({ value }) {
      if (typeof value !== "string") return "unsure";
      const parts = /^[A-Za-z0-9._+-]{1,64}@([A-Za-z0-9.-]{1,253})$/.exec(value);
      if (!parts?.[1] || parts[1].endsWith(".")) return "unsure";
      const domain = parts[1].toLowerCase();
      return anyOf(patterns.map((pattern): Verdict => verdictOf(matchesName(pattern, domain))));
    },
  };
}

function readUrl({ value }: Place): URL | null {
  if (typeof value !== "string" || /[\s\\\u0000-\u001f\u007f]/.test(value) || !AUTHORITY.test(value))
    return null;
  return URL.parse(value);
}

function hasPlainHost(url: URL, text: string): boolean {
  if (url.username !== "" || url.password !== "" || url.hostname === "" || url.hostname.endsWith("."))
    return false;
  const authority = (AUTHORITY.exec(text)?.[1] ?? "").toLowerCase();
  const ownPort = `:${DEFAULT_PORTS[url.protocol]}`;
  const written =
    url.port === "" && authority.endsWith(ownPort) ? authority.slice(0, -ownPort.length) : authority;
  return written === url.host;
}

function matchesPort(pattern: HostPattern, url: URL, anyPort: boolean): boolean {
  if (pattern.port === null && anyPort) return true;
  const ownPort = DEFAULT_PORTS[url.protocol];
  return (url.port || ownPort) === (pattern.port ?? ownPort);
}

function matchesName(pattern: HostPattern, host: string): boolean {
  return pattern.subdomains ? host.endsWith(`.${pattern.host}`) : host === pattern.host;
}

function hostPattern(text: string): HostPattern {
  const pattern = readHostPattern(text);
  if (!pattern) throw new TypeError("not a host pattern");
  return pattern;
}

function readHostPattern(text: string): HostPattern | null {
  const subdomains = text.startsWith("*.");
  const rest = subdomains ? text.slice(2) : text;
  if (!/^[^/?#@*\s\\%]+$/.test(rest)) return null;
  const url = URL.parse(`https://${rest}/`);
  if (!url || url.hostname === "" || url.hostname.endsWith(".") || url.hostname.startsWith(".")) return null;
  const isAddress = isIP(url.hostname.replace(/^\[|\]$/g, "")) !== 0;
  if (subdomains && (isAddress || !url.hostname.includes("."))) return null;
  return { host: url.hostname, subdomains, port: /:(\d+)$/.exec(rest.replace(/^\[.*\]/, ""))?.[1] ?? null };
}
