// How fast tool results are tokenized: megabytes a second over 10,000 rows, one 256 KB result, hostile strings, and
// the whole way of 10,000 contacts into an encrypted vault on disk. Times are CPU times, all threads of the process counted,
// so that other work on the machine counts less; only the disk is timed by the clock.
// Run: node bench/protect.ts [--no-peers] [--json]

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProtector, type Protector } from "../src/protect/protect.ts";
import { openSqliteStorage, type VaultStore } from "../src/storage/storage.ts";
import { DEFAULT_PII_ACTIONS, type JsonValue } from "../src/vocabulary.ts";
import type { Figure } from "./figures.ts";
import { openBench } from "./open-bench.ts";
import { median } from "./percentiles.ts";
import { measurePeers } from "./protect-peers.ts";

const ROUNDS = 11;
const GOAL_MB_PER_SECOND = 20;
const GOAL_RESULT_MS = 25;
const GOAL_CONTACTS_MS = 3000;
const FROM_CRM = { from: "upstream", tool: "crm.list", call: "call_1" } as const;
const RULES = { actions: DEFAULT_PII_ACTIONS };

/** A store that forgets at once: the detector's own speed, without a disk. */
function noStore(): VaultStore {
  const keys = new Map<string, Uint8Array>();
  return {
    sessionKey: async (session) => keys.get(session) ?? null,
    createSession: async (session, key) => void keys.set(session, key),
    load: async () => [],
    save: async () => {},
    forget: async () => {},
    wipe: async () => {},
    retiredNumbers: async () => ({}),
    touch: async () => {},
    usedAt: async () => null,
    sessions: async () => [],
    countClasses: async () => ({}),
    masterKeyId: async () => null,
    rewrap: async () => {},
    close: async () => {},
  };
}

function protectorOn(store: VaultStore): Protector {
  const masterKey = new Uint8Array(32).fill(7);
  return createProtector({ store, masterKey, maxTokensPerSession: 200_000, defaultRegion: "US" });
}

/** Tickets as a help desk returns them: ids, times, text, and one person in ten rows. */
function ticketRows(count: number, isVaried = false): JsonValue[] {
  return Array.from({ length: count }, (_, row) => ({
    id: `tkt_${(row * 7919).toString(36).padStart(8, "0")}`,
    uuid: `3f2504e0-4f89-41d3-9a0c-${(row * 104729).toString(16).padStart(12, "0")}`,
    created_at: new Date(1_700_000_000_000 + row * 61_000).toISOString(),
    updated_at: 1_700_000_000_000 + row * 61_000,
    status: row % 3 === 0 ? "open" : "closed",
    priority: row % 5,
    subject: `Order ${100_000 + row} arrived ${row % 2 === 0 ? "late" : "damaged"}`,
    body: `The parcel was left with a neighbour and the box was open. Please send a new one this week, thank you${isVaried ? ` (${row})` : ""}.`,
    tags: ["shipping", "refund", "eu-west-1"],
    price: { amount: (row % 900) + 0.99, currency: "EUR" },
    sku: `SKU-${row % 1000}-XL`,
    url: `https://shop.example.com/orders/${100_000 + row}?ref=mail`,
    ...(row % 10 === 0
      ? { customer_name: `Ann Lee ${"abcdefghij"[row % 7]}`, email: `ann.${row}@example.com` }
      : {}),
  }));
}

