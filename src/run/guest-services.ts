// What a program may ask of the gateway itself, besides tool calls: one entry per service, named as the prelude names it.

import { z } from "zod";
import { DETAILS, type ToolPage, type ToolSearch } from "../catalog/catalog.ts";
import { GatewayError } from "../errors.ts";
import type { CallScope } from "../tool-gate.ts";
import type { JsonValue } from "../vocabulary.ts";
import { callSkill, type SkillCallParts } from "./call-skill.ts";
import { answerFact, type FactParts, isFact } from "./pii-facts.ts";
import type { Workspace } from "./workspace.ts";

export type GuestServiceParts = FactParts &
  SkillCallParts & {
    workspace: Workspace;
    search(search: ToolSearch, isVisible: (tool: string) => boolean): ToolPage;
  };

/** `args` is what the program sent, read from JSON and not checked yet; the answer must fit into JSON. */
type Service = (parts: GuestServiceParts, scope: CallScope, args: unknown) => unknown;

/** Every answer goes to the program: personal data leaves a service as tokens, and what taints the run is noted in its scope. */
const SERVICES: Record<string, Service> = {
  "tools.search": ({ search }, { policies, principal }, args) =>
    search(readSearch(args), (tool) => policies.mayCall(principal, tool)),
  "skills.call": callSkill,
  "workspace.get"({ workspace }, scope, args) {
    const note = workspace.get(scope.session.key, readKey(args).key);
    readLabels(scope, note?.labels);
    return JSON.parse(note?.text ?? "null");
  },
  async "workspace.set"({ workspace }, scope, args) {
    const { key, value = null } = readKey(args);
    const text = await protectNote(scope, value as JsonValue);
    workspace.set(scope.session.key, key, { text, labels: [...scope.labels] });
    return null;
  },
  "workspace.list"({ workspace }, scope, args) {
    const { prefix } = readKey(args);
    const notes = workspace.list(scope.session.key).filter((note) => note.key.startsWith(prefix));
    for (const { labels } of notes) readLabels(scope, labels);
    return notes.map(({ key, bytes }) => ({ key, bytes }));
  },
  "workspace.delete"({ workspace }, scope, args) {
    const { key } = readKey(args);
    readLabels(scope, workspace.get(scope.session.key, key)?.labels);
    return workspace.delete(scope.session.key, key);
  },
};

export async function useService(
  parts: GuestServiceParts,
  scope: CallScope,
  { service, argsText }: { service: string; argsText: string },
): Promise<unknown> {
  const answer = Object.hasOwn(SERVICES, service) ? SERVICES[service] : undefined;
  if (answer) return answer(parts, scope, parseGuestJson(argsText));
  const fact = service.startsWith("pii.") ? service.slice(4) : "";
  if (isFact(fact)) return answerFact(parts, scope, fact, parseGuestJson(argsText));
  throw new GatewayError("BAD_ARGUMENTS", `The gateway has no service "${service}".`);
}

export function parseGuestJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new GatewayError("BAD_ARGUMENTS", "The arguments are not valid JSON.", { cause });
  }
}

const searchArguments = z.strictObject({
  query: z.string().max(500).default(""),
  detail: z.enum(DETAILS).default("with_description"),
  server: z.string().optional(),
  limit: z.number().int().min(1).max(100).default(20),
  cursor: z.string().optional(),
});

function readSearch(args: unknown): ToolSearch {
  const parsed = searchArguments.safeParse(args);
  if (!parsed.success) {
    throw new GatewayError("BAD_ARGUMENTS", `searchTools: ${parsed.error.issues[0]?.message}`, {
      hint: 'Call it like searchTools("contacts", { detail: "full", limit: 5 }).',
    });
  }
  const { server, cursor, ...search } = parsed.data;
  return {
    ...search,
    ...(server !== undefined ? { server } : {}),
    ...(cursor !== undefined ? { cursor } : {}),
  };
}

const workspaceArguments = z.object({
  key: z.string().default(""),
  prefix: z.string().default(""),
  value: z.unknown().optional(),
});

function readKey(args: unknown): z.infer<typeof workspaceArguments> {
  const parsed = workspaceArguments.safeParse(args);
  if (parsed.success) return parsed.data;
  throw new GatewayError("BAD_ARGUMENTS", "A workspace key is a string.");
}

/** What a run reads from its workspace taints it like the tool that the note came from. */
function readLabels(scope: CallScope, labels: readonly string[] = []): void {
  for (const label of labels) scope.labels.add(label);
}

async function protectNote({ vault, policies, principal }: CallScope, value: JsonValue): Promise<string> {
  const safe = await vault.tokenize(value, { from: "agent", channel: "code" }, policies.pii(principal));
  if (!safe.blocked) return JSON.stringify(safe.value);
  throw new GatewayError("PII_BLOCKED", `The note holds ${safe.blocked.class} data, which policy blocks.`, {
    hint: "Keep less, or have a reviewer change the class to tokenize.",
  });
}
