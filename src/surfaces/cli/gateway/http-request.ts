// One request to a running gateway, and its refusal as the error that it was there.

import { ERROR_CODES, type ErrorCode, GatewayError } from "../../../errors.ts";

export type Asked = {
  method?: string;
  query?: object;
  body?: unknown;
  accept?: string;
  signal?: AbortSignal;
};

export async function request<T>(url: URL, secret: string, asked: Asked): Promise<T> {
  const reply = await send(url, secret, asked);
  const content: unknown = await reply.json().catch(() => null);
  if (!reply.ok) throw errorOf(content, reply.status);
  if (typeof content === "object" && content !== null) return content as T;
  throw errorOf(content, reply.status);
}

export async function send(url: URL, secret: string, asked: Asked): Promise<Response> {
  const { method = "GET", query = {}, body, accept, signal } = asked;
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  try {
    return await fetch(url, {
      method,
      // A key is for this gateway alone and is not carried on to another host.
      redirect: "error",
      headers: {
        authorization: `Bearer ${secret}`,
        ...(accept ? { accept } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (cause) {
    if (signal?.aborted) throw new GatewayError("CANCELLED", "The run was stopped.", { cause });
    throw connectionLost(url, cause);
  }
}

export function errorOf(content: unknown, status: number): GatewayError {
  const error = (content as { error?: { code?: unknown; message?: unknown; hint?: unknown } } | null)?.error;
  const { code, message, hint } = error ?? {};
  if (typeof code === "string" && Object.hasOwn(ERROR_CODES, code) && typeof message === "string") {
    return new GatewayError(code as ErrorCode, message, typeof hint === "string" ? { hint } : {});
  }
  return new GatewayError(
    "BAD_REQUEST",
    `The gateway answered with the status ${status} and no known error.`,
    {
      hint: "Check that SALLYPORT_URL names a gateway of the same version.",
    },
  );
}

export function connectionLost(url: URL, cause: unknown): GatewayError {
  return new GatewayError("UPSTREAM_UNAVAILABLE", `The gateway at ${url.origin} closed the connection.`, {
    hint: "Its log says why, and its trail what was done: `sallyport audit query`.",
    cause,
  });
}