function contactRows(count: number): JsonValue[] {
  return Array.from({ length: count }, (_, row) => ({
    id: row,
    name: `Ann ${String.fromCharCode(65 + (row % 26))}${"abcdefghijklmnopqrstuvwxyz"[Math.floor(row / 26) % 26]}${"aeiou"[row % 5]}son`,
    email: `ann.${row}@example.com`,
    phone: `+1 415 ${200 + (row % 800)} ${String(row % 10_000).padStart(4, "0")}`,
  }));
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function timeText(text: string): Promise<number> {
  const times: number[] = [];
  const protector = protectorOn(noStore());
  for (let round = 0; round < ROUNDS; round++) {
    const vault = await protector.session(`bench/${round}`);
    const start = cpuMs();
    const { value } = await vault.tokenize(JSON.parse(text) as JsonValue, FROM_CRM, RULES);
    JSON.stringify(value);
    times.push(cpuMs() - start);
  }
  return median(times);
}

async function measureRows(small: string): Promise<Figure[]> {
  const speedOf = async (text: string): Promise<number> => text.length / 1000 / (await timeText(text));
  const large = JSON.stringify(ticketRows(10_000));
  const speed = await speedOf(large);
  bench.step();
  const varied = await speedOf(JSON.stringify(ticketRows(10_000, true)));
  bench.step();
  const smallMs = await timeText(small);
  bench.step();
  const peers = process.argv.includes("--no-peers") ? [] : await measurePeers(small, bench.detail);
  bench.step();
  const megabytes = (large.length / 1e6).toFixed(1);
  const goal = { atLeast: GOAL_MB_PER_SECOND };
  return [
    { what: `${megabytes} MB of JSON, 10,000 rows`, ours: speed, unit: "MB/s", goal },
    { what: "the same, no two texts alike", ours: varied, unit: "MB/s", goal },
    {
      what: `one result of ${Math.round(small.length / 1024)} KB`,
      ours: smallMs,
      unit: "ms",
      peers,
      goal: { atMost: GOAL_RESULT_MS },
    },
  ];
}

const HOSTILE: [string, string][] = [
  ["a", "a".repeat(100_000)],
  ["digits", "1234567890".repeat(10_000)],
  ["spaced digits", "12 34-".repeat(17_000)],
  ["@", "@".repeat(100_000)],
  ["a@a@", "a@".repeat(50_000)],
  ["a@a.", "a@a.".repeat(25_000)],
  ["dots", ".".repeat(100_000)],
  ["spaces", " ".repeat(100_000)],
  ["dashes", "-".repeat(100_000)],
  ["base64", "QWxhZGRpbjpvcGVuIHNlc2FtZQ".repeat(3_900)],
  ["brackets", "[".repeat(50_000) + "]".repeat(50_000)],
  ["nested JSON", nestedJson()],
  ["zero width", "a\u200b".repeat(50_000)],
  ["CJK", "電話王小明".repeat(20_000)],
  ["%40", "a%40".repeat(25_000)],
  ["labels", "name: ".repeat(16_000)],
  ["colons", "a:1:".repeat(25_000)],
  ["capitals", "Ann Lee ".repeat(12_500)],
  ["at words", " at a dot ".repeat(10_000)],
  ["PEM openings", "-----BEGIN PRIVATE KEY-----".repeat(3_700)],
  ["IBAN starts", "DE89 ".repeat(20_000)],
  ["lines", "\n".repeat(100_000)],
  ["table", `a,b\n${"1,2\n".repeat(25_000)}`],
  ["urls", "http://a:b".repeat(10_000)],
  ["equals", "password=".repeat(11_000)],
  ["10,000 greetings", "Dear Ann, ".repeat(10_000)],
  ["5,500 table rows", `name,email\n${"Ann,a@example.com\n".repeat(5_500)}`],
  ["particles", "Ann van der ".repeat(8_400)],
  ["Cyrillic", "а".repeat(100_000)],
  ["[at]", "[at]".repeat(25_000)],
  ["streets", "12 Main St, ".repeat(8_400)],
  ["announced ids", "dni 12345678 ".repeat(7_700)],
  ["names and titles", "Dear Ann van der Lee Dr. ".repeat(4_000)],
  ["flats", "Flat 1, Aa Bb Court, ".repeat(4_800)],
  ["questions", "? tel 1 ".repeat(12_500)],
  ["wallets", "1A1zP1eP5QGefi2DMPTfTL5SLmv7Div bc1q0x12 ".repeat(2_400)],
];

function nestedJson(): string {
  let text = '"ann@example.com"';
  while (text.length < 50_000) text = JSON.stringify(`[${text}]`);
  return text;
}

/** The slowest of them. */
async function measureHostile(): Promise<Figure> {
  const vault = await protectorOn(noStore()).session("bench/hostile");
  let slowest = { title: "", ms: 0 };
  for (const [title, text] of HOSTILE) {
    const times: number[] = [];
    for (let round = 0; round < 5; round++) {
      const start = cpuMs();
      // Refusing, as for data nested too deeply, is an answer too.
      await vault.tokenize({ note: text }, FROM_CRM, RULES).catch(() => null);
      times.push(cpuMs() - start);
    }
    const ms = median(times);
    bench.detail(`hostile: ${title.padEnd(20)}${ms.toFixed(1).padStart(8)} ms`);
    bench.step();
    if (ms > slowest.ms) slowest = { title, ms };
  }
  return {
    what: `the slowest of ${HOSTILE.length} hostile texts (${slowest.title})`,
    ours: slowest.ms,
    unit: "ms",
    goal: { atMost: GOAL_RESULT_MS },
  };
}

async function measureContacts(): Promise<Figure> {
  const folder = await mkdtemp(join(tmpdir(), "bench-protect-"));
  const storage = await openSqliteStorage(folder);
  try {
    const vault = await protectorOn(storage.vault).session("bench/contacts");
    const rows = contactRows(10_000);
    const start = performance.now();
    const { tokens } = await vault.tokenize(rows, FROM_CRM, RULES);
    return {
      what: `10,000 contacts, ${tokens.length.toLocaleString("en-US")} tokens, vault on disk`,
      ours: performance.now() - start,
      unit: "ms",
      goal: { atMost: GOAL_CONTACTS_MS },
    };
  } finally {
    bench.step();
    await storage.close();
    await rm(folder, { recursive: true });
  }
}

const bench = openBench("protect", 5 + HOSTILE.length);
const rows = await measureRows(JSON.stringify(ticketRows(495)));
await bench.report([...rows, await measureContacts(), await measureHostile()]);
