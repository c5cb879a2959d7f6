// A small shell for the commands of a page: `cd`, `export`, `NAME=value`, `&&`, `>` and quotes. `sallyport` runs in this
// process where it ends by itself, else in one of its own; what needs more of a shell gets bash.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { runCli } from "../../src/surfaces/cli/main.ts";
import { cleanEnvironment, type Ended, LAUNCHER } from "../surfaces/cli/cli-fixture.ts";
import { ROOT } from "./read-page.ts";

export type Shell = {
  cwd: string;
  env: Record<string, string>;
  /** Address and agent's key of the gateway that the page talks to. */
  gateway: { url: string; key: string } | null;
  run(command: string): Promise<Ended>;
  close(): Promise<void>;
};

const BIN = join(ROOT, "node_modules/.bin");
const ADDRESS = "127.0.0.1:8787";
const BASH_SYNTAX = /\$\(|[|;<`]/;

/** `typed`: what a person would type in where a command reads from stdin. */
export function openShell(cwd: string, typed = ""): Shell {
  const serving: ChildProcess[] = [];
  let printed = "";

  // What `npm install` and `export PATH` do for the reader; servers are found by it too.
  if (!process.env["PATH"]?.startsWith(BIN)) process.env["PATH"] = `${BIN}${delimiter}${process.env["PATH"]}`;

  const shell: Shell = {
    cwd,
    env: {},
    gateway: null,
    async run(command) {
      let ended: Ended = { code: 0, out: "", err: "" };
      for (const part of BASH_SYNTAX.test(unquoted(command)) ? [command] : command.split(" && ")) {
        ended = await runPart(fillIn(part));
        printed += `${ended.out}\n${ended.err}\n`;
        if (ended.code !== 0) break;
      }
      return ended;
    },
    async close() {
      for (const child of serving) {
        child.kill("SIGTERM");
        const [code] = child.exitCode === null ? await once(child, "close") : [child.exitCode];
        assert.equal(code, 0, "serve ends in good order");
      }
    },
  };

  /** `run_…` is the last name of that kind that was printed; address and key are those of the running gateway. */
  function fillIn(command: string): string {
    const named = command.replace(/\b([a-z]+(?:_[a-z]+)*_)…/g, (whole, prefix: string) => {
      const found = [...printed.matchAll(new RegExp(`\\b${prefix}[A-Za-z0-9_-]{8,}`, "g"))].at(-1);
      assert.ok(found, `nothing printed so far begins with ${prefix}, for ${whole}`);
      return found[0];
    });
    if (shell.gateway === null) return named;
    return named
      .replaceAll(ADDRESS, new URL(shell.gateway.url).host)
      .replaceAll("<agent key>", shell.gateway.key);
  }

  async function runPart(command: string): Promise<Ended> {
    if (BASH_SYNTAX.test(unquoted(command))) return inProcess("bash", ["-c", command]);
    const { words, file } = splitWords(command);
    const env = takeAssignments(words);
    if (words[0] === "npx") words.shift();
    const [name = "", ...args] = words;
    if (name === "cd") {
      shell.cwd = resolve(shell.cwd, args[0] ?? "");
      return { code: 0, out: "", err: "" };
    }
    if (name === "export") {
      Object.assign(shell.env, takeAssignments(args));
      return { code: 0, out: "", err: "" };
    }
    const ended = name === "sallyport" ? await sallyport(args, env) : await inProcess(name, args);
    if (file !== undefined) writeFileSync(join(shell.cwd, file), ended.out);
    return ended;
  }

  function takeAssignments(words: string[]): Record<string, string> {
    const taken: Record<string, string> = {};
    for (;;) {
      const [, name, value = ""] = /^([A-Z_]+)=(.*)$/s.exec(words[0] ?? "") ?? [];
      if (name === undefined) return taken;
      taken[name] = value.replace(/\$(\w+)/g, (_, known: string) =>
        known === "PWD" ? shell.cwd : (shell.env[known] ?? process.env[known] ?? ""),
      );
      words.shift();
    }
  }

  async function sallyport(args: string[], env: Record<string, string>): Promise<Ended> {
    if (args[0] === "serve" && !args.includes("--help")) return serve(args);
    const ended = { out: "", err: "" };
    const running = runCli(args, {
      env: { ...shell.env, ...env },
      cwd: shell.cwd,
      stdin: Readable.from([typed]),
      stdout: { write: (text) => (ended.out += text) },
      stderr: { write: (text) => (ended.err += text) },
    });
    if (args.includes("--follow")) await interrupt();
    return { code: await running, ...ended };
  }

  function inProcess(program: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
    const child = spawn(program, args, {
      cwd: shell.cwd,
      env: { ...cleanEnvironment(), ...shell.env, ...env },
    });
    const ended = collect(child);
    child.stdin.on("error", () => {});
    child.stdin.end(typed);
    return new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => resolve({ code, ...ended }));
    });
  }

  /** Stays until the page is over, and is the gateway that its other commands find. */
  async function serve(args: string[]): Promise<Ended> {
    const env = { ...cleanEnvironment(), ...shell.env, SALLYPORT_PORT: "0" };
    const child = spawn(process.execPath, [LAUNCHER, ...args], { cwd: shell.cwd, env });
    serving.push(child);
    const ended = collect(child);
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.on("data", () => {
        const [, address] = / serves (http:\S+)/.exec(ended.out) ?? [];
        if (address !== undefined) resolve(address);
      });
      child.on("close", (code) => reject(new Error(`serve ended with ${code}: ${ended.err}`)));
    });
    const key = await inProcess("cat", [".sallyport/keys/agent.key"]);
    shell.gateway = { url, key: key.out.trim() };
    return { code: 0, ...ended };
  }

  mkdirSync(cwd, { recursive: true });
  return shell;
}

function collect(child: ChildProcess): { out: string; err: string } {
  const ended = { out: "", err: "" };
  child.stdout?.on("data", (chunk) => (ended.out += chunk));
  child.stderr?.on("data", (chunk) => (ended.err += chunk));
  return ended;
}

/** What follows the trail never ends by itself. */
async function interrupt(): Promise<void> {
  while (process.listenerCount("SIGINT") === 0) await new Promise((go) => setTimeout(go, 5));
  process.emit("SIGINT");
}

const unquoted = (command: string): string => command.replace(/'[^']*'|"[^"$]*"/g, "''");

function splitWords(command: string): { words: string[]; file: string | undefined } {
  const [, left = "", file] = /^(.*?)(?: > (\S+))?$/s.exec(command) ?? [];
  const words = [...left.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ""),
  );
  return { words, file };
}
