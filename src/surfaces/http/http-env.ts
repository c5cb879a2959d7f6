import type { RequestOrigin } from "../../request-origin.ts";
import type { Principal } from "../../vocabulary.ts";

/** What stands beside a request by the time its route is reached. */
export type Env = { Variables: { principal: Principal; request: RequestOrigin } };
