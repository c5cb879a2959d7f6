import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after, test } from "node:test";
import { cleanEnvironment, LAUNCHER, openDesk } from "./cli-fixture.ts";

const desk = openDesk();
after(() => desk.remove());

test("with logFormat json every line of the operator's log is one object with time, level and message", async () => {
  desk.write(
    ".mcp.json",
    JSON.stringify({ mcpServers: { crm: { command: process.execPath, args: ["-e", "process.exit(1)"] } } }),
  );
  const child = spawn(process.execPath, [LAUNCHER, "serve", "--port", "0"], {
    cwd: desk.folder,
    env: { ...cleanEnvironment(), SALLYPORT_LOG_FORMAT: "json" },
  });
  let err = "";
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  await once(child, "close");
  const lines = err
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, string>);
  for (const line of lines) {
    assert.deepEqual(Object.keys(line), ["time", "level", "message"]);
    assert.match(line["time"] ?? "", /^\d{4}-\d\d-\d\dT/);
  }
  const levelOf = (message: RegExp) => lines.find((line) => message.test(line["message"] ?? ""))?.["level"];
  assert.equal(levelOf(/^The gateway has stopped/), "info");
  assert.equal(levelOf(/^crm: /), "warn");
});
