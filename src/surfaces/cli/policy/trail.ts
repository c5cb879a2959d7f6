// The trail as policy commands read it: page by page, never all of it at once.

import type { KnownPrincipals } from "../../../decide/decide.ts";
import type { LoadedSettings } from "../../../settings.ts";
import type { TrailFilter } from "../../../storage/storage.ts";
import { type JsonObject, ROLES } from "../../../vocabulary.ts";
import type { Cli } from "../cli.ts";
import { reachTrail, type TrailReading } from "../gateway/reach-gateway.ts";

const PAGE = 1000;

export type TrailRange = { since?: string; until?: string };

export async function withTrail<T>(
  cli: Cli,
  settings: LoadedSettings,
  work: (trail: TrailReading) => Promise<T>,
): Promise<T> {
  const trail = await reachTrail(cli, settings);
  try {
    return await work(trail);
  } finally {
    await trail.close();
  }
}

/** Events from the oldest to the newest. */
export async function* trailEvents(
  trail: TrailReading,
  filter: Omit<TrailFilter, "limit" | "order" | "cursor">,
): AsyncGenerator<JsonObject> {
  const { since = "", until = "~", ...others } = filter;
  let cursor: number | undefined;
  for (;;) {
    // Later pages are asked for by place alone: with a time in the question SQLite sorts the whole rest per page.
    const from = cursor === undefined ? filter : { ...others, cursor };
    const { events } = await trail.readTrail({ ...from, limit: PAGE, order: "asc" });
    for (const event of events) if (String(event["at"]) >= since && String(event["at"]) < until) yield event;
    const last = events.at(-1)?.["seq"];
    if (events.length < PAGE || typeof last !== "number") return;
    cursor = last;
  }
}

/** Role and groups of every key that the trail saw being made; the newest word counts. */
export async function readPrincipals(trail: TrailReading): Promise<KnownPrincipals> {
  const known = new Map<string, { role: (typeof ROLES)[number]; groups: string[] }>();
  for await (const { body } of trailEvents(trail, { kind: "key.created" })) {
    if (typeof body !== "object" || body === null || Array.isArray(body)) continue;
    const { name, role, groups } = body;
    const word = ROLES.find((it) => it === role);
    if (typeof name !== "string" || !word) continue;
    known.set(name, { role: word, groups: Array.isArray(groups) ? groups.map(String) : [] });
  }
  return known;
}
