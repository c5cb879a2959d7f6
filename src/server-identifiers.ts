// The identifiers that stand for a server in code. Analysis, catalog and sandbox must agree on them.

/** `google-drive` is no identifier: `google_drive` and `googleDrive` stand for it. */
export function serverIdentifiers(server: string): string[] {
  const snake = server.replace(/[^A-Za-z0-9_$]/g, "_");
  const camel = server.replace(/[^A-Za-z0-9$]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return [...new Set([snake, camel].map((name) => (/^[0-9]/.test(name) ? `_${name}` : name)))];
}
