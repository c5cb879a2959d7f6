// How the demo looks in a terminal: plain where there is none, or where NO_COLOR is set.

import { styleText } from "node:util";

const WIDTH = 96;

export function title(text: string): void {
  console.log(`\n${styleText(["bold", "cyan"], text)}\n`);
}

export function step(number: number, text: string): void {
  const rule = "─".repeat(Math.max(3, WIDTH - text.length - 6));
  console.log(`\n${styleText(["bold", "cyan"], `── ${number} ${text}`)} ${styleText("dim", rule)}`);
}

export function say(text: string): void {
  console.log(`   ${text}`);
}

export function good(text: string): void {
  console.log(`   ${styleText("green", "✔")} ${text}`);
}

export function refused(text: string): void {
  console.log(`   ${styleText("red", "✖")} ${text}`);
}

export function code(text: string): void {
  for (const [index, line] of text.split("\n").entries()) {
    const number = String(index + 1).padStart(3);
    console.log(`   ${styleText("dim", `${number} │`)} ${styleText("yellow", line)}`);
  }
}

export function quiet(text: string): void {
  for (const line of text.split("\n")) console.log(styleText("dim", `   ${line}`));
}

/** Columns as wide as their widest cell; numbers stand to the right. */
export function table(rows: readonly (readonly (string | number)[])[]): void {
  const texts = rows.map((row) => row.map((cell) => (typeof cell === "number" ? count(cell) : cell)));
  const widths = (texts[0] ?? []).map((_, column) =>
    Math.max(...texts.map((row) => row[column]?.length ?? 0)),
  );
  for (const [index, row] of rows.entries()) {
    const cells = row.map((cell, column) => {
      const text = texts[index]?.[column] ?? "";
      const width = widths[column] ?? 0;
      return typeof cell === "number" ? text.padStart(width) : text.padEnd(width);
    });
    console.log(`   ${cells.join("   ")}`.trimEnd());
  }
}

export function count(value: number): string {
  return value.toLocaleString("en-US");
}

export function strong(text: string): string {
  return styleText("bold", text);
}
