// The way of each token of a run: where its value was seen, and where it was put back.

import type { TrailRow } from "../../storage/storage.ts";
import { objectsIn, readBody, textIn } from "../../text/read-body.ts";
import type { JsonObject } from "../../vocabulary.ts";

type Place = { tool: string; pointer: string };

export type TokenStory = {
  token: string;
  class: string;
  /** True when this run saw the value first. */
  created: boolean;
  /** Tools that the value came from, or `code`, `context` and `result` for the agent's own texts. */
  sources: Place[];
  restored: (Place & { call: string; flow: string | null })[];
};

export function tellTokens(rows: TrailRow[]): TokenStory[] {
  const stories = new Map<string, TokenStory>();
  for (const row of rows) {
    const tokens = objectsIn(readBody(row), "tokens");
    for (const entry of tokens) {
      const story = storyOf(stories, entry);
      if (story) addTo(story, row, entry);
    }
  }
  return [...stories.values()];
}

function storyOf(stories: Map<string, TokenStory>, entry: JsonObject): TokenStory | null {
  const token = textIn(entry, "token");
  if (token === null) return null;
  const story = stories.get(token) ?? {
    token,
    class: textIn(entry, "class") ?? "",
    created: false,
    sources: [],
    restored: [],
  };
  stories.set(token, story);
  return story;
}

function addTo(story: TokenStory, row: TrailRow, entry: JsonObject): void {
  const pointer = textIn(entry, "pointer") ?? "";
  if (row.kind === "token.created") {
    story.created = true;
    addPlace(story.sources, { tool: row.tool ?? "code", pointer });
  }
  if (row.kind === "token.restored") {
    const flow = textIn(entry, "flow");
    story.restored.push({ tool: row.tool ?? "", call: row.call ?? "", pointer, flow });
  }
  if (row.kind === "call.decided") {
    for (const source of objectsIn(entry, "sources")) {
      addPlace(story.sources, {
        tool: textIn(source, "tool") ?? "",
        pointer: textIn(source, "pointer") ?? "",
      });
    }
  }
}

function addPlace(places: Place[], place: Place): void {
  const isKnown = places.some(({ tool, pointer }) => tool === place.tool && pointer === place.pointer);
  if (!isKnown) places.push(place);
}
