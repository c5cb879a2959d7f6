// openapi.json, made from the shapes that the routes check with.

import { z } from "zod";
import { ERROR_CODES } from "../../errors.ts";
import { VERSION } from "../../version.ts";
import { errorReply } from "./reply-shapes.ts";
import { ROUTES, type RouteDescription } from "./route-descriptions.ts";

type Json = Record<string, unknown>;

export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const route of ROUTES) {
    const path = route.path.replace(/:(\w+)(\{\.\+\})?/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Sallyport",
      version: VERSION,
      description: "A policy gateway for AI agents. Every failure is `{ error: { code, message, hint? } }`.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "http://127.0.0.1:8787" }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: "http", scheme: "bearer" } },
      schemas: {
        Error: {
          ...schemaOf(errorReply, "output"),
          description: `Codes: ${Object.keys(ERROR_CODES).join(", ")}`,
        },
      },
      responses: {
        Error: {
          description: "Refused or failed; `error.code` is stable, docs/errors.md explains each.",
          content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
        },
      },
    },
  };
}

function operationOf(route: RouteDescription): Json {
  const { needs, summary, body, streams = [], reply, status = 200 } = route;
  const description =
    needs === "none" ? "Needs no key." : needs === "any" ? "Any key." : `Needs a key that may ${needs}.`;
  const content = Object.fromEntries([
    ...(reply ? [["application/json", { schema: schemaOf(reply, "output") }]] : []),
    ...streams.map((type) => [type, { schema: { type: "string" } }]),
  ]);
  const parameters = [...pathParameters(route.path), ...queryParameters(route.query)];
  return {
    operationId: operationId(route),
    summary,
    description,
    ...(needs === "none" ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { "application/json": { schema: schemaOf(body, "input") } },
          },
        }
      : {}),
    responses: {
      [status]: { description: "Done.", content },
      default: { $ref: "#/components/responses/Error" },
    },
  };
}

/** `POST /v1/runs/:id/cancel` → `postRunsIdCancel`. */
function operationId({ method, path }: RouteDescription): string {
  const words = path
    .replace(/^\/v1/, "")
    .split(/[^A-Za-z]+/)
    .filter(Boolean);
  return method.toLowerCase() + words.map((word) => (word[0] ?? "").toUpperCase() + word.slice(1)).join("");
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

function queryParameters(query: z.ZodObject | undefined): Json[] {
  if (!query) return [];
  const { properties = {}, required = [] } = schemaOf(query, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

function schemaOf(shape: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: "any" });
  return schema;
}
