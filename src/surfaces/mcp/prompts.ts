// The instructions as a prompt, for clients that do not show a server's instructions to the model by themselves.

import { ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import { INSTRUCTIONS } from "./instructions.ts";

const PROMPT = {
  name: "work-with-sallyport",
  title: "Work with Sallyport",
  description: "How to find tools and write programs here, for a model that was not told.",
};

export function addPrompts(server: Server): void {
  server.setRequestHandler("prompts/list", () => ({ prompts: [PROMPT] }));
  server.setRequestHandler("prompts/get", ({ params }) => {
    if (params.name !== PROMPT.name) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no such prompt. The only one is "${PROMPT.name}".`,
      );
    }
    return { messages: [{ role: "user", content: { type: "text", text: INSTRUCTIONS } }] };
  });
}
