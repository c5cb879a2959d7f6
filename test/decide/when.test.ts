import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { BOT, call, load, outcome, policyText } from "./policy-fixtures.ts";

function withWhen(when: string, effect = "allow") {
  const rule = `{ id: r, match: [s.t], when: { ${when} }, effect: ${effect} }`;
  const grant = effect === "allow" ? "" : "{ id: g, match: [s.t], effect: allow }, ";
  return load(policyText(`tools: [${grant}${rule}]`));
}

suite("time of day and days", () => {
  // 2026-01-05 is a Monday; Berlin is one hour ahead of UTC in January and two in July.
  const rows: [when: string, at: string, holds: boolean][] = [
    ['hours: "08:00-18:00"', "2026-01-05T08:00:00Z", true],
    ['hours: "08:00-18:00"', "2026-01-05T17:59:59.999Z", true],
    ['hours: "08:00-18:00"', "2026-01-05T18:00:00Z", false],
    ['hours: "08:00-18:00"', "2026-01-05T07:59:59Z", false],
    ['hours: "00:00-24:00"', "2026-01-05T23:59:59Z", true],
    ['hours: "00:00-24:00"', "2026-01-05T00:00:00Z", true],
    ['hours: "22:00-06:00"', "2026-01-05T23:00:00Z", true],
    ['hours: "22:00-06:00"', "2026-01-05T05:59:00Z", true],
    ['hours: "22:00-06:00"', "2026-01-05T06:00:00Z", false],
    ['hours: "22:00-06:00"', "2026-01-05T21:59:00Z", false],
    ['hours: "08:00-18:00", time_zone: Europe/Berlin', "2026-01-05T07:00:00Z", true],
    ['hours: "08:00-18:00", time_zone: Europe/Berlin', "2026-01-05T06:59:00Z", false],
    ['hours: "08:00-18:00", time_zone: Europe/Berlin', "2026-07-06T06:00:00Z", true],
    ['hours: "08:00-18:00", time_zone: Europe/Berlin', "2026-07-06T16:00:00Z", false],
    ["days: [mon, tue]", "2026-01-05T12:00:00Z", true],
    ["days: [mon, tue]", "2026-01-07T12:00:00Z", false],
    ["days: [mon]", "2026-01-04T23:30:00Z", false],
    ["days: [mon], time_zone: Europe/Berlin", "2026-01-04T23:30:00Z", true],
    ["days: [sun], time_zone: America/New_York", "2026-01-05T04:59:00Z", true],
    ["days: [sun], time_zone: America/New_York", "2026-01-05T05:00:00Z", false],
    ['days: [sat], hours: "10:00-12:00"', "2026-01-10T11:00:00Z", true],
    ['days: [sat], hours: "10:00-12:00"', "2026-01-10T12:00:00Z", false],
    ['days: [sat], hours: "10:00-12:00"', "2026-01-09T11:00:00Z", false],
    ['hours: "23:00-01:00", time_zone: Asia/Kolkata', "2026-01-05T18:00:00Z", true],
  ];
  for (const [when, at, holds] of rows) {
    test(`{ ${when} } ${holds ? "holds" : "does not hold"} at ${at}`, () => {
      const now = new Date(at);
      assert.equal(outcome(call(withWhen(when), "s.t", {}, { now })), holds ? "allow r" : "deny no_match");
      assert.equal(outcome(call(withWhen(when, "deny"), "s.t", {}, { now })), holds ? "deny r" : "allow g");
    });
  }

  test("a tool that may be called at some hours is listed, one denied at some hours too", () => {
    assert.equal(withWhen('hours: "08:00-18:00"').mayCall(BOT, "s.t"), true);
    assert.equal(withWhen('hours: "08:00-18:00"', "deny").mayCall(BOT, "s.t"), true);
  });

  test("a refusal names the condition and not the rule's whole text", () => {
    const { hint } = call(
      withWhen('hours: "08:00-18:00"'),
      "s.t",
      {},
      { now: new Date("2026-01-05T20:00:00Z") },
    );
    assert.match(hint ?? "", /"r".*condition "hours" does not hold now/);
  });
});

suite("age of the session", () => {
  const minutes = (count: number) => count * 60_000;
  const rows: [when: string, ageMs: number | undefined, grants: boolean, denies: boolean][] = [
    ["session_age: { under: 1h }", minutes(59), true, true],
    ["session_age: { under: 1h }", minutes(60), false, false],
    ["session_age: { over: 5m }", minutes(5), true, true],
    ["session_age: { over: 5m }", minutes(4), false, false],
    ["session_age: { over: 5m, under: 1h }", minutes(30), true, true],
    ["session_age: { over: 5m, under: 1h }", 0, false, false],
    ["session_age: { under: 1h }", undefined, false, true],
    ["session_age: { over: 1s }", undefined, false, true],
  ];
  for (const [when, ageMs, grants, denies] of rows) {
    test(`{ ${when} } with ${ageMs ?? "unknown"} ms ${grants ? "grants" : "grants not"}, ${denies ? "denies" : "denies not"}`, () => {
      const more = ageMs === undefined ? {} : { sessionAgeMs: ageMs };
      assert.equal(call(withWhen(when), "s.t", {}, more).effect, grants ? "allow" : "deny");
      assert.equal(call(withWhen(when, "deny"), "s.t", {}, more).effect, denies ? "deny" : "allow");
    });
  }
});
