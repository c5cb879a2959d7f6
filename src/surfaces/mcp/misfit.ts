// What is wrong with the params of a request, in one line: the SDK tells it as a dump of its checker, mostly under the
// number of internal errors.

import {
  ProtocolError,
  ProtocolErrorCode,
  type SpecTypeName,
  specTypeSchemas,
} from "@modelcontextprotocol/server";

const SHAPES = new Map<string, SpecTypeName>([
  ["initialize", "InitializeRequest"],
  ["tools/list", "ListToolsRequest"],
  ["tools/call", "CallToolRequest"],
  ["resources/list", "ListResourcesRequest"],
  ["resources/templates/list", "ListResourceTemplatesRequest"],
  ["resources/read", "ReadResourceRequest"],
  ["resources/subscribe", "SubscribeRequest"],
  ["resources/unsubscribe", "UnsubscribeRequest"],
  ["prompts/list", "ListPromptsRequest"],
  ["prompts/get", "GetPromptRequest"],
  ["completion/complete", "CompleteRequest"],
  ["logging/setLevel", "SetLevelRequest"],
]);
const MOST_TOLD = 3;

/** Null when the params fit. Keys are the client's own text, so only plain ones are repeated. */
export async function misfitOf(request: { method: string; params?: unknown }): Promise<ProtocolError | null> {
  const shape = SHAPES.get(request.method);
  if (shape === undefined) return null;
  const { method, params } = request;
  const { issues } = await specTypeSchemas[shape]["~standard"].validate({ method, params });
  if (issues === undefined) return null;
  const told = issues.slice(0, MOST_TOLD).map(({ path = [], message }) => `${placeOf(path)}: ${message}`);
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `The params of ${method} do not fit: ${told.join("; ")}.`,
  );
}

function placeOf(path: readonly (PropertyKey | { key: PropertyKey })[]): string {
  const keys = path.map((part) => String(typeof part === "object" ? part.key : part)).slice(1);
  return `/${keys.map((key) => (/^[\w-]{1,64}$/.test(key) ? key : "*")).join("/")}`;
}
