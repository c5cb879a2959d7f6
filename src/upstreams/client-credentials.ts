// OAuth 2 client credentials for an HTTP upstream: one token, renewed before it ends and after a 401. The secret goes to
// the token address that the operator wrote, never to one that the server names.

import type { AuthProvider } from "@modelcontextprotocol/client";
import { z } from "zod";
import { unavailable } from "./upstream-error.ts";
import type { OAuthConfig } from "./upstreams.ts";

/** A token that ends this soon could end on its way. */
const RENEW_BEFORE_MS = 30_000;
const TOKEN_TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const DEFAULT_LIFE_S = 300;

const tokenAnswer = z.looseObject({
  access_token: z
    .string()
    .min(1)
    .regex(/^[\x21-\x7e]+$/),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.coerce.number().positive().default(DEFAULT_LIFE_S),
});

type Token = { text: string; renewAt: number };

export function clientCredentials(
  server: string,
  oauth: OAuthConfig,
  clock: () => number = Date.now,
): AuthProvider {
  let held: Token | undefined;
  let asking: Promise<Token> | undefined;

  async function renew(): Promise<Token> {
    asking ??= askForToken(server, oauth, clock).finally(() => {
      asking = undefined;
    });
    held = await asking;
    return held;
  }

  return {
    async token() {
      const current = held !== undefined && clock() < held.renewAt ? held : await renew();
      return current.text;
    },
    async onUnauthorized() {
      await renew();
    },
  };
}

async function askForToken(server: string, oauth: OAuthConfig, clock: () => number): Promise<Token> {
  const body = new URLSearchParams({ grant_type: "client_credentials" });
  if (oauth.scope !== undefined) body.set("scope", oauth.scope);
  if (oauth.audience !== undefined) body.set("audience", oauth.audience);
  const pair = [oauth.clientId, oauth.clientSecret].map(encodeURIComponent).join(":");
  let response: Response;
  try {
    response = await fetch(oauth.tokenUrl, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(pair).toString("base64")}`,
        accept: "application/json",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: body.toString(),
      redirect: "error",
      signal: AbortSignal.timeout(TOKEN_TIMEOUT_MS),
    });
  } catch {
    // The cause is left out: it may quote the request.
    throw unavailable(server, "its token address does not answer");
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw unavailable(server, `its token address answered ${response.status}`);
  }
  const answer = tokenAnswer.safeParse(await readJson(response));
  if (!answer.success) throw unavailable(server, "its token address answered without a bearer token");
  const lifeMs = answer.data.expires_in * 1000;
  return {
    text: answer.data.access_token,
    renewAt: clock() + Math.max(lifeMs - RENEW_BEFORE_MS, lifeMs / 2),
  };
}

async function readJson(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > MAX_ANSWER_BYTES) return undefined;
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString("utf8"));
  } catch {
    return undefined;
  }
}
