// `${NAME}` and `${NAME:-default}` in settings text.

const REFERENCE = /\$\{([^}]*)\}/g;
const CONTENT = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s;

export type Expansion = { text: string; problems: string[] };

/** Values are inserted as they are and never expanded again, so a variable cannot name another one. */
export function expandVariables(text: string, environment: NodeJS.ProcessEnv): Expansion {
  const problems: string[] = [];
  const expanded = text.replaceAll(REFERENCE, (whole, content: string) => {
    const parts = CONTENT.exec(content);
    if (parts === null) {
      problems.push(`"${whole}" is not of the form \${NAME} or \${NAME:-default}`);
      return "";
    }
    const [, name = "", fallback] = parts;
    const value = environment[name];
    // As in a shell, ":-" also replaces an empty value.
    if (value !== undefined && (value !== "" || fallback === undefined)) return value;
    if (fallback === undefined) problems.push(`the environment variable ${name} is not set`);
    return fallback ?? "";
  });
  return { text: expanded, problems };
}
