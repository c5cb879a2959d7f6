// A line per test file, every failure in full, and the closing figures. Used by `npm test`.

import { once } from "node:events";
import { relative } from "node:path";
import type { Duplex } from "node:stream";
import { spec } from "node:test/reporters";

type Event = { type: string; data: Record<string, unknown> };
type Tally = { pass: number; fail: number; skip: number };

async function* report(source: AsyncIterable<Event>): AsyncGenerator<string> {
  const files = new Map<string, Tally>();
  const failures = new spec();
  let failed = 0;
  let text = "";
  failures.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  for await (const event of source) {
    const { type, data } = event;
    if (type === "test:fail") {
      failed++;
      failures.write(event);
    }
    if ((type === "test:pass" || type === "test:fail") && isTest(data)) count(files, data, type);
    if (type !== "test:summary") continue;
    if (typeof data["file"] === "string") yield fileLine(data["file"], files.get(data["file"]));
    else {
      if (failed > 0) await finish(failures);
      yield* closing(data, text);
    }
  }
}

/** The details of failures come when the stream ends. */
async function finish(failures: Duplex): Promise<void> {
  const done = once(failures, "end");
  failures.end();
  await done;
}

function isTest({ details, file }: Event["data"]): boolean {
  return (details as { type?: string } | undefined)?.type !== "suite" && typeof file === "string";
}

function count(files: Map<string, Tally>, data: Event["data"], type: string): void {
  const tally = files.get(String(data["file"])) ?? { pass: 0, fail: 0, skip: 0 };
  if (data["skip"] !== undefined && data["skip"] !== false) tally.skip++;
  else if (type === "test:pass") tally.pass++;
  else tally.fail++;
  files.set(String(data["file"]), tally);
}

function fileLine(file: string, tally: Tally = { pass: 0, fail: 0, skip: 0 }): string {
  const skipped = tally.skip > 0 ? `, ${tally.skip} skipped` : "";
  const mark = tally.fail > 0 ? "✖" : "✔";
  const broken = tally.fail > 0 ? `, ${tally.fail} failed` : "";
  return `${mark} ${relative(process.cwd(), file)}  ${tally.pass} passed${broken}${skipped}\n`;
}

function* closing({ counts, duration_ms: ms }: Event["data"], failures: string): Generator<string> {
  if (failures) yield `\n${failures}\n`;
  const { tests, passed, failed, skipped } = counts as Record<string, number>;
  yield `\nℹ tests ${tests}\nℹ pass ${passed}\nℹ fail ${failed}\nℹ skipped ${skipped}\n`;
  yield `ℹ duration_ms ${Math.round(Number(ms))}\n`;
}

// biome-ignore lint/style/noDefaultExport: the test runner loads a reporter by its default export
export default report;
