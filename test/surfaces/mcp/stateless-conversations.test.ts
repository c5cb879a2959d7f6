import assert from "node:assert/strict";
import { test } from "node:test";
import type { PassedConversation } from "../../../src/pass-through.ts";
import { StatelessConversations } from "../../../src/surfaces/mcp/pass/stateless-conversations.ts";
import type { Principal } from "../../../src/vocabulary.ts";

const principal = (name: string) => ({ name, role: "agent", groups: [] }) as unknown as Principal;

function openConversations(most: number) {
  let open = 0;
  const conversations = new StatelessConversations({ now: () => 0, idleMs: 1000, most });
  const conversation = () => {
    open += 1;
    const close = async (): Promise<void> => {
      open -= 1;
    };
    return { close } as unknown as PassedConversation;
  };
  const parts = { open: conversation, createServer: () => Promise.reject(new Error("not asked")) };
  const enter = (name: string, session: string) =>
    conversations.enter(principal(name), `${name}/${session}`, parts);
  return { conversations, enter, count: () => open };
}

test("a key with streams in all its conversations opens no more of them, one by one or all at once", async () => {
  const { conversations, enter, count } = openConversations(3);
  const at = await Promise.allSettled(["a", "b", "c", "d", "e"].map((session) => enter("ann", session)));
  assert.deepEqual(
    at.map(({ status }) => status),
    ["fulfilled", "fulfilled", "fulfilled", "rejected", "rejected"],
  );
  await assert.rejects(enter("ann", "f"), { code: "BUSY" });
  await enter("ann", "a");
  await enter("bob", "a");
  assert.equal(count(), 4);
  const [first] = at;
  assert.ok(first?.status === "fulfilled");
  conversations.leave(first.value);
  conversations.leave(first.value);
  await enter("ann", "f");
  assert.equal(count(), 4);
  await conversations.close();
  assert.equal(count(), 0);
});
