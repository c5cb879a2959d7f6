// What clients may list and read beside tools. Each shelf has a part of the addresses; the rest of the protocol is here.

import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { toGatewayError } from "../../errors.ts";
import type { Exchange } from "./exchange.ts";

export type ResourceShelf = {
  template: { uriTemplate: string; name: string; description: string };
  list(exchange: Exchange): Promise<Resource[]>;
  /** Null for an address that is not of this shelf, or that nothing stands at. */
  read(exchange: Exchange, uri: string): Promise<{ text: string; mimeType: string } | null>;
};

export function addResources(
  server: Server,
  shelves: readonly ResourceShelf[],
  exchangeOf: (context: ServerContext) => Exchange,
): void {
  server.setRequestHandler("resources/list", async (_request, context) => {
    const listed = await Promise.all(shelves.map((shelf) => told(shelf.list(exchangeOf(context)))));
    return { resources: listed.flat() };
  });
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: shelves.map(({ template }) => template),
  }));
  server.setRequestHandler(
    "resources/read",
    async ({ params: { uri } }, context): Promise<ReadResourceResult> => {
      for (const shelf of shelves) {
        const found = await told(shelf.read(exchangeOf(context), uri));
        if (found) return { contents: [{ uri, ...found }] };
      }
      throw new ResourceNotFoundError(uri);
    },
  );
}

/** A refusal as an error of the protocol, with the code by which it is known everywhere else. */
async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code, message, hint } = toGatewayError(error);
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message, { code, ...(hint ? { hint } : {}) });
  }
}
