// The last steps before a request leaves: what goes wrong there has not reached the server.

import { toGatewayError } from "../errors.ts";
import { UpstreamError } from "../upstreams/upstreams.ts";

export async function unsent<T>(prepare: () => Promise<T>): Promise<T> {
  try {
    return await prepare();
  } catch (cause) {
    const { code, message, hint } = toGatewayError(cause);
    throw new UpstreamError(code, message, { executed: "no", cause, ...(hint ? { hint } : {}) });
  }
}
