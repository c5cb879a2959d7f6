import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createMetrics } from "../../src/metrics/metrics.ts";
import { SAMPLE_EVENTS } from "../record/sample-events.ts";
import { callDecided, openSignedTrail, temporaryFolder } from "../record/trail-fixture.ts";

/** `name{labels}` → value. */
async function readPage(metrics: ReturnType<typeof createMetrics>): Promise<Map<string, number>> {
  const { text, contentType } = await metrics.page();
  assert.match(contentType, /^text\/plain; version=/);
  const lines = text.split("\n").filter((line) => line && !line.startsWith("#"));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
  );
}

test("everything that operators watch is counted from the trail's events", async (t) => {
  const metrics = createMetrics();
  let minute = 0;
  const { trail } = await openSignedTrail(t, await temporaryFolder(t), {
    ...metrics,
    clock: () => new Date(Date.UTC(2026, 2, 1, 12, minute)),
  });
  for (const events of SAMPLE_EVENTS) {
    minute += 1;
    await trail.append(...events);
  }
  await trail.append({
    kind: "approval.expired",
    run: "r",
    body: { approval: "a", digest: "d", state: "expired" },
  });
  const page = await readPage(metrics);
  const expected: Record<string, number> = {
    'sallyport_runs_total{status="succeeded",code=""}': 1,
    'sallyport_runs_total{status="failed",code="TOOL_DENIED"}': 1,
    'sallyport_runs_total{status="blocked",code=""}': 1,
    'sallyport_decisions_total{subject="call",effect="deny"}': 1,
    'sallyport_decisions_total{subject="run",effect="allow"}': 3,
    'sallyport_upstream_calls_total{server="crm",status="failed",code="TOOL_TIMEOUT"}': 1,
    'sallyport_upstream_calls_total{server="mail",status="succeeded",code=""}': 1,
    'sallyport_upstream_call_seconds_count{server="crm"}': 3,
    'sallyport_pii_tokens_total{what="created",class="EMAIL"}': 1,
    'sallyport_pii_tokens_total{what="restored",class="EMAIL"}': 2,
    'sallyport_saved_tokens_total{use="crm+mail"}': 50_000,
    'sallyport_saved_tokens_total{use="crm"}': 1000,
    sallyport_run_cpu_seconds_count: 3,
    'sallyport_tool_calls_total{mode="code"}': 4,
    'sallyport_tool_pairs_total{first="crm.get_contact",second="mail.send"}': 1,
    'sallyport_approvals_total{state="expired"}': 1,
    'sallyport_run_stage_seconds_count{stage="execute"}': 3,
    'sallyport_run_stage_seconds_count{stage="whole"}': 4,
    sallyport_audit_append_seconds_count: SAMPLE_EVENTS.length + 1,
    sallyport_audit_refused_total: 0,
  };
  for (const [name, value] of Object.entries(expected)) assert.equal(page.get(name), value, name);
  const execute = page.get('sallyport_run_stage_seconds_sum{stage="execute"}');
  assert.equal(execute, 0.09);
});

test("refused events and the state of the moment are there when somebody looks", async (t) => {
  const metrics = createMetrics();
  assert.equal((await readPage(metrics)).get("sallyport_audit_healthy"), 0, "unknown until it is watched");
  let queued = 3;
  metrics.watch(async () => ({
    workers: { alive: 4, idle: 1, queued },
    trailHealthy: true,
    policiesFresh: true,
    sinks: [{ name: "siem", seq: 5, lag: 7, problem: "ECONNREFUSED" }],
    droppedSpans: 12,
  }));
  metrics.onRefused(2);
  const first = await readPage(metrics);
  queued = 0;
  const second = await readPage(metrics);
  assert.deepEqual([first.get("sallyport_queued_runs"), second.get("sallyport_queued_runs")], [3, 0]);
  assert.equal(second.get('sallyport_workers{state="busy"}'), 3);
  assert.equal(second.get('sallyport_audit_sink_lag_events{sink="siem"}'), 7);
  assert.equal(second.get('sallyport_audit_sink_failing{sink="siem"}'), 1);
  assert.equal(second.get("sallyport_audit_refused_total"), 2);
  assert.equal(second.get("sallyport_trace_spans_dropped_total"), 12, "looked at twice, counted once");
  assert.equal(second.get("sallyport_audit_healthy"), 1);
  const { close } = await openSignedTrail(t, await temporaryFolder(t), metrics);
  await close();
});

test("two gateways in one process count apart, and runs that never end do not pile up", async () => {
  const [one, other] = [createMetrics(), createMetrics()];
  for (let turn = 0; turn < 10_500; turn += 1) {
    one.onAppended(
      [{ ...callDecided("c"), kind: "run.submitted", run: `run_${turn}`, seq: turn, at: "2026-03-01" }],
      1,
    );
  }
  assert.equal((await readPage(one)).get('sallyport_audit_events_total{kind="run.submitted"}'), 10_500);
  assert.equal((await readPage(other)).get('sallyport_audit_events_total{kind="run.submitted"}'), undefined);
});

test("every query of the dashboard names metrics and labels that are exported", async () => {
  const { text } = await createMetrics().page();
  const exported = new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", type = ""]) => [name, type]),
  );
  const path = new URL("../../docs/grafana/sallyport.json", import.meta.url);
  const { panels } = JSON.parse(readFileSync(path, "utf8")) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  assert.ok(panels.length >= 15);
  const used = new Set<string>();
  for (const { title, targets } of panels) {
    assert.ok(targets.length > 0, title);
    for (const { expr } of targets) {
      const names = [...expr.matchAll(/\b(?:sallyport|process|nodejs)_\w+/g)].map(([name]) => name);
      assert.ok(names.length > 0, `${title}: ${expr}`);
      for (const name of names) {
        const base = name.replace(/_bucket$/, "");
        used.add(base);
        assert.ok(exported.has(base), `${title} asks for ${name}`);
        if (name !== base) assert.equal(exported.get(base), "histogram", name);
      }
    }
  }
  const unshown = [...exported.keys()].filter((name) => name.startsWith("sallyport_") && !used.has(name));
  assert.deepEqual(unshown, [], "what is counted is also shown");
});
