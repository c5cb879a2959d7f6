// A line on stderr that shows how far long work has come; only where a person looks at a terminal.

import type { Cli } from "../cli.ts";

export type Progress = {
  /** How much is done by now, and of how much, where that is known. */
  at(done: number, total?: number): void;
  /** Takes the line away again. */
  end(): void;
};

const REDRAW_MS = 100;
const BAR_WIDTH = 24;
const CLEAR_LINE = "\r\u001b[2K";
const SILENT: Progress = { at: () => {}, end: () => {} };

export function openProgress(
  { stderr }: Pick<Cli, "stderr">,
  label: string,
  { json = false, now = () => performance.now() }: { json?: boolean | undefined; now?: () => number } = {},
): Progress {
  if (!stderr.isTTY || json) return SILENT;
  let drawnAt = now();
  let isShown = false;
  return {
    at(done, total) {
      if (now() - drawnAt < REDRAW_MS) return;
      drawnAt = now();
      isShown = true;
      stderr.write(`${CLEAR_LINE}${label} ${describe(done, total)}`);
    },
    end() {
      if (isShown) stderr.write(CLEAR_LINE);
      isShown = false;
    },
  };
}

function describe(done: number, total: number | undefined): string {
  const count = done.toLocaleString("en-US");
  if (total === undefined || total <= 0) return count;
  const share = Math.min(1, done / total);
  const full = Math.round(share * BAR_WIDTH);
  const bar = "█".repeat(full) + "░".repeat(BAR_WIDTH - full);
  return `${bar} ${Math.floor(share * 100)} %  ${count} of ${total.toLocaleString("en-US")}`;
}

/** Counts what passes through, and takes the line away at the end, also of a failure. */
export async function* watched<T>(items: AsyncIterable<T>, progress: Progress): AsyncGenerator<T> {
  let done = 0;
  try {
    for await (const item of items) {
      yield item;
      progress.at(++done);
    }
  } finally {
    progress.end();
  }
}
