// A server whose pictures are pictures, or letters, or pictures with words in them.

import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { PNG } from "../conformance/fixture-media.ts";
import { PERSON } from "./leaky-person.ts";

const LETTER = `Grüße an ${PERSON.email}, die Karte hat die Nummer ${PERSON.card}.`;
const pixels = Buffer.from(PNG, "base64");
const picture = Buffer.concat([
  pixels,
  Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 37) % 251)),
]);
const pdf = Buffer.concat([Buffer.from("%PDF-1.7\n"), picture]);
const image = (bytes: Buffer) => ({
  content: [
    { type: "text", text: "Here it is." },
    { type: "image", mimeType: "image/png", data: bytes.toString("base64") },
  ],
});
const resource = (bytes: Buffer, mimeType: string) => ({
  content: [{ type: "resource", resource: { uri: "file:///a", mimeType, blob: bytes.toString("base64") } }],
});
const encoded = (encoding: BufferEncoding) => Buffer.from(LETTER, encoding);

const ANSWERS: Record<string, object> = {
  picture: image(picture),
  latin1: image(encoded("latin1")),
  utf16: image(encoded("utf16le")),
  attached: resource(encoded("latin1"), "application/octet-stream"),
  titled: image(Buffer.concat([picture, Buffer.from(`Author: ${PERSON.email}`)])),
  document: resource(pdf, "application/pdf"),
};

function createMedia(): Server {
  const server = new Server({ name: "media", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({
    tools: Object.keys(ANSWERS).map((name) => ({ name, inputSchema: { type: "object" as const } })),
  }));
  server.setRequestHandler("tools/call", ({ params }) => (ANSWERS[params.name] ?? {}) as never);
  return server;
}

serveStdio(createMedia);
