// Tools that answer with links to resources: the links reach every caller whole, without anybody's data, and lead back to
// the resource where policy has a flow.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Era, openPassGateway, type PassGateway } from "./pass-fixture.ts";

const POLICY = `
policy: 1
id: links
applies_to: { agents: ["*"] }
tools:
  - { id: links, match: [chatty.links], effect: allow }
  - { id: read, match: [chatty.resources/read], effect: allow }
flows:
  - { id: back, class: [EMAIL], from: ["chatty.*"], to: ["chatty.resources/read#/uri"], effect: allow }
`;
const ANN = "ann.lee@fernhill.example";

type Block = { type: string; uri?: string; [key: string]: unknown };

let pass: PassGateway;
before(async () => {
  pass = await openPassGateway(POLICY);
});
after(() => pass.close());

function assertBlocks(blocks: unknown): string {
  const [link, embedded, text] = blocks as [Block, Block, Block];
  const [, token] = /^crm:\/\/people\/(EMAIL_\d+)$/.exec(String(link.uri)) ?? [];
  assert.ok(token, JSON.stringify(link));
  const { _meta: _dropped, ...shown } = link;
  assert.deepEqual(shown, {
    type: "resource_link",
    uri: `crm://people/${token}`,
    name: `card of ${token}`,
    title: `Card of ${token}`,
    description: `Where ${token} works`,
    mimeType: "text/plain",
    size: 4_200_000_000,
    annotations: { audience: ["assistant"], priority: 0.5, lastModified: "2026-11-19T10:00:00Z" },
  });
  assert.deepEqual(embedded["resource"], {
    uri: `crm://notes/${token}`,
    mimeType: "text/plain",
    text: `To ${token}`,
  });
  assert.equal(text["text"], "two of them");
  assert.doesNotMatch(JSON.stringify(blocks), /fernhill/);
  return String(link.uri);
}

for (const era of ["legacy", "modern"] as Era[]) {
  test(`pass to a client of the ${era} era, which reads what they name`, async () => {
    const client = await pass.connect(era, { session: `links-${era}` });
    const { content } = await client.callTool({ name: "links" });
    const uri = assertBlocks(content);
    const { contents } = await client.readResource({ uri });
    assert.match(String((contents[0] as { text?: string }).text), /^Card: EMAIL_\d+$/);
    assert.equal(contents[0]?.uri, uri, "the client knows the resource again");
    assert.equal(pass.received("read").at(-1)?.["uri"], `crm://people/${ANN}`);
    const unseen = "crm://people/eve@evil.example";
    await assert.rejects(client.readResource({ uri: unseen }), /may not go to/);
  });
}

test("are blocks of a program's call and of a direct call", async () => {
  const run = await pass.gateway.run("return chatty.links({})");
  assertBlocks(run.result);
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
  const direct = await pass.gateway.fetch("/v1/tools/chatty.links/call", init);
  assertBlocks(((await direct.json()) as { result: unknown }).result);
});

test("are structured text for a model that calls by call_tool", async () => {
  const client = await pass.connect("modern", { server: null, session: "by-call" });
  const { structuredContent } = await client.callTool({
    name: "call_tool",
    arguments: { name: "chatty.links" },
  });
  assertBlocks((structuredContent as { result: unknown }).result);
});
