// The files in deploy/: they name what exists, and keep what they promise about rights.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { environmentName, SETTING_NAMES } from "../src/settings.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const known = new Set(SETTING_NAMES.map(environmentName));

test("deploy files set only settings that exist", () => {
  for (const file of ["Dockerfile", "compose.yaml", "sallyport.service"]) {
    const used = [...read(`deploy/${file}`).matchAll(/\b(SALLYPORT_[A-Z_]+)\s*[=:]/g)].map(
      ([, name]) => name,
    );
    assert.ok(used.length > 0, file);
    for (const name of used) assert.ok(known.has(name ?? ""), `${file}: ${name}`);
  }
});

describe("the image", () => {
  const dockerfile = read("deploy/Dockerfile");
  const stages = dockerfile.split(/^FROM /m).slice(1);

  test("is built in one stage and run in another, as a user without rights", () => {
    assert.equal(stages.length, 2);
    assert.match(stages[1] ?? "", /^USER node$/m);
    assert.doesNotMatch(stages[1] ?? "", /npm (ci|install)/);
  });

  test("copies what the build leaves behind, and checks its health without a shell", () => {
    const copied = [...dockerfile.matchAll(/^COPY --from=build (.+) \S+$/gm)].flatMap(([, paths]) =>
      paths?.split(" "),
    );
    for (const path of copied) {
      const local = (path ?? "").replace("/build/", "");
      if (local === "dist" || local === "node_modules") continue;
      assert.ok(existsSync(join(ROOT, local)), local);
    }
    assert.match(dockerfile, /^ {2}CMD \["node", "-e", "fetch\('http:\/\/127\.0\.0\.1:8787\/healthz'\)/m);
  });

  test("runs on the same Node.js as everything else", () => {
    const { dependencies } = JSON.parse(read("package.json")) as { dependencies: { node: string } };
    for (const stage of stages) assert.match(stage, new RegExp(`^node:${dependencies.node.split(".")[0]}-`));
  });
});

test("the compose file gives a read-only root, no capabilities and a port on loopback only", () => {
  const { services } = parse(read("deploy/compose.yaml")) as {
    services: Record<string, Record<string, unknown>>;
  };
  const { read_only, cap_drop, security_opt, ports, volumes } = services["sallyport"] ?? {};
  assert.equal(read_only, true);
  assert.deepEqual(cap_drop, ["ALL"]);
  assert.deepEqual(security_opt, ["no-new-privileges:true"]);
  assert.deepEqual(ports, ["127.0.0.1:8787:8787"]);
  assert.equal(
    (volumes as string[]).filter((one) => one.startsWith("../")).every((one) => one.endsWith(":ro")),
    true,
  );
});

test("the unit runs as a user of its own, in a cage that V8 can live in", () => {
  const unit = read("deploy/sallyport.service");
  for (const line of [
    "User=sallyport",
    "ProtectSystem=strict",
    "NoNewPrivileges=yes",
    "CapabilityBoundingSet=",
  ])
    assert.match(unit, new RegExp(`^${line}$`, "m"));
  assert.doesNotMatch(unit, /^MemoryDenyWriteExecute=/m);
});
