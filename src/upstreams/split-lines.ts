// A byte stream as lines, with a bound: a line that is too long is counted and dropped, never kept.

const NEWLINE = 0x0a;

/** How much of the start and the end of a dropped line is kept, enough to find a JSON-RPC id. */
const EDGE_BYTES = 256;

export type LineSink = {
  line(text: string): void;
  oversize(head: string, tail: string, bytes: number): void;
};

/** Returns the function to feed chunks into. Time is linear in the bytes: every chunk is searched and copied once. */
export function splitLines(maxLineBytes: number, sink: LineSink): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let bytes = 0;
  let head = "";
  let tail = Buffer.alloc(0);

  const take = (part: Buffer): void => {
    bytes += part.length;
    if (bytes <= maxLineBytes) {
      parts.push(part);
      return;
    }
    if (parts.length > 0) {
      const kept = Buffer.concat(parts);
      head = kept.toString("utf8", 0, EDGE_BYTES);
      tail = kept.subarray(-EDGE_BYTES);
      parts = [];
    } else if (head === "") head = part.toString("utf8", 0, EDGE_BYTES);
    tail = Buffer.concat([tail, part.subarray(-EDGE_BYTES)]).subarray(-EDGE_BYTES);
  };
  const finish = (): void => {
    if (bytes > maxLineBytes) sink.oversize(head, tail.toString("utf8"), bytes);
    else if (bytes > 0) sink.line(Buffer.concat(parts).toString("utf8"));
    parts = [];
    bytes = 0;
    head = "";
    tail = Buffer.alloc(0);
  };

  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      take(chunk.subarray(start, end));
      finish();
      start = end + 1;
    }
    if (start < chunk.length) take(chunk.subarray(start));
  };
}

/**
 * The id of the response that a dropped line was. Writers put it first (`{"jsonrpc":"2.0","id":7,`) or last
 * (`,"jsonrpc":"2.0","id":7}`); a last brace closes the message itself, so the id before it is the message's own.
 */
export function responseIdOf(head: string, tail: string): number | undefined {
  const found =
    /^\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*(\d{1,15})\s*,/.exec(head) ??
    /^\{\s*"id"\s*:\s*(\d{1,15})\s*,/.exec(head) ??
    /"id"\s*:\s*(\d{1,15})\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(tail);
  return found?.[1] === undefined ? undefined : Number(found[1]);
}
