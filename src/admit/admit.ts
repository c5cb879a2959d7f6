// Who is calling, and how much may they. Guarantees: no request goes on without a known key, a role that
// permits it, a Host and Origin that the gateway serves, and room in the key's rate.

export { checkHostAndOrigin } from "./host-check.ts";
export { createKeyring, type Keyring, type NewKey } from "./keyring.ts";
export { PERMISSIONS, type Permission, requirePermission } from "./permissions.ts";
export { createRateLimiter, type RateLimiter } from "./rate-limiter.ts";
