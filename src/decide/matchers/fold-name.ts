// Names that a reader who ignores case, width or composed letters takes for the same.

export function foldName(name: string): string {
  if (/^[\u0000-\u007f]*$/.test(name)) return name.toLowerCase();
  // Upper case first: some letters, such as the long s, meet their twin only there.
  return name.normalize("NFKC").toUpperCase().toLowerCase();
}
