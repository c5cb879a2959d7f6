// Five ways to do a job, each played to its end on real servers.

import type { ToolHit } from "../../src/catalog/catalog.ts";
import { Conversation, type Cost } from "./conversation.ts";
import { countExactly } from "./count-exactly.ts";
import type { CallTools, Job } from "./jobs.ts";
import type { Bench, Known, ShownTool } from "./open-bench.ts";

/** A client's own search loads whole definitions; five is what such searches usually return. */
const LOADED_BY_CLIENT = 5;
/** Hits for each need. */
const ASKED_OF_GATEWAY = 2;
/** The gateway keeps larger answers to itself; without it, one call brings everything. */
const ROWS_OF_GATEWAY = 500;
const ROWS_PLAINLY = 10_000;

/** Made up after those that clients publish: it stands for the client's own search. */
const CLIENT_SEARCH = {
  name: "tool_search",
  description:
    "Search for tools that are not loaded yet. Give words of what the tool should do; the definitions of the best matches are loaded and can be called in the next turn.",
  input_schema: {
    type: "object",
    properties: {
      query: { type: "string", description: "Words to search for." },
      limit: { type: "integer" },
    },
    required: ["query"],
  },
};

export const WAYS = [
  "all definitions up front",
  "client's tool search",
  "code mode, first day",
  "search + call",
  "code mode",
] as const;
export type Way = (typeof WAYS)[number];

export async function playJob(bench: Bench, way: Way, job: Job): Promise<Cost> {
  await bench.startAfresh();
  if (way === "all definitions up front")
    return callsWith(bench, job, new Conversation(tokensOf(bench.shown)));
  if (way === "client's tool search") {
    const talk = new Conversation(tokensOf(CLIENT_SEARCH));
    await searchAsClient(bench, job, talk);
    return callsWith(bench, job, talk);
  }
  const talk = new Conversation(await bench.fixedTokens());
  const known = await bench.named();
  await searchGateway(bench, job, { talk, known });
  if (way === "search + call") return callsWith(bench, job, talk, true);
  return finish(job, await runPrograms(bench, job, { talk, known }), talk);
}

type Agent = { talk: Conversation; known: Known };

/** Who was not shown what a tool answers looks first, and writes the rest when that is back. */
async function runPrograms(bench: Bench, job: Job, { talk, known }: Agent): Promise<unknown> {
  const knowsAll = job.reads.every((tool) => known.get(tool)?.hasResult);
  const programs = knowsAll ? [() => job.program] : job.looking;
  const seen: unknown[] = [];
  for (const write of programs) {
    const args = { code: write(seen) };
    const reply = await bench.ask("run_code", args);
    talk.turn("work", [JSON.stringify(args)], [reply]);
    const { result, status } = JSON.parse(reply) as { result: unknown; status: string };
    if (status !== "succeeded") throw new Error(`${job.name}: ${reply}`);
    seen.push(result);
  }
  return seen.at(-1);
}

async function callsWith(bench: Bench, job: Job, talk: Conversation, isGateway = false): Promise<Cost> {
  const call: CallTools = async (calls) => {
    const wishes = calls.map(({ tool, args }) => ({ name: tool, arguments: args }));
    const done = isGateway
      ? await inGroups(wishes, async (wish) => {
          const text = await bench.ask("call_tool", wish);
          return { text, value: (JSON.parse(text) as { result: unknown }).result };
        })
      : await inGroups(wishes, (wish) => bench.callPlainly(wish.name, wish.arguments));
    talk.turn(
      "work",
      wishes.map((wish) => JSON.stringify(wish)),
      done.map(({ text }) => text),
    );
    return done.map(({ value }) => value);
  };
  return finish(job, await job.calls(call, isGateway ? ROWS_OF_GATEWAY : ROWS_PLAINLY), talk);
}

/** Sixteen at a time, as a client with a limit would. */
async function inGroups<Wish, Done>(wishes: Wish[], work: (wish: Wish) => Promise<Done>): Promise<Done[]> {
  const done: Done[] = [];
  for (let at = 0; at < wishes.length; at += 16)
    done.push(...(await Promise.all(wishes.slice(at, at + 16).map(work))));
  return done;
}

/** The client's ranking is taken to be as good as ours: what it did not find is loaded anyway. */
async function searchAsClient(bench: Bench, job: Job, talk: Conversation): Promise<void> {
  const questions = job.searches.map(({ query }) => JSON.stringify({ query }));
  const loaded = new Map<string, ShownTool>();
  for (const { query, wanted } of job.searches) {
    const ids = [...new Set([wanted, ...(await bench.rank(query, LOADED_BY_CLIENT))])].slice(
      0,
      LOADED_BY_CLIENT,
    );
    for (const id of ids) loaded.set(id, bench.definition(id));
  }
  talk.turn("search", questions, [JSON.stringify([...loaded.values()])]);
}

/**
 * One question for all tools that are not known yet; one that is not among the hits is asked for again, on its server.
 * Where the gateway has named them all, nothing is asked.
 */
async function searchGateway(bench: Bench, job: Job, { talk, known }: Agent): Promise<void> {
  const unknown = () => job.searches.filter(({ wanted }) => !known.has(wanted));
  const needs = unknown();
  const limit = ASKED_OF_GATEWAY * needs.length;
  const query = needs.map((need) => need.query).join("; ");
  let questions: Record<string, unknown>[] = [{ query, detail: "full", limit }];
  for (let round = 0; unknown().length > 0; round++) {
    if (round > 1) throw new Error(`${job.name}: ${unknown().map(({ wanted }) => wanted)} cannot be found.`);
    const replies = await Promise.all(questions.map((args) => bench.ask("search_tools", args)));
    talk.turn(
      "search",
      questions.map((args) => JSON.stringify(args)),
      replies,
    );
    for (const { tool, types } of replies.flatMap(
      (reply) => (JSON.parse(reply) as { tools: ToolHit[] }).tools,
    )) {
      if (types !== undefined) known.set(tool, { hasResult: !types.includes("Promise<unknown>") });
    }
    questions = unknown().map(({ query: need, wanted }) => {
      const server = wanted.slice(0, wanted.indexOf("."));
      return { query: need, server, detail: "full", limit: ASKED_OF_GATEWAY + 1 };
    });
  }
}

function finish(job: Job, answer: unknown, talk: Conversation): Cost {
  if (job.isDone(answer)) return talk.end();
  throw new Error(`${job.name} ended with ${JSON.stringify(answer)?.slice(0, 200)}`);
}

function tokensOf(value: unknown): number {
  return countExactly(JSON.stringify(value));
}
