// Reads the corpus: Markdown pages with one fenced block under each heading.

import { readdirSync, readFileSync } from "node:fs";

const ATTACKS = new URL("../attacks/analyze/", import.meta.url);
const BENIGN = new URL("../cases/benign/", import.meta.url);
const BLOCK = /^## (.+)\n\n(```+)ts\n([\s\S]*?)\n\2$/gm;

export type Attack = { page: string; rule: string; code: string };
export type HonestProgram = { title: string; code: string };

/** Every page whose name does not say that its programs are honest. */
export function readAttacks(): Attack[] {
  return pages()
    .filter((page) => !page.startsWith("honest"))
    .flatMap((page) =>
      blocksOf(page).flatMap(({ heading, body }) =>
        body.split(/\n{2,}/).map((code) => ({ page, rule: heading, code })),
      ),
    );
}

/** One program per block, or many short ones where the page is called look-alikes. */
export function readHonestPrograms(): HonestProgram[] {
  return pages()
    .filter((page) => page.startsWith("honest"))
    .flatMap((page) =>
      blocksOf(page).flatMap(({ heading, body }) =>
        page.includes("look-alikes")
          ? body.split(/\n{2,}/).map((code) => ({ title: `${heading}: ${code}`, code }))
          : [{ title: heading, code: body }],
      ),
    );
}

/** Programs of everyday work, for the promise that they pass. */
export function readBenignPrograms(): HonestProgram[] {
  return pages(BENIGN).flatMap((page) =>
    blocksOf(page, BENIGN).map(({ heading, body }) => ({ title: heading, code: body })),
  );
}

function pages(folder = ATTACKS): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .sort();
}

function blocksOf(page: string, folder = ATTACKS): { heading: string; body: string }[] {
  const text = readFileSync(new URL(page, folder), "utf8");
  return [...text.matchAll(BLOCK)].map(([, heading = "", , body = ""]) => ({ heading, body }));
}
