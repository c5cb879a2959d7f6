// The tools that the official MCP conformance suite calls by name, and what each of them has to do.

import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { ProtocolError, type ServerContext } from "@modelcontextprotocol/server";
import { PNG, WAV } from "./fixture-media.ts";

export type ToolResult = Record<string, unknown>;
type Args = Record<string, unknown>;
export type Changes = { tools(): void; prompts(): void };
type Tool = {
  inputSchema?: object;
  run(context: ServerContext, args: Args, changes: Changes): Promise<ToolResult> | ToolResult;
};

const text = (value: string): ToolResult => ({ content: [{ type: "text", text: value }] });
const INFO = { type: "object", properties: {} };

function withString(name: string): object {
  return { type: "object", properties: { [name]: { type: "string" } }, required: [name] };
}

const CONTENT: Record<string, Tool> = {
  test_simple_text: { run: () => text("This is a simple text response for testing.") },
  test_error_handling: {
    run: () => ({ ...text("This tool intentionally returns an error for testing"), isError: true }),
  },
  test_image_content: { run: () => ({ content: [{ type: "image", data: PNG, mimeType: "image/png" }] }) },
  test_audio_content: { run: () => ({ content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }] }) },
  test_embedded_resource: {
    run: () => ({
      content: [embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")],
    }),
  },
  test_multiple_content_types: {
    run: () => ({
      content: [
        { type: "text", text: "Multiple content types test:" },
        { type: "image", data: PNG, mimeType: "image/png" },
        embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
      ],
    }),
  },
};

export function embedded(uri: string, mimeType: string, content: string): object {
  return { type: "resource", resource: { uri, mimeType, text: content } };
}

const MESSAGES: Record<string, Tool> = {
  test_tool_with_logging: {
    async run({ mcpReq }) {
      for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
        await mcpReq.log("info", data);
        await delay(50);
      }
      return text("Three messages were logged.");
    },
  },
  test_tool_with_progress: {
    async run({ mcpReq }) {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined) {
          const params = { progressToken, progress, total: 100 };
          await mcpReq.notify({ method: "notifications/progress", params });
        }
        await delay(50);
      }
      return text("Progress was reported.");
    },
  },
  // Silent where the caller of a stateless request names no level.
  test_logging_tool: {
    async run({ mcpReq }) {
      await mcpReq.log("info", "logged");
      return text("Logged where it was wanted.");
    },
  },
  test_trigger_tool_change: { run: (_context, _args, changes) => announced(changes.tools) },
  test_trigger_prompt_change: { run: (_context, _args, changes) => announced(changes.prompts) },
};

async function announced(change: () => void): Promise<ToolResult> {
  change();
  return text("Announced.");
}

const DEFAULTS = {
  name: { type: "string", default: "John Doe" },
  age: { type: "integer", default: 30 },
  score: { type: "number", default: 95.5 },
  status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
  verified: { type: "boolean", default: true },
};

const titled = (pairs: [string, string][]) => pairs.map(([value, title]) => ({ const: value, title }));
const CHOICES: [string, string][] = [
  ["value1", "First Option"],
  ["value2", "Second Option"],
  ["value3", "Third Option"],
];
const PLAIN = ["option1", "option2", "option3"];
const ENUMS = {
  untitledSingle: { type: "string", enum: PLAIN },
  titledSingle: { type: "string", oneOf: titled(CHOICES) },
  legacyEnum: {
    type: "string",
    enum: ["opt1", "opt2", "opt3"],
    enumNames: ["Option One", "Option Two", "Option Three"],
  },
  untitledMulti: { type: "array", items: { type: "string", enum: PLAIN } },
  titledMulti: { type: "array", items: { anyOf: titled(CHOICES) } },
};

