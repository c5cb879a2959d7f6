// What a program may ask of the gateway itself, besides tool calls: one entry per service, named as the prelude names it.

import { z } from "zod";
import { DETAILS, type ToolPage, type ToolSearch } from "../catalog/catalog.ts";
import type { PolicySnapshot } from "../decide/decide.ts";
import { GatewayError } from "../errors.ts";
import type { CallScope } from "../tool-gate.ts";
import type { Principal } from "../vocabulary.ts";
import { callSkill, type SkillCallParts } from "./call-skill.ts";
import { answerFact, type FactParts, isFact } from "./pii-facts.ts";
import { WORKSPACE_SERVICES, type WorkspaceParts } from "./workspace-services.ts";

export type GuestServiceParts = FactParts &
  SkillCallParts &
  WorkspaceParts & {
    search(
      search: ToolSearch,
      asker: { principal: Principal; policies: Pick<PolicySnapshot, "mayCall"> },
    ): Promise<ToolPage>;
  };

/** `args` is what the program sent, read from JSON and not checked yet; the answer must fit into JSON. */
type Service = (parts: GuestServiceParts, scope: CallScope, args: unknown) => unknown;

/** Every answer goes to the program: personal data leaves a service as tokens, and what taints the run is noted in its scope. */
const SERVICES: Record<string, Service> = {
  "tools.search": ({ search }, { policies, principal }, args) =>
    search(readSearch(args), { principal, policies }),
  "skills.call": callSkill,
  ...WORKSPACE_SERVICES,
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
  schema: z.boolean().optional(),
});

function readSearch(args: unknown): ToolSearch {
  const parsed = searchArguments.safeParse(args);
  if (!parsed.success) {
    throw new GatewayError("BAD_ARGUMENTS", `searchTools: ${parsed.error.issues[0]?.message}`, {
      hint: 'Call it like searchTools("contacts", { detail: "full", limit: 5 }).',
    });
  }
  const { server, cursor, schema, ...search } = parsed.data;
  return {
    ...search,
    ...(schema !== undefined ? { schema } : {}),
    ...(server !== undefined ? { server } : {}),
    ...(cursor !== undefined ? { cursor } : {}),
  };
}
