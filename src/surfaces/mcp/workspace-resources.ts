// The notes of a session as resources: `sallyport://workspace/<session>/<key>`.

import type { Gateway } from "../../gateway.ts";
import type { Principal } from "../../vocabulary.ts";
import { chooseSession } from "./exchange.ts";
import type { ResourceShelf } from "./resources.ts";

type Parts = { gateway: Pick<Gateway, "notes">; defaultSession(principal: Principal): string };

const ADDRESS = /^sallyport:\/\/workspace\/([A-Za-z0-9_-]{1,64})\/([\w./:-]{1,128})$/;
const MIME = { value: "application/json", file: "text/plain" };

export function workspaceResources({ gateway, defaultSession }: Parts): ResourceShelf {
  return {
    template: {
      uriTemplate: "sallyport://workspace/{session}/{+key}",
      name: "workspace",
      description: "What programs kept with workspace.set and workspace.write.",
    },
    async list(exchange) {
      const { principal } = exchange;
      const session = chooseSession(exchange, undefined, () => defaultSession(principal));
      const notes = await gateway.notes.list(principal, session);
      return notes.map(({ key, kind, bytes }) => ({
        uri: `sallyport://workspace/${session}/${key}`,
        name: key,
        mimeType: MIME[kind],
        size: bytes,
      }));
    },
    async read(exchange, uri) {
      const [, asked, key = ""] = ADDRESS.exec(uri) ?? [];
      if (asked === undefined) return null;
      const session = chooseSession(exchange, asked, () => asked);
      const note = await gateway.notes.read(exchange.principal, session, key);
      return note && { text: note.text, mimeType: MIME[note.kind] };
    },
  };
}
