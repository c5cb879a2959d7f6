// One question in SQL, asked in a process of its own: SQLite cannot be interrupted from the thread that it runs on,
// and a question that never ends must not hold up the gateway.

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { extname } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { GatewayError } from "../../errors.ts";
import type { SqlAnswer, SqlQuestion } from "../storage.ts";

/** SQLite attaches ten databases at most to the first. */
const MOST_SEGMENTS = 11;
const MOST_ANSWER_BYTES = 32 * 1024 * 1024;
const MEMORY_MB = 512;
const LOOK_MS = 50;
/** How long a process waits for the next question. */
const SPARE_MS = 300_000;

export type SqlReply = { answer: Omit<SqlAnswer, "skippedSegments"> } | { problem: string };

export type SqlAsker = {
  ask(paths: string[], question: SqlQuestion): Promise<SqlAnswer>;
  close(): void;
};

/** Starting a process takes longer than most answers: where questions come again and again, one waits for the next. */
export function createSqlAsker(keepsSpare: boolean): SqlAsker {
  let spare: Child | null = null;
  let isOpen = true;
  const idle = setTimeout(() => dropSpare(), SPARE_MS).unref();
  const dropSpare = () => {
    spare?.kill("SIGKILL");
    spare = null;
  };
  const keepSpare = () => {
    if (!keepsSpare || !isOpen || spare) return;
    const child = startProcess();
    spare = child;
    letGo(child);
    const forget = () => {
      if (spare === child) spare = null;
    };
    child.on("error", forget).on("close", forget);
    child.stdin.on("error", () => {});
    idle.refresh();
  };
  return {
    async ask(paths, question) {
      if (!/^\s*(select|with|values)\b/i.test(question.sql)) {
        throw badQuestion("A question begins with SELECT, WITH or VALUES.");
      }
      const child = spare ?? startProcess();
      spare = null;
      const reply = await askProcess(child, { paths: paths.slice(-MOST_SEGMENTS), question });
      keepSpare();
      if ("problem" in reply) throw badQuestion(reply.problem);
      return { ...reply.answer, skippedSegments: Math.max(0, paths.length - MOST_SEGMENTS) };
    },
    close() {
      isOpen = false;
      clearTimeout(idle);
      dropSpare();
    },
  };
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

function startProcess(): Child {
  const here = fileURLToPath(import.meta.url);
  const entry = fileURLToPath(new URL(`./trail-sql-process${extname(here)}`, import.meta.url));
  return spawn(process.execPath, ["--max-old-space-size=256", entry], {
    env: {},
    stdio: ["pipe", "pipe", "ignore"],
  });
}

/** A process that only waits keeps nobody from ending; it ends itself when whoever started it is gone. */
function letGo(child: Child): void {
  child.unref();
  for (const pipe of [child.stdin, child.stdout]) (pipe as unknown as Socket).unref();
}

function hold(child: Child): void {
  child.ref();
  for (const pipe of [child.stdin, child.stdout]) (pipe as unknown as Socket).ref();
}

function askProcess(child: Child, request: { paths: string[]; question: SqlQuestion }): Promise<SqlReply> {
  hold(child);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const { timeoutMs, memoryMb = MEMORY_MB } = request.question;
    const stop = (problem: string) => {
      child.kill("SIGKILL");
      resolve({ problem });
    };
    const timer = setTimeout(
      () => stop(`The question took longer than ${timeoutMs / 1000} s and was stopped.`),
      timeoutMs,
    );
    // The library is built without SQLite's own account of memory.
    const watch = setInterval(() => {
      if (residentMb(child.pid) > memoryMb) stop("The question needed more memory than it may have.");
    }, LOOK_MS);
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > MOST_ANSWER_BYTES) stop("The answer is too large.");
      else chunks.push(chunk);
    });
    child.on("error", reject);
    child.on("close", () => {
      clearTimeout(timer);
      clearInterval(watch);
      try {
        resolve(JSON.parse(Buffer.concat(chunks).toString("utf8")) as SqlReply);
      } catch {
        resolve({ problem: "The question needed more memory than it may have." });
      }
    });
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify(request));
  });
}

const PAGE_BYTES = 4096;

function residentMb(pid: number | undefined): number {
  try {
    const [, pages = "0"] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ");
    return (Number(pages) * PAGE_BYTES) / (1024 * 1024);
  } catch {
    return 0;
  }
}

function badQuestion(message: string): GatewayError {
  return new GatewayError("BAD_REQUEST", message, {
    hint: "docs/auditors-guide.md lists the views; narrow the question by time, run or tool.",
  });
}
