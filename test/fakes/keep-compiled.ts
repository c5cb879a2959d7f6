// `npm test` has one folder of compiled code for all its processes. Servers get none of the tests' variables but this
// one: loading is most of their short lives.

const { NODE_COMPILE_CACHE } = process.env;

export const KEEP_COMPILED: Record<string, string> =
  NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };

/** Entries of an `.mcp.json`; those that are only an address stay as they are. */
export function keepCompiled(servers: object): object {
  return Object.fromEntries(
    Object.entries(servers).map(([name, entry]) => [
      name,
      "command" in entry ? { ...entry, env: { ...KEEP_COMPILED, ...entry.env } } : entry,
    ]),
  );
}
