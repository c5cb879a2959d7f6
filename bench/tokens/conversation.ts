// What a model's context holds at the end of a job, and what it reads in all: at every turn it reads everything so far.

import { countExactly } from "./count-exactly.ts";

export type Cost = {
  /** Definitions and instructions that are there from the start. */
  fixed: number;
  /** Questions to a search, and what it answered. */
  searches: number;
  /** What the model wrote: arguments or code. */
  written: number;
  /** What tools or programs answered. */
  results: number;
  turns: number;
  /** Everything once: the size of the context at the end. */
  context: number;
  /** Everything as often as it was read: what is billed without a cache. */
  readInAll: number;
};

export class Conversation {
  #cost: Cost;

  constructor(fixed: number) {
    this.#cost = { fixed, searches: 0, written: 0, results: 0, turns: 0, context: fixed, readInAll: 0 };
  }

  /** One turn: the model reads the context and writes; then the answers come in. */
  turn(kind: "search" | "work", written: string[], answers: string[]): void {
    const cost = this.#cost;
    cost.turns++;
    cost.readInAll += cost.context;
    const [asked, answered] = [sum(written), sum(answers)];
    if (kind === "search") cost.searches += asked + answered;
    else {
      cost.written += asked;
      cost.results += answered;
    }
    cost.context += asked + answered;
  }

  /** After the last turn the model reads everything once more and answers the person. */
  end(): Cost {
    const cost = { ...this.#cost, turns: this.#cost.turns + 1 };
    return { ...cost, readInAll: cost.readInAll + cost.context };
  }
}

function sum(texts: string[]): number {
  return texts.reduce((total, text) => total + countExactly(text), 0);
}
