// Servers of older revisions ask in the middle of a call and wait; clients of the newest revision are asked by an answer
// and come back with another request. In between the call is held here.

import { randomBytes } from "node:crypto";
import { GatewayError } from "../errors.ts";
import type { Passed, Passing } from "../pass-through.ts";
import type { JsonObject } from "../vocabulary.ts";
import type { Asked } from "./server-asks.ts";

/** A person may have to answer. */
const HELD_MS = 10 * 60_000;
const MOST_HELD = 8;
const PREFIX = "held:";

type Question = { asked: Asked; answer(value: JsonObject): void };
type Reply = Passed | { questions: Record<string, Asked> };

class HeldCall {
  readonly about: string;
  readonly #controller = new AbortController();
  readonly #questions = new Map<string, Question>();
  readonly #finished: Promise<Passed>;
  #passing: Passing;
  #asked = Promise.withResolvers<void>();
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(passing: Passing, about: string, run: (passing: Passing) => Promise<Passed>) {
    this.about = about;
    this.#passing = passing;
    this.#attach(passing);
    this.#finished = run(this.#standIn()).finally(() => {
      this.#isOver = true;
      clearTimeout(this.#timer);
    });
  }

  /** The end of the call, or the questions that hold it. */
  async next(): Promise<Reply> {
    if (this.#questions.size === 0) await Promise.race([this.#finished, this.#asked.promise]);
    if (this.#isOver || this.#questions.size === 0) return this.#finished;
    this.#passing.signal.removeEventListener("abort", this.#abort);
    this.#timer = setTimeout(this.#abort, HELD_MS).unref();
    return { questions: Object.fromEntries([...this.#questions].map(([key, { asked }]) => [key, asked])) };
  }

  /** Goes on with what the client has brought; what it left out is asked again. */
  resume(passing: Passing): Promise<Reply> {
    clearTimeout(this.#timer);
    this.#attach(passing);
    for (const [key, { answer }] of [...this.#questions]) {
      const brought = passing.inputResponses?.[key];
      if (typeof brought !== "object" || brought === null || Array.isArray(brought)) continue;
      this.#questions.delete(key);
      answer(brought);
    }
    if (this.#questions.size === 0) this.#asked = Promise.withResolvers<void>();
    return this.next();
  }

  #attach(passing: Passing): void {
    this.#passing = passing;
    if (passing.signal.aborted) this.#abort();
    else passing.signal.addEventListener("abort", this.#abort, { once: true });
  }

  readonly #abort = (): void => this.#controller.abort();

  /** Whatever the call tells goes to the request that is under way now. */
  #standIn(): Passing {
    const { inputResponses: _none, requestState: _new, ...first } = this.#passing;
    return {
      ...first,
      signal: this.#controller.signal,
      tell: (told) => this.#passing.tell(told),
      ...(first.onProgress
        ? { onProgress: (progress: JsonObject) => this.#passing.onProgress?.(progress) }
        : {}),
      ask: (asked, signal) => this.#ask(asked, signal),
    };
  }

  #ask(asked: Asked, signal: AbortSignal): Promise<JsonObject> {
    // Only what this very request says its caller can do; another one of the session may have said more.
    const [kind = ""] = asked.method.split("/");
    if (!this.#passing.capabilities?.[kind]) {
      return Promise.reject(new GatewayError("TOOL_DENIED", `The client does not answer ${asked.method}.`));
    }
    const key = `question_${randomBytes(6).toString("hex")}`;
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#questions.delete(key);
        reject(new GatewayError("CANCELLED", "Nobody waits for the answer any more."));
      };
      for (const end of [signal, this.#controller.signal]) {
        if (end.aborted) return giveUp();
        end.addEventListener("abort", giveUp, { once: true });
      }
      this.#questions.set(key, { asked, answer: resolve });
      this.#asked.resolve();
    });
  }
}

export class HeldCalls {
  readonly #held = new Map<string, HeldCall>();

  /** `about` must be the same when the client comes back. `run` gets ways to the client that outlive one request. */
  async pass(passing: Passing, about: string, run: (passing: Passing) => Promise<Passed>): Promise<Passed> {
    const id = idOf(passing.requestState);
    const known = id === undefined ? undefined : this.#held.get(id);
    if (id !== undefined && known?.about !== about) throw unknownCall();
    if (id !== undefined) this.#held.delete(id);
    if (known === undefined && this.#held.size >= MOST_HELD) {
      throw new GatewayError("BUSY", `${MOST_HELD} calls of this conversation wait for answers.`);
    }
    const call = known ?? new HeldCall(passing, about, run);
    const reply = await (known ? known.resume(passing) : call.next());
    if (!("questions" in reply)) return reply;
    const next = randomBytes(16).toString("hex");
    this.#held.set(next, call);
    return {
      result: {
        resultType: "input_required",
        inputRequests: reply.questions as unknown as JsonObject,
        requestState: `${PREFIX}${next}`,
      },
    };
  }
}

function idOf(state: string | undefined): string | undefined {
  return state?.startsWith(PREFIX) ? state.slice(PREFIX.length) : undefined;
}

function unknownCall(): GatewayError {
  return new GatewayError("BAD_ARGUMENTS", "No call waits for this answer.", {
    hint: "Make the call again; what was asked is asked again.",
  });
}
