// A program from a tool call → a run → its reply.

import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Gateway } from "../../gateway.ts";
import type { Submission } from "../../pipeline.ts";
import type { RunEvent } from "../../run/guest-host.ts";
import type { Principal } from "../../vocabulary.ts";
import { chooseSession, type Exchange } from "./exchange.ts";
import { runReply } from "./tool-reply.ts";

export type Watched = Exchange & { onEvent?: (event: RunEvent) => void };
export type Submitting = { gateway: Gateway; defaultSession(principal: Principal): string };

type Wish = Pick<Submission, "code" | "context" | "timeoutMs" | "typecheck" | "session">;

export async function submitRun(
  { gateway, defaultSession }: Submitting,
  exchange: Watched,
  { session: asked, ...wish }: Wish,
): Promise<CallToolResult> {
  const { principal, signal, request, onEvent } = exchange;
  const session = chooseSession(exchange, asked, () => defaultSession(principal));
  const watch = { ...(onEvent ? { onEvent } : {}), ...(request ? { request } : {}) };
  const submission = { ...wish, principal, session, signal, surface: "mcp" as const, ...watch };
  return runReply(await gateway.runs.start(submission).finished);
}
