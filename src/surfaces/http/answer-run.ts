// One submission, answered as its caller asked: when it has ended, as events while it happens, or at once.

import type { Context } from "hono";
import type { Gateway } from "../../gateway.ts";
import type { Submission } from "../../pipeline.ts";
import type { Env } from "./http-env.ts";
import { streamRun } from "./stream-run.ts";

type Wish = Omit<Submission, "surface" | "signal"> & { wait?: boolean };

export async function answerRun(
  c: Context<Env>,
  gateway: Gateway,
  { wait = true, ...wish }: Wish,
): Promise<Response> {
  const request = c.get("request");
  const submission = { ...wish, request, surface: "http" as const, signal: c.req.raw.signal };
  // A run that nobody waits for outlives its request; it can still be cancelled by its id.
  if (!wait) return c.json(await gateway.runs.startInBackground(submission), 202);
  if (c.req.header("accept")?.includes("text/event-stream")) return streamRun(c, gateway, submission);
  return c.json(await gateway.runs.start(submission).finished);
}
