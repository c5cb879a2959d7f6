// Results that the protocol does not know: the tool ran, so the client gets its answer, as far as it can be told.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Client } from "@modelcontextprotocol/client";
import { type Era, openBefore, type PassGateway } from "./pass-fixture.ts";

const RAW = fileURLToPath(new URL("../fakes/upstream-raw-server.ts", import.meta.url));
const POLICY = `
policy: 1
id: raw
applies_to: { agents: ["*"] }
tools:
  - { id: all, match: [raw.answer-with], effect: allow }
`;
const text = (value: unknown) => ({
  type: "text",
  text: typeof value === "string" ? value : JSON.stringify(value),
});
const video = { type: "video", url: "http://127.0.0.1/film" };
const image = { type: "image", data: "no base64!", mimeType: "image/png" };
const ok = text("ok");

type Fitted = { content: unknown; structuredContent?: unknown; isError?: boolean };
const CASES: [why: string, result: object, fitted: Fitted, older?: Fitted][] = [
  ["a block of an unknown type", { content: [ok, video] }, { content: [ok, text(video)] }],
  ["an image that is none", { content: [image] }, { content: [text(image)] }],
  [
    "a link without a name",
    { content: [{ type: "resource_link", uri: "a:b" }] },
    { content: [text({ type: "resource_link", uri: "a:b" })] },
  ],
  ["text in place of blocks", { content: "plain" }, { content: [text("plain")] }],
  ["one block in place of blocks", { content: ok }, { content: [ok] }],
  ["nothing", {}, { content: [] }],
  ["null", { content: null }, { content: [] }],
  ["an error that is said with a word", { content: [ok], isError: "yes" }, { content: [ok], isError: true }],
  [
    "structured content that is a list",
    { content: [], structuredContent: [1, 2] },
    { content: [], structuredContent: [1, 2] },
    { content: [text([1, 2])] },
  ],
];

let pass: PassGateway;
before(async () => {
  pass = await openBefore({ raw: { command: process.execPath, args: [RAW] } }, POLICY);
});
after(() => pass.close());

for (const era of ["legacy", "modern"] as Era[]) {
  test(`reach a client of the ${era} era`, async () => {
    const client: Client = await pass.connect(era, { server: "raw", session: `raw-${era}` });
    for (const [why, result, newest, older = newest] of CASES) {
      const got = await client.callTool({ name: "answer-with", arguments: { result } });
      const { _meta, resultType: _kind, ...said } = got as Record<string, unknown>;
      assert.deepEqual(said, era === "legacy" ? older : newest, why);
    }
  });
}
