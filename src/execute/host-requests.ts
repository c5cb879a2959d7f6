// What a guest asks of the host, checked and counted again on this side: the counting inside the isolate only
// makes honest programs fail early.

import type { Executed, RunLimits } from "../vocabulary.ts";
import type { GuestVisibleError, HostPort, HostReply, HostRequest } from "./execute.ts";
import { FRAME } from "./frames.ts";
import { isTooDeep } from "./json-depth.ts";
import type { RunClock } from "./run-clock.ts";

const MAX_SERVICE_REQUESTS = 1000;
const MAX_TOOL_NAME_CHARS = 300;
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;
/** `area.name`, as the prelude writes it. */
const SERVICE_NAME = /^[a-z]{1,30}\.[A-Za-z0-9]{1,30}$/;

type Send = (kind: number, id: number, text: string) => void;

export class HostRequests {
  /** Failures that this run has been told of; an uncaught error keeps its code only by this table. */
  readonly issued = new Map<number, GuestVisibleError>();
  readonly #controllers = new Map<number, AbortController>();
  readonly #limits: RunLimits;
  readonly #port: HostPort;
  readonly #clock: RunClock;
  readonly #send: Send;
  #lastId = 0;
  #toolCalls = 0;
  #services = 0;
  #closed = false;

  constructor(limits: RunLimits, port: HostPort, clock: RunClock, send: Send) {
    this.#limits = limits;
    this.#port = port;
    this.#clock = clock;
    this.#send = send;
  }

  get inFlight(): number {
    return this.#controllers.size;
  }

  /** False when the frame breaks the protocol: the prelude never does that, so the worker is not to be trusted. */
  receive(id: number, text: string): boolean {
    const request = parseRequest(text);
    if (request === undefined || id <= this.#lastId || this.inFlight >= this.#limits.parallelCalls)
      return false;
    const count = request.kind === "tool" ? ++this.#toolCalls : ++this.#services;
    if (count > (request.kind === "tool" ? this.#limits.toolCalls : MAX_SERVICE_REQUESTS)) return false;
    if (Buffer.byteLength(request.argsText) > this.#limits.argumentBytes) return false;
    if (isTooDeep(request.argsText)) return false;
    this.#lastId = id;
    void this.#answer(id, request);
    return true;
  }

  close(): void {
    this.#closed = true;
    for (const controller of this.#controllers.values()) controller.abort();
    this.#controllers.clear();
  }

  async #answer(id: number, request: HostRequest): Promise<void> {
    const controller = new AbortController();
    this.#controllers.set(id, controller);
    const reply = this.#checked(await this.#ask(request, controller.signal));
    if (this.#closed) return;
    this.#controllers.delete(id);
    if (reply.ok) return this.#send(FRAME.value, id, reply.valueText);
    this.issued.set(id, reply.error);
    this.#send(FRAME.failure, id, JSON.stringify(reply.error));
  }

  async #ask(request: HostRequest, signal: AbortSignal): Promise<HostReply> {
    try {
      return await this.#port.request(request, signal, this.#clock);
    } catch {
      return refusal("INTERNAL", "The gateway failed to handle this call.", "unknown");
    }
  }

  #checked(reply: HostReply): HostReply {
    if (!reply.ok) return reply;
    const { callResultBytes } = this.#limits;
    if (Buffer.byteLength(reply.valueText) <= callResultBytes) return reply;
    const message = `The result of this call is larger than ${callResultBytes} bytes.`;
    return refusal(
      "CALL_RESULT_LIMIT",
      message,
      "yes",
      "Ask the tool for less: a filter, a page, fewer fields.",
    );
  }
}

function refusal(
  code: GuestVisibleError["code"],
  message: string,
  executed: Executed,
  hint?: string,
): HostReply {
  return {
    ok: false,
    error: { code, message, retryable: false, executed, ...(hint === undefined ? {} : { hint }) },
  };
}

/** `kind\nname\nargsText`. Names come from guest code: anything may stand in them. */
function parseRequest(text: string): HostRequest | undefined {
  const first = text.indexOf("\n");
  const kind = text.slice(0, first);
  // Serialized JSON has no raw line break, so the last one ends the name.
  const second = text.lastIndexOf("\n");
  if (first < 0 || second <= first) return undefined;
  const name = text.slice(first + 1, second);
  const argsText = text.slice(second + 1);
  if (kind === "tool") return { kind, tool: printableName(name), argsText };
  return kind === "service" && SERVICE_NAME.test(name) ? { kind, service: name, argsText } : undefined;
}

/** A name that no tool can have becomes one that certainly has no tool. */
function printableName(name: string): string {
  return name.length > MAX_TOOL_NAME_CHARS || CONTROL_CHARACTER.test(name) ? "(unprintable)" : name;
}
