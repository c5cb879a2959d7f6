// Every route in one table: openapi.json, the hints of 405 and a test that asks the running gateway come from it.

import type { z } from "zod";
import type { Permission } from "../../admit/admit.ts";
import { OPERATION_ROUTES } from "./describe-operation-routes.ts";
import { SKILL_ROUTES } from "./describe-skill-routes.ts";
import { WORK_ROUTES } from "./describe-work-routes.ts";

export type RouteDescription = {
  method: "GET" | "POST" | "DELETE";
  /** As the router writes it. */
  path: string;
  summary: string;
  /** `none`: without a key; `any`: every role. */
  needs: Permission | "reveal tokens" | "none" | "any";
  body?: z.ZodType;
  query?: z.ZodObject;
  /** Absent where the answer is no JSON. */
  reply?: z.ZodType;
  status?: number;
  /** Media types that the route can answer with besides JSON. */
  streams?: string[];
};

export const ROUTES: readonly RouteDescription[] = [...WORK_ROUTES, ...SKILL_ROUTES, ...OPERATION_ROUTES];

/** `GET or POST`, for the hint that a known path was asked with the wrong method. */
export function methodsOf(path: string): string {
  const matching = ROUTES.filter((route) => patternOf(route.path).test(path));
  return [...new Set(matching.map(({ method }) => method))].join(" or ");
}

function patternOf(path: string): RegExp {
  const source = path
    .replace(/:(\w+)\{\.\+\}/g, ".+")
    .replace(/:(\w+)/g, "[^/]+")
    .replaceAll(".json", "\\.json");
  return new RegExp(`^${source}$`);
}
