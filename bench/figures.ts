// What a benchmark answers, and the one table that all answers make.

import { textTable } from "../src/surfaces/cli/present/text-table.ts";

export type Figure = {
  what: string;
  ours: number;
  unit: string;
  /** Measured in the same run. A goal in times of a peer speaks of the first one. */
  peers?: { name: string; figure: number }[];
  goal?: Goal;
};

/** `times`: the bound is a ratio to the first peer, because absolute figures drift with the machine. */
export type Goal = ({ atMost: number } | { atLeast: number }) & { times?: true };

export type Verdict = "met" | "NOT MET" | "no peer" | "";

export type Answer = { bench: string; seconds: number } & ({ figures: Figure[] } | { failed: string });

export function judge({ ours, peers = [], goal }: Figure): { verdict: Verdict; reached?: number } {
  if (goal === undefined) return { verdict: "" };
  const [peer] = peers;
  if (goal.times && peer === undefined) return { verdict: "no peer" };
  const reached = goal.times ? ours / (peer?.figure ?? Number.NaN) : ours;
  const met = "atMost" in goal ? reached <= goal.atMost : reached >= goal.atLeast;
  return { verdict: met ? "met" : "NOT MET", reached };
}

export function tableOf(answers: Answer[]): string[] {
  const rows = answers.flatMap((answer) =>
    "failed" in answer
      ? [[answer.bench, "", "failed", answer.failed, "", ""]]
      : answer.figures.map((figure) => [answer.bench, ...cellsOf(figure)]),
  );
  return textTable(["bench", "figure", "Sallyport", "beside it, same unit", "goal", ""], rows);
}

/** The same for programs: each figure with what became of its goal. */
export function withVerdicts(answer: Answer): object {
  if ("failed" in answer) return answer;
  return {
    ...answer,
    figures: answer.figures.map((figure) => ({ ...figure, ...(figure.goal && judge(figure)) })),
  };
}

function cellsOf(figure: Figure): string[] {
  const { what, ours, unit, peers = [] } = figure;
  const beside = peers.map((peer) => `${peer.name} ${shown(peer.figure)}`).join(", ");
  return [what, `${shown(ours)} ${unit}`, beside, goalText(figure), judge(figure).verdict];
}

function goalText(figure: Figure): string {
  const { goal, unit } = figure;
  if (goal === undefined) return "";
  const [sign, bound] = "atMost" in goal ? ["≤", goal.atMost] : ["≥", goal.atLeast];
  if (!goal.times) return `${sign} ${shown(bound)} ${unit}`;
  const { reached } = judge(figure);
  return `${sign} ${shown(bound)} times${reached === undefined ? "" : `, is ${shown(reached)}`}`;
}

function shown(figure: number): string {
  if (Math.abs(figure) >= 100) return Math.round(figure).toLocaleString("en-US");
  return String(Number(figure.toPrecision(3)));
}
