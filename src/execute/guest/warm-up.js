// Runs the prelude once in a context that is thrown away, while the snapshot is made: V8 then keeps the compiled
// code of every function that ran, and no isolate compiles it again (1 ms of 4.5 for the smallest run).

// Part of the language, but added to a context only after it was taken from the snapshot.
Error.isError ??= () => false;

const { prepare, configure, beginLink, endLink, start, deliver, fireTimer } = globalThis.__sallyport;

prepare(() => {});
configure(
  JSON.stringify([
    { server: "warm", identifiers: ["warm"], tools: [{ name: "up", identifiers: ["up", "upNow"] }] },
  ]),
  '{"list":[{"a":1}]}',
  JSON.stringify({
    toolCalls: 9,
    parallelCalls: 2,
    resultBytes: 9000,
    logBytes: 9000,
    logLines: 9,
    argumentBytes: 9000,
    timers: 9,
  }),
  1,
  false,
);
beginLink("warm");
endLink();

const { callTool, searchTools, workspace, console, setTimeout, clearTimeout, sleep, warm } = globalThis;
warm.up({ text: "t", list: [1, true, null, 2n, undefined], date: new Date(0), map: new Map([["k", 1]]) });
callTool("warm.up", { set: new Set([1]), error: new Error("e") }).catch(() => {});
warm.up();
deliver(1, 1, '{"rows":[{"a":1}]}', 2, 0, '{"code":"TOOL_FAILED","message":"m"}');
searchTools("q", { limit: 1 });
workspace.get("k");
console.log("text %s", "a", { list: [1, "b", null], map: new Map() }, new Error("e"));
clearTimeout(setTimeout(() => {}, 1));
sleep(1);
fireTimer(5);
start(async () => ({ text: "t", list: [1, { a: null }], date: new Date(0) }));
