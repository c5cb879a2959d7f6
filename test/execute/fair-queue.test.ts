import assert from "node:assert/strict";
import { test } from "node:test";
import { FairQueue } from "../../src/execute/fair-queue.ts";

/** `a1` is the first run of owner `a`. */
function queueOf(items: string[], maxWaiting = 100): FairQueue<string> {
  const queue = new FairQueue<string>(maxWaiting);
  for (const item of items) queue.add(item.charAt(0), item);
  return queue;
}

function drain(queue: FairQueue<string>): string {
  const order: string[] = [];
  for (let item = queue.next(); item !== undefined; item = queue.next()) order.push(item);
  return order.join(" ");
}

const ORDERS: [what: string, waiting: string, served: string][] = [
  ["one owner is served in its own order", "a1 a2 a3", "a1 a2 a3"],
  ["owners take turns", "a1 a2 a3 b1 b2 c1", "a1 b1 c1 a2 b2 a3"],
  ["who comes first has the first turn", "b1 a1 a2 b2", "b1 a1 b2 a2"],
  ["nobody waits", "", ""],
];

for (const [what, waiting, served] of ORDERS) {
  test(`the queue: ${what}`, () => {
    assert.equal(drain(queueOf(waiting.split(" ").filter(Boolean))), served);
  });
}

test("the first run of a newcomer waits for one turn of each other owner, not for their lines", () => {
  const queue = queueOf([...Array.from({ length: 200 }, (_, i) => `a${i}`), "b1"], 1000);
  assert.deepEqual([queue.next(), queue.next(), queue.next()], ["a0", "b1", "a1"]);
});

test("an owner whose line became empty comes back behind the others", () => {
  const queue = queueOf(["a1", "b1", "b2"]);
  assert.equal(queue.next(), "a1");
  queue.add("a", "a2");
  assert.equal(drain(queue), "b1 a2 b2");
});

const PLACES: [maxWaiting: number, perOwner: number][] = [
  [0, 0],
  [1, 1],
  [2, 1],
  [4, 3],
  [100, 75],
  [101, 75],
];

for (const [maxWaiting, perOwner] of PLACES) {
  test(`of ${maxWaiting} places one owner gets ${perOwner}, and others the rest`, () => {
    const queue = new FairQueue<number>(maxWaiting);
    let own = 0;
    while (own <= maxWaiting && queue.add("a", own)) own++;
    let others = 0;
    while (others <= maxWaiting && queue.add(`other ${others}`, others)) others++;
    assert.deepEqual([own, others, queue.size], [perOwner, maxWaiting - perOwner, maxWaiting]);
  });
}

test("a place that was given up is free again, and nobody else loses a turn", () => {
  const queue = queueOf(["a1", "a2", "b1", "c1"], 4);
  assert.equal(queue.add("d", "d1"), false);
  queue.remove("a", "a1");
  queue.remove("b", "b1");
  queue.remove("b", "b1");
  queue.remove("z", "z1");
  assert.equal(queue.size, 2);
  assert.equal(queue.add("b", "b2"), true);
  assert.equal(drain(queue), "a2 c1 b2");
});

test("an owner may be called like anything", () => {
  const queue = new FairQueue<string>(8);
  for (const owner of ["__proto__", "constructor", ""]) assert.equal(queue.add(owner, owner), true);
  assert.deepEqual([queue.next(), queue.next(), queue.next()], ["__proto__", "constructor", ""]);
});
