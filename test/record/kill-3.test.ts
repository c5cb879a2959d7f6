import { test } from "node:test";
import { proveKills } from "./kill-fixture.ts";

test("of twenty kills under load none loses an acknowledged event or leaves an effect unrecorded (3 of 3)", (t) =>
  proveKills(t, 3037, 20));
