// Neighbouring events summed up. The same events always give the same text, so that a sum can be checked by making it again.

import type { JsonObject } from "../../vocabulary.ts";
import { countEvent } from "./count-event.ts";
import { type CountRows, countRow, createCountRows } from "./count-rows.ts";
import {
  addFlow,
  countFlowsOf,
  type FlowEntries,
  type FlowEntry,
  flowUsesOf,
  packFlow,
  unpackFlow,
} from "./flow-entries.ts";
import { countedBody, type SummarizedRow } from "./summarized-row.ts";
import { addTally, createTally, packTally, type Tally, unpackTally } from "./tally.ts";

/** By principal, the empty name for none; as JSON. */
export type SummaryText = { tallies: string; flows: string };
export type Tallies = Map<string, Tally>;

/** `rows` in their order. */
export function summarizeRows(rows: Iterable<SummarizedRow>): { text: SummaryText; counts: CountRows } {
  const tallies: Tallies = new Map();
  const flows: FlowEntries = new Map();
  const counts = createCountRows();
  for (const row of rows) {
    const body = countedBody(row);
    const uses = flowUsesOf(row, body);
    countEvent(row, tallyOf(tallies, row.principal ?? ""), body);
    countFlowsOf(row, uses, flows);
    countRow(counts, row, body, uses);
  }
  return { text: { tallies: packTallies(tallies), flows: packFlows(flows) }, counts };
}

/** The same for one question, without a text. */
export function tallyRows(rows: SummarizedRow[]): Tallies {
  const tallies: Tallies = new Map();
  for (const row of rows) countEvent(row, tallyOf(tallies, row.principal ?? ""), countedBody(row));
  return tallies;
}

export function flowsOfRows(rows: SummarizedRow[]): FlowEntry[] {
  const flows: FlowEntries = new Map();
  for (const row of rows) countFlowsOf(row, flowUsesOf(row, countedBody(row)), flows);
  return [...flows.values()];
}

/** `parts` in their order, without a gap between them. */
export function joinSummaries(parts: SummaryText[]): SummaryText {
  const tallies: Tallies = new Map();
  const flows: FlowEntries = new Map();
  for (const part of parts) {
    addTallies(tallies, readTallies(part.tallies));
    for (const entry of readFlows(part.flows)) addFlow(flows, entry);
  }
  return { tallies: packTallies(tallies), flows: packFlows(flows) };
}

export function addTallies(to: Tallies, later: Tallies): void {
  for (const [principal, tally] of later) addTally(tallyOf(to, principal), tally);
}

export function tallyOf(tallies: Tallies, principal: string): Tally {
  const tally = tallies.get(principal) ?? createTally();
  tallies.set(principal, tally);
  return tally;
}

export function readTallies(text: string): Tallies {
  const packed = JSON.parse(text) as Record<string, JsonObject>;
  return new Map(Object.entries(packed).map(([principal, tally]) => [principal, unpackTally(tally)]));
}

export function readFlows(text: string): FlowEntry[] {
  return (JSON.parse(text) as JsonObject[]).map(unpackFlow);
}

function packTallies(tallies: Tallies): string {
  return JSON.stringify(Object.fromEntries([...tallies].map(([name, tally]) => [name, packTally(tally)])));
}

function packFlows(flows: FlowEntries): string {
  return JSON.stringify([...flows.values()].map(packFlow));
}
