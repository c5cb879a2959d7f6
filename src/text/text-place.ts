// Where an offset stands in a text.

/** Line and column, both 1-based, counting line ends as ECMAScript does. */
export function placeOf(source: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  const ends = /\r\n|[\n\r\u2028\u2029]/g;
  for (let end = ends.exec(source); end !== null && ends.lastIndex <= offset; end = ends.exec(source)) {
    line += 1;
    lineStart = ends.lastIndex;
  }
  return { line, column: offset - lineStart + 1 };
}
