// How often the right tool is among the first five, over questions as agents ask them.

import { readFileSync } from "node:fs";
import { type Catalog, createCatalog } from "../../src/catalog/catalog.ts";
import type { ToolDefinition } from "../../src/vocabulary.ts";

export type Quality = { name: string; questions: number; amongFive: number; first: number; missed: string[] };

const SETS = ["queries.txt", "held-out.txt"];
const LOOKED_AT = 5;

export async function measureQuality(definitions: Map<string, ToolDefinition[]>): Promise<Quality[]> {
  const catalog = await catalogOf(definitions);
  return SETS.map((name) => measureSet(catalog, name));
}

export async function catalogOf(definitions: Map<string, ToolDefinition[]>): Promise<Catalog> {
  const pins = new Map<string, string>();
  const catalog = createCatalog({
    upstreams: {
      servers: () => [...definitions.keys()].map((name) => ({ name })),
      listTools: async (server) => definitions.get(server) ?? [],
      onChange: () => {},
    },
    pins: {
      pins: async () => pins,
      async addPins(fresh) {
        for (const [id, pin] of fresh) pins.set(id, pin);
      },
    },
    log: () => {},
  });
  await catalog.load();
  return catalog;
}

function measureSet(catalog: Catalog, name: string): Quality {
  const quality: Quality = { name, questions: 0, amongFive: 0, first: 0, missed: [] };
  for (const { query, wanted } of readSet(name)) {
    const unknown = wanted.find((id) => !("found" in catalog.lookup(id)));
    if (unknown !== undefined) throw new Error(`${name}: there is no tool ${unknown}.`);
    const { tools } = catalog.search({ query, detail: "name_only", limit: LOOKED_AT }, () => true);
    const found = tools.map(({ tool }) => tool);
    quality.questions++;
    if (wanted.includes(found[0] ?? "")) quality.first++;
    if (found.some((id) => wanted.includes(id))) quality.amongFive++;
    else quality.missed.push(`${query}: ${found.join(" ")}`);
  }
  return quality;
}

function readSet(name: string): { query: string; wanted: string[] }[] {
  const text = readFileSync(new URL(`../search/${name}`, import.meta.url), "utf8");
  return text
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => {
      const [query = "", ids = ""] = line.split(" => ");
      return { query, wanted: ids.trim().split(" ") };
    });
}