async function elicit(context: ServerContext, message: string, properties: object): Promise<ToolResult> {
  const requestedSchema = { type: "object", properties, required: [] };
  const { action, content = {} } = await context.mcpReq.elicitInput({ message, requestedSchema } as never);
  return text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`);
}

const QUESTIONS: Record<string, Tool> = {
  test_sampling: {
    inputSchema: withString("prompt"),
    async run({ mcpReq }, { prompt }) {
      const content = { type: "text" as const, text: String(prompt) };
      const answer = await mcpReq.requestSampling({ messages: [{ role: "user", content }], maxTokens: 100 });
      return text(`LLM response: ${(answer.content as { text?: string }).text}`);
    },
  },
  test_elicitation: {
    inputSchema: withString("message"),
    run: (context, { message }) =>
      elicit(context, String(message), {
        username: { type: "string", description: "User's response" },
        email: { type: "string", description: "User's email address" },
      }),
  },
  test_elicitation_sep1034_defaults: { run: (context) => elicit(context, "Defaults", DEFAULTS) },
  test_elicitation_sep1330_enums: { run: (context) => elicit(context, "Choices", ENUMS) },
};

const ask = (name: string, message: string, type = "string") => ({
  method: "elicitation/create",
  params: {
    message,
    requestedSchema: { type: "object", properties: { [name]: { type } }, required: [name] },
  },
});
const sample = (question: string, maxTokens: number) => ({
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: { type: "text", text: question } }], maxTokens },
});
const ROOTS = { method: "roots/list", params: {} };

const SECRET = randomBytes(32);

function sign(state: string): string {
  return `${state}.${createHmac("sha256", SECRET).update(state).digest("hex")}`;
}

/** The state, or an error for one that is not ours. */
function verified(signed: string | undefined): string | undefined {
  if (signed === undefined) return undefined;
  const state = signed.slice(0, signed.lastIndexOf("."));
  const [given, wanted] = [Buffer.from(signed), Buffer.from(sign(state))];
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return state;
  throw new ProtocolError(-32602, "The state was changed.");
}

export function inputRequired(inputRequests: object, state?: string): ToolResult {
  const requestState = state === undefined ? {} : { requestState: sign(state) };
  return { resultType: "input_required", inputRequests, ...requestState };
}

/** The answer under this key, if it is an object at all: it comes from a stranger. */
export function answerTo({ mcpReq }: ServerContext, key: string): Record<string, unknown> | undefined {
  const answer = mcpReq.inputResponses?.[key];
  return typeof answer === "object" && answer !== null ? (answer as Record<string, unknown>) : undefined;
}

function contentOf(context: ServerContext, key: string): Record<string, unknown> | undefined {
  const content = answerTo(context, key)?.["content"];
  return typeof content === "object" && content !== null ? (content as Record<string, unknown>) : undefined;
}

function capabilitiesOf({ mcpReq }: ServerContext): Record<string, unknown> {
  const envelope = mcpReq.envelope as Record<string, Record<string, unknown>> | undefined;
  return envelope?.["io.modelcontextprotocol/clientCapabilities"] ?? {};
}

const ROUNDS: Record<string, Tool> = {
  test_input_required_result_elicitation: {
    run(context) {
      const name = contentOf(context, "user_name")?.["name"];
      return typeof name === "string"
        ? text(`Hello, ${name}!`)
        : inputRequired({ user_name: ask("name", "What is your name?") });
    },
  },
  test_input_required_result_sampling: {
    run(context) {
      const content = contentOf(context, "capital_question");
      return content
        ? text(`The model said: ${content["text"]}`)
        : inputRequired({ capital_question: sample("What is the capital of France?", 100) });
    },
  },
  test_input_required_result_list_roots: {
    run(context) {
      const roots = answerTo(context, "client_roots")?.["roots"];
      return Array.isArray(roots)
        ? text(`${roots.length} roots: ${JSON.stringify(roots)}`)
        : inputRequired({ client_roots: ROOTS });
    },
  },
  test_input_required_result_request_state: {
    run(context) {
      const state = verified(context.mcpReq.requestState<string>());
      return state === "asked" && answerTo(context, "confirm")
        ? text("state-ok")
        : inputRequired({ confirm: ask("ok", "Please confirm", "boolean") }, "asked");
    },
  },
  test_input_required_result_multiple_inputs: {
    run(context) {
      verified(context.mcpReq.requestState<string>());
      const questions = {
        user_name: ask("name", "What is your name?"),
        greeting: sample("Generate a greeting", 50),
        client_roots: ROOTS,
      };
      const isComplete = Object.keys(questions).every((key) => answerTo(context, key));
      return isComplete ? text("All three were answered.") : inputRequired(questions, "all");
    },
  },
  test_input_required_result_multi_round: {
    run(context) {
      const state = verified(context.mcpReq.requestState<string>());
      if (state === "two" && answerTo(context, "step2")) return text("Both steps were answered.");
      return state === "one" && answerTo(context, "step1")
        ? inputRequired({ step2: ask("color", "Step 2: What is your favorite color?") }, "two")
        : inputRequired({ step1: ask("name", "Step 1: What is your name?") }, "one");
    },
  },
  test_input_required_result_tampered_state: {
    run(context) {
      const state = verified(context.mcpReq.requestState<string>());
      return state === undefined
        ? inputRequired({ confirm: ask("ok", "Please confirm", "boolean") }, "guarded")
        : text("The state was whole.");
    },
  },
  test_input_required_result_capabilities: {
    run(context) {
      const declared = capabilitiesOf(context);
      const questions = {
        ...("elicitation" in declared ? { user_name: ask("name", "What is your name?") } : {}),
        ...("sampling" in declared ? { greeting: sample("Generate a greeting", 50) } : {}),
      };
      const isAnswered = Object.keys(questions).every((key) => answerTo(context, key));
      return isAnswered ? text("Asked for no more than the client can do.") : inputRequired(questions);
    },
  },
  test_streaming_elicitation: {
    run: (context) =>
      answerTo(context, "user_name") ? text("Answered.") : inputRequired({ user_name: ask("name", "Who?") }),
  },
  test_missing_capability: {
    run(context) {
      if ("sampling" in capabilitiesOf(context)) return text("The client can sample.");
      const data = { requiredCapabilities: { sampling: {} } };
      throw new ProtocolError(-32021, "This tool needs a client that can sample.", data);
    },
  },
};

const HEADERS: Record<string, Tool> = {
  test_x_mcp_header: {
    inputSchema: {
      type: "object",
      properties: { region: { type: "string", "x-mcp-header": "Region" }, query: { type: "string" } },
      required: ["region"],
    },
    run: (_context, { region }) => text(`region ${region}`),
  },
};

export const SCHEMA_TOOL = "json_schema_2020_12_tool";
const SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

export const TOOLS: Record<string, Tool> = {
  ...CONTENT,
  ...MESSAGES,
  ...QUESTIONS,
  ...ROUNDS,
  ...HEADERS,
  [SCHEMA_TOOL]: { inputSchema: SCHEMA, run: () => text("Taken.") },
};

export function listFixtureTools(): object[] {
  return Object.entries(TOOLS).map(([name, { inputSchema = INFO }]) => ({
    name,
    description: `Does what the scenario of ${name} asks for.`,
    inputSchema,
  }));
}
