// A run that a command waits for. What waits for a person is said at once: nobody should sit before a silent terminal
// while a call is held.

import type { Approval } from "../../../approvals/approvals.ts";
import { GatewayError } from "../../../errors.ts";
import type { Gateway } from "../../../gateway.ts";
import type { Submission } from "../../../pipeline.ts";
import type { Run } from "../../../vocabulary.ts";
import type { Cli } from "../cli.ts";
import { terminalText } from "../present/terminal-text.ts";
import { readEvents } from "./event-stream.ts";
import { connectionLost, errorOf } from "./http-request.ts";
import type { RunWatch } from "./reach-gateway.ts";
import { withStopSignal } from "./stop-signals.ts";

/** Of a running gateway, as events: a plain request that waits for minutes would be given up by its client. */
export async function watchRun(
  url: URL,
  secret: string,
  { body, watch }: { body: unknown; watch: RunWatch },
): Promise<Run> {
  const { signal } = watch;
  for await (const { event, data } of readEvents(url, secret, { method: "POST", body, signal })) {
    if (event === "pending") watch.onPending(data as unknown as Approval);
    if (event === "error") throw errorOf(data, 500);
    if (event === "result") return data as unknown as Run;
  }
  if (signal.aborted) throw new GatewayError("CANCELLED", "The run was stopped.");
  throw connectionLost(url, null);
}

/** Of a gateway in this process. */
export function startWatched(
  runs: Gateway["runs"],
  wish: Omit<Submission, "surface" | "signal">,
  { signal, onPending }: RunWatch,
): Promise<Run> {
  return runs.start({
    ...wish,
    surface: "cli",
    signal,
    onEvent: (event) => {
      if (event.kind === "pending") onPending(event.approval);
    },
  }).finished;
}

/** Ends when the user presses Ctrl-C, and when something waits for a person whom nobody can ask. */
export function watched(
  cli: Cli,
  { isRunning }: { isRunning: boolean },
  work: (watch: RunWatch) => Promise<Run>,
): Promise<Run> {
  const inVain = new AbortController();
  const onPending = (approval: Approval): void => {
    cli.stderr.write(`${pendingLines(approval, isRunning).map(terminalText).join("\n")}\n`);
    if (!isRunning) inVain.abort();
  };
  return withStopSignal((signal) => work({ signal: AbortSignal.any([signal, inVain.signal]), onPending }));
}

function pendingLines({ id, tool, claims, expiresAt }: Approval, isRunning: boolean): string[] {
  const whom = [...new Set(claims.flatMap(({ by }) => by))].join(", ");
  const what = `${tool ?? "The program"} waits for a person: ${whom}.`;
  if (!isRunning)
    return [
      `${what} Nobody can be asked, because this command runs a gateway of its own.`,
      "  Start one with `sallyport serve`, then run this again.",
    ];
  return [
    what,
    `  With a key of theirs in SALLYPORT_KEY: sallyport approvals approve ${id}, or deny, until ${expiresAt}.`,
  ];
}
