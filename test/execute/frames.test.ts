import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { encodeFrame, type Frame, FrameReader, FrameWriter } from "../../src/execute/frames.ts";

const SEED = 20261118;

const plain = (frame: Frame) => ({ kind: frame.kind, id: frame.id, text: frame.payload.toString("utf8") });

const anyFrame = fc.record(
  {
    kind: fc.integer({ min: 0, max: 255 }),
    id: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    text: fc.string({ unit: "grapheme", maxLength: 80 }),
  },
  { noNullPrototype: true },
);

/** Cuts `bytes` at the given places, which may repeat: empty chunks are part of life. */
function cutAt(bytes: Buffer, places: number[]): Buffer[] {
  const at = [
    0,
    ...places.map((place) => Math.floor(place * bytes.length)).sort((a, b) => a - b),
    bytes.length,
  ];
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}

test("frames come out as they went in, wherever the stream is cut", () => {
  fc.assert(
    fc.property(
      fc.array(anyFrame, { maxLength: 12 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 }),
      (frames, places) => {
        const bytes = Buffer.concat(frames.map(({ kind, id, text }) => encodeFrame(kind, id, text)));
        const reader = new FrameReader(10_000);
        const read = cutAt(bytes, places).flatMap((chunk) => reader.push(chunk));
        assert.deepEqual(read.map(plain), frames);
      },
    ),
    { seed: SEED, numRuns: 300 },
  );
});

test("frames come out byte by byte too", () => {
  const bytes = Buffer.concat([encodeFrame(1, 7, "é😀"), encodeFrame(2, 8, ""), encodeFrame(3, 9, "x")]);
  const reader = new FrameReader(100);
  const read = [...bytes].flatMap((byte) => reader.push(Buffer.from([byte])));
  assert.deepEqual(read.map(plain), [
    { kind: 1, id: 7, text: "é😀" },
    { kind: 2, id: 8, text: "" },
    { kind: 3, id: 9, text: "x" },
  ]);
});

test("a frame of exactly the limit passes, one byte more is refused before its payload is held", () => {
  assert.equal(new FrameReader(5).push(encodeFrame(1, 1, "12345")).length, 1);
  assert.throws(() => new FrameReader(5).push(encodeFrame(1, 1, "123456")), RangeError);
  const headerOnly = encodeFrame(1, 1, "123456").subarray(0, 9);
  assert.throws(() => new FrameReader(5).push(headerOnly), RangeError);
});

test("an announced size of four gigabytes is refused by its header", () => {
  const header = Buffer.alloc(9, 0xff);
  assert.throws(() => new FrameReader(256 * 1024 * 1024).push(header), RangeError);
});

test("frames are collected until someone flushes, and flushing twice writes once", () => {
  const writes: Buffer[] = [];
  let firsts = 0;
  const writer = new FrameWriter(
    (bytes) => writes.push(bytes),
    () => firsts++,
  );
  for (let id = 0; id < 100; id++) writer.add(2, id, "v");
  assert.deepEqual([writes.length, firsts], [0, 1]);
  writer.flush();
  assert.equal(writes.length, 1);
  writer.add(2, 100, "v");
  writer.flush();
  writer.flush();
  assert.deepEqual([writes.length, firsts], [2, 2]);
  const reader = new FrameReader(10);
  assert.equal(writes.flatMap((bytes) => reader.push(bytes)).length, 101);
});

test("an unfinished frame survives that its buffer is used again", () => {
  const bytes = Buffer.concat([encodeFrame(2, 1, "one"), encodeFrame(2, 2, "two and more")]);
  for (let cut = 1; cut < bytes.length; cut++) {
    const reader = new FrameReader(100);
    const buffer = Buffer.alloc(64);
    const texts: string[] = [];
    for (const part of [bytes.subarray(0, cut), bytes.subarray(cut)]) {
      part.copy(buffer);
      texts.push(...reader.push(buffer.subarray(0, part.length)).map(({ payload }) => payload.toString()));
      reader.keepOwn();
      buffer.fill(0);
    }
    assert.deepEqual(texts, ["one", "two and more"], String(cut));
  }
});
