// Who is calling, and how much may they. Guarantees: no request goes on without a known key, a role that
// permits it, a Host and Origin that the gateway serves, and room in the key's rate.

export type { FirstKey, KeyChange } from "./first-keys.ts";
export { checkHostAndOrigin } from "./host-check.ts";
export { createKeyring, type Keyring } from "./keyring.ts";
export type { NewKey } from "./new-key.ts";
export {
  hasPermission,
  PERMISSIONS,
  type Permission,
  REVEAL_GROUP,
  requirePermission,
  requireReveal,
} from "./permissions.ts";
export { createRateLimiter, type RateLimiter } from "./rate-limiter.ts";
