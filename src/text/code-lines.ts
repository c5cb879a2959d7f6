// The lines of a program that speak of a tool, for a person who has to decide about its call.

const AROUND = 2;
const MOST_LINES = 40;

export function linesAbout(code: string, tool: string): string {
  const lines = code.split(/\r\n|[\n\r\u2028\u2029]/);
  const name = tool.slice(tool.indexOf(".") + 1);
  const words = new Set([tool, name, camelCase(name), name.replaceAll(/[^A-Za-z0-9_$]/g, "_")]);
  const wanted = new Set<number>();
  for (const [index, line] of lines.entries()) {
    if (![...words].some((word) => line.includes(word))) continue;
    for (let at = index - AROUND; at <= index + AROUND; at++) wanted.add(at);
  }
  const shown = lines.flatMap((line, index) =>
    wanted.size === 0 || wanted.has(index) ? [[index + 1, line] as const] : [],
  );
  return shown
    .slice(0, MOST_LINES)
    .map(([number, line]) => `${String(number).padStart(4)} | ${line.slice(0, 200)}`)
    .join("\n");
}

function camelCase(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9$]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
