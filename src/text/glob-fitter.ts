// Patterns in which a star stands for any characters and everything else for itself. Linear in the text, whatever the pattern.

export function globFitter(pattern: string): (text: string) => boolean {
  if (!pattern.includes("*")) return (text) => text === pattern;
  const [start = "", ...rest] = pattern.split("*");
  const middle = rest.slice(0, -1);
  const end = rest.at(-1) ?? "";
  return (text) => {
    if (!text.startsWith(start)) return false;
    let from = start.length;
    for (const part of middle) {
      const found = text.indexOf(part, from);
      if (found === -1) return false;
      from = found + part.length;
    }
    return text.length - end.length >= from && text.endsWith(end);
  };
}
