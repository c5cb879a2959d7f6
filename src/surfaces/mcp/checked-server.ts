import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { misfitOf } from "./misfit.ts";

type Handler = Parameters<Server["_wrapHandler"]>[1];

/** The SDK's server, which tells clients as invalid params what does not fit. */
export class CheckedServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await wrapped(request, context);
      } catch (error) {
        const isOther = error instanceof ProtocolError && error.code !== ProtocolErrorCode.InvalidParams;
        throw (isOther ? null : await misfitOf(request)) ?? error;
      }
    };
  }
}
