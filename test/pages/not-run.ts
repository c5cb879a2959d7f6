// Everything on the pages that no test runs here, each with the reason. An entry that fits nothing any more fails the
// test: what could be run since then is run.

export type NotRun = {
  /** The pages that it is about; all of them if left out. */
  page?: string;
  /** How a command begins; a command that goes on with another word is meant too. */
  command?: string;
  /** The language of a block, and how its text begins. */
  block?: { language: string; begins?: string };
  because: string;
};

const PACKED = "needs the published package; scripts/smoke-package.sh does it with the packed one";
const MINUTES = "takes minutes and is about figures; run by hand";

export const NOT_RUN: readonly NotRun[] = [
  { command: "npm install sallyport", because: PACKED },
  { command: "npm ci", because: "CI begins with it" },
  { command: "npm test", because: "it is what runs these lines" },
  { command: "npm run demo", because: "CI runs it" },
  { command: "npm run examples", because: "CI runs it" },
  { command: "npm run check", because: "CI runs it" },
  { command: "npm run conformance", because: "CI runs it" },
  { command: "npm run clients", because: "CI runs it; it needs the registry of npm" },
  { command: "npm run bench", because: MINUTES },
  { command: "npm run --silent bench", because: MINUTES },
  { command: "npm run bench:tokens", because: `${MINUTES}; it needs the registry of npm` },
  { command: "npm run soak", because: "runs for minutes on purpose" },
  {
    command: "npm run kill-test",
    because: "runs for minutes on purpose; test/gateway/kill.test.ts is the short form",
  },
  {
    command: "npm run outage-test",
    because: "runs for minutes on purpose; test/gateway/outage.test.ts is the short form",
  },
  { command: "npm run names", because: "fetches lists from the registry of npm" },
  {
    command: "npm run generate",
    because: "writes into the checkout; `npm run check` compares what it would write",
  },
  { command: "npm run sbom", because: "writes into the checkout; packing runs it" },
  {
    command: "sallyport mcp",
    because: "serves until its client leaves; the entry for Claude Desktop on docs/clients.md starts it",
  },
  { command: "claude mcp add", because: "needs Claude Code; `npm run clients` does it with its SDK" },
  {
    page: "docs/clients.md",
    block: { language: "ts" },
    because: "needs the SDKs that they are for; `npm run clients` runs both",
  },
  {
    page: "docs/rules.md",
    block: { language: "ts" },
    because:
      "the page is generated from the rules' own examples; test/analyze/rules.test.ts runs each of them",
  },
];
