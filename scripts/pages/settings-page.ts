import { environmentName, SETTING_NAMES, settingsSchema } from "../../src/settings.ts";

const INTRODUCTION = `# Settings

Generated from \`src/settings.ts\`; do not edit.

A setting comes from a flag of the command line (\`sallyport serve --help\` lists them), else from the environment, else
from \`sallyport.yaml\` in the working folder (or the file named by \`--config\` or \`SALLYPORT_CONFIG\`), else it has its
default. An unknown setting is an error wherever it stands, so a misspelled one is never ignored.
`;

export function settingsPage(): string {
  const rows = SETTING_NAMES.map((name) => {
    const field = settingsSchema.shape[name];
    const standard = field.safeParse(undefined);
    const shown =
      standard.success && standard.data !== undefined ? `\`${JSON.stringify(standard.data)}\`` : "";
    return `| \`${name}\` | \`${environmentName(name)}\` | ${shown} | ${field.description ?? ""} |`;
  });
  return `${INTRODUCTION}\n| in sallyport.yaml | in the environment | default | meaning |\n|---|---|---|---|\n${rows.join("\n")}\n`;
}
