// A type that stands in several lines of TypeScript gets a name, and the name stands there instead: shorter to read.

/** Shorter ones cost more as a name. */
const LEAST_CHARS = 40;
const MOST_NAMES = 12;

export function shareTypes(lines: readonly string[]): string[] {
  let text = lines.join("\n");
  const declarations: string[] = [];
  for (let number = 1; number <= MOST_NAMES; number++) {
    const shared = longestRepeated(text);
    if (shared === undefined) break;
    const name = freeName(text, number);
    text = text.replaceAll(shared, () => name);
    declarations.push(`type ${name}=${shared};`);
  }
  // The longest come first and may hold nothing of the later ones, which were looked for in the lines alone.
  return [...declarations, ...text.split("\n")];
}

function longestRepeated(text: string): string | undefined {
  const counts = new Map<string, number>();
  for (const type of objectTypesIn(text)) counts.set(type, (counts.get(type) ?? 0) + 1);
  const repeated = [...counts].filter(([type, count]) => count > 1 && type.length >= LEAST_CHARS);
  return repeated.map(([type]) => type).sort((a, b) => b.length - a.length || (a < b ? -1 : 1))[0];
}

/** Every `{…}` with its brackets, inner ones too. What stands in quotes opens and closes nothing. */
function objectTypesIn(text: string): string[] {
  const found: string[] = [];
  const open: number[] = [];
  for (const { 0: piece, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|'[^']*'|[{}]/g)) {
    if (piece === "{") open.push(index);
    else if (piece === "}") found.push(text.slice(open.pop() ?? index, index + 1));
  }
  return found;
}

function freeName(text: string, number: number): string {
  let name = `T${number}`;
  while (new RegExp(`\\b${name}\\b`).test(text)) name += "_";
  return name;
}
