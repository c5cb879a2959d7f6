// One outage of the disk under a running gateway, seen from outside: what callers get, what the server behind it
// receives, what `/readyz` says, and what the trail tells afterwards.

import { setTimeout as delay } from "node:timers/promises";
import type { Fault } from "./faults.ts";
import { prepareFolder, readEffects, readKey, startGateway, stop, untilServing } from "./gateway-process.ts";
import { judge } from "./judge.ts";

type Reply = {
  status: number;
  body: { status?: string; error?: { code?: string }; [field: string]: unknown };
};

export type OutageReport = {
  /** Sentences; none when everything was as promised. */
  broken: string[];
  /** From the end of the fault until the gateway was ready by itself. */
  recoveredMs: number;
};

const READY_MS = 30_000;

export async function proveOutage(folder: string, fault: Fault): Promise<OutageReport> {
  prepareFolder(folder);
  const gateway = startGateway(folder);
  const url = await untilServing(folder, gateway);
  if (url === null) throw new Error("The gateway did not start.");
  const ask = createAsking(url, folder);
  const broken: string[] = [];
  const expect = (what: string, found: unknown, wanted: unknown) => {
    if (found !== wanted) broken.push(`${what}: ${found} instead of ${wanted}`);
  };

  expect("a run before", (await ask.run("before")).body.status, "succeeded");
  // Under way when the fault strikes: its second call must not leave.
  const underWay = ask.run("late", "await notes.slow({ ms: 3000 });");
  await untilReceived(folder, "slow");
  const mend = await fault.strike({ folder, pid: gateway.child.pid ?? 0 });
  const refused = await ask.run("during");
  expect("status of a run meanwhile", refused.status, 503);
  expect("code of a run meanwhile", refused.body.error?.code, "AUDIT_UNAVAILABLE");
  expect("/readyz meanwhile", (await ask.get("/readyz")).status, 503);
  expect("/healthz meanwhile", (await ask.get("/healthz")).status, 200);
  expect("a reading meanwhile", (await ask.get("/v1/audit/events")).status, 503);
  expect("the run under way", (await underWay).body.error?.code, "AUDIT_UNAVAILABLE");
  await mend();

  const recoveredMs = await untilReady(ask);
  expect("a run afterwards", (await ask.run("after")).body.status, "succeeded");
  await expectEndings(ask, expect);
  const resumed = (await ask.get("/v1/audit/events?kind=audit.resumed")).body["events"] as unknown[];
  expect("events that tell of the outage", resumed.length, 1);
  expect("effects", readEffects(folder).join(" "), "before after");
  await stop(gateway);
  // What the outage left open is closed by the next start.
  const next = startGateway(folder);
  await untilServing(folder, next);
  await stop(next);
  broken.push(...(await judge(folder, [])).broken);
  return { broken, recoveredMs };
}

/** The call that was under way ran, and its end could not be recorded: the trail must not say that it goes on. */
async function expectEndings(
  ask: ReturnType<typeof createAsking>,
  expect: (what: string, found: unknown, wanted: unknown) => void,
): Promise<void> {
  const statuses = async (query: string) => {
    const { events } = (await ask.get(`/v1/audit/events?${query}`)).body as unknown as {
      events: { status: string }[];
    };
    return events
      .map(({ status }) => status)
      .sort()
      .join(" ");
  };
  expect("the call under way", await statuses("kind=call.completed&tool=notes.slow"), "unknown");
  expect("runs", await statuses("kind=run.finished"), "failed succeeded succeeded");
}

function createAsking(url: string, folder: string) {
  const send = async (path: string, key: "admin" | "agent", init: RequestInit): Promise<Reply> => {
    const headers = { authorization: `Bearer ${readKey(folder, key)}`, "content-type": "application/json" };
    const response = await fetch(url + path, { ...init, headers });
    return { status: response.status, body: (await response.json()) as Reply["body"] };
  };
  return {
    get: (path: string) => send(path, "admin", {}),
    run: (effect: string, before = "") =>
      send("/v1/runs", "agent", {
        method: "POST",
        body: JSON.stringify({ code: `${before} return await notes.echo({ value: "${effect}" });` }),
      }),
  };
}

async function untilReady(ask: ReturnType<typeof createAsking>): Promise<number> {
  const mended = performance.now();
  while (performance.now() - mended < READY_MS) {
    if ((await ask.get("/readyz")).status === 200) break;
    await delay(100);
  }
  return Math.round(performance.now() - mended);
}

async function untilReceived(folder: string, tool: string): Promise<void> {
  for (let tries = 0; !readEffects(folder, tool).includes(tool) && tries < 1000; tries += 1) await delay(10);
}
