import { GatewayError } from "../errors.ts";
import type { KeyRow, StateStore } from "../storage/storage.ts";
import { type Principal, ROLES } from "../vocabulary.ts";
import { type FirstKey, type KeyChange, makeFirstKeys } from "./first-keys.ts";
import { hashSecret, type KeyWish, type NewKey, newKey, newSecret } from "./new-key.ts";

export type Keyring = {
  /** The principal behind an Authorization header; throws UNAUTHENTICATED. */
  authenticate(authorization: string | undefined): Promise<Principal>;
  /** `record` gets the change before it is made; if it fails, nothing changes. */
  create(wish: KeyWish, record?: RecordChange): Promise<NewKey>;
  list(): Promise<KeyRow[]>;
  /** By id or by name; returns what was revoked. */
  revoke(idOrName: string, record?: RecordChange): Promise<KeyRow[]>;
  /**
   * First start: makes the admin's and the first agent's key; later starts return nothing. An admin secret that
   * is given replaces the admin's key at any start. `record` gets each of these changes before it is made.
   */
  bootstrap(adminSecret: string | undefined, record?: RecordChange): Promise<FirstKey[]>;
};

export type RecordChange = (...changes: KeyChange[]) => Promise<void>;

const unrecorded: RecordChange = async () => {};

const KEY_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const BEARER = /^Bearer ([\x21-\x7e]{16,512})$/i;

export function createKeyring(
  state: StateStore,
  keysFolder: string,
  now: () => Date = () => new Date(),
): Keyring {
  let lastChange: Promise<unknown> = Promise.resolve();
  // Asking for a name and taking it are two steps; side by side, two callers would take the same one.
  function inTurn<T>(change: () => Promise<T>): Promise<T> {
    const result = lastChange.then(change);
    lastChange = result.catch(() => {});
    return result;
  }

  return {
    authenticate: (authorization) => authenticate(state, authorization),
    create: (wish, record = unrecorded) => inTurn(() => createKey(state, wish, { record, at: now() })),
    list: () => state.listKeys(),
    revoke: (idOrName, record = unrecorded) =>
      inTurn(() => revokeKeys(state, idOrName, { record, at: now() })),
    bootstrap: (adminSecret, record = unrecorded) =>
      inTurn(() => makeFirstKeys({ state, keysFolder, record, now: now() }, adminSecret)),
  };
}

async function authenticate(state: StateStore, authorization: string | undefined): Promise<Principal> {
  const secret = BEARER.exec(authorization ?? "")?.[1];
  const key = secret ? await state.findKey(hashSecret(secret)) : null;
  if (!key || key.revokedAt !== null) {
    throw new GatewayError("UNAUTHENTICATED", "The request carries no valid key.", {
      hint: "Send the header Authorization: Bearer <key>. The agent's key of the first start is in keys/agent.key of the data folder; `sallyport keys create` makes others.",
    });
  }
  return { name: key.name, role: key.role, groups: key.groups };
}

type Changing = { record: RecordChange; at: Date };

async function createKey(state: StateStore, wish: KeyWish, { record, at }: Changing): Promise<NewKey> {
  const { name, role } = wish;
  if (!KEY_NAME.test(name)) {
    throw new GatewayError("BAD_REQUEST", `"${name}" cannot be a key's name.`, {
      hint: "Use 1 to 64 lower-case letters, digits, dots, dashes or underscores.",
    });
  }
  if (!ROLES.includes(role)) {
    throw new GatewayError("BAD_REQUEST", `There is no role "${role}".`, {
      hint: `Roles: ${ROLES.join(", ")}.`,
    });
  }
  if ((await state.listKeys()).some((key) => key.name === name && key.revokedAt === null)) {
    throw new GatewayError("BAD_REQUEST", `A key named "${name}" exists already.`, {
      hint: "Choose another name, or revoke the old key first.",
    });
  }
  const key = newKey(wish, newSecret(role), at);
  await record({ kind: "key.created", row: key.row });
  await state.addKey(key.row);
  return key;
}

async function revokeKeys(state: StateStore, idOrName: string, { record, at }: Changing): Promise<KeyRow[]> {
  const rows = (await state.listKeys()).filter(
    (key) => (key.id === idOrName || key.name === idOrName) && key.revokedAt === null,
  );
  if (rows.length === 0) {
    throw new GatewayError("NOT_FOUND", `There is no active key "${idOrName}".`, {
      hint: "`sallyport keys list` shows them.",
    });
  }
  await record(...rows.map((row) => ({ kind: "key.revoked" as const, row })));
  for (const row of rows) await state.revokeKey(row.id, at.toISOString());
  return rows;
}
