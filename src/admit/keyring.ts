import { createHash, randomBytes } from "node:crypto";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { GatewayError } from "../errors.ts";
import type { KeyRow, StateStore } from "../storage/storage.ts";
import { type Principal, ROLES, type Role } from "../vocabulary.ts";

export type NewKey = { row: KeyRow; secret: string };

export type Keyring = {
  /** The principal behind an Authorization header; throws UNAUTHENTICATED. */
  authenticate(authorization: string | undefined): Promise<Principal>;
  create(name: string, role: Role, groups?: string[]): Promise<NewKey>;
  list(): Promise<KeyRow[]>;
  /** By id or by name; returns what was revoked. */
  revoke(idOrName: string): Promise<KeyRow[]>;
  /** First start: makes the admin's and the first agent's key. Later starts return nothing. */
  bootstrap(adminSecret: string | undefined): Promise<{ name: string; secret: string; file: string }[]>;
};

const KEY_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

export function createKeyring(
  state: StateStore,
  keysFolder: string,
  now: () => Date = () => new Date(),
): Keyring {
  async function add(name: string, role: Role, groups: string[], secret: string): Promise<NewKey> {
    const row: KeyRow = {
      id: `key_${randomBytes(6).toString("hex")}`,
      name,
      role,
      groups,
      hash: hashSecret(secret),
      createdAt: now().toISOString(),
      revokedAt: null,
    };
    await state.addKey(row);
    return { row, secret };
  }

  async function activeByName(name: string): Promise<KeyRow | undefined> {
    return (await state.listKeys()).find((key) => key.name === name && key.revokedAt === null);
  }

  async function revokeRows(rows: KeyRow[]): Promise<KeyRow[]> {
    for (const row of rows) await state.revokeKey(row.id, now().toISOString());
    return rows;
  }

  async function setAdminSecret(secret: string): Promise<void> {
    const current = await activeByName("admin");
    if (current?.hash === hashSecret(secret)) return;
    if (current) await revokeRows([current]);
    await add("admin", "admin", [], secret);
  }

  return {
    async authenticate(authorization) {
      const secret = /^Bearer ([\x21-\x7e]{16,512})$/i.exec(authorization ?? "")?.[1];
      const key = secret ? await state.findKey(hashSecret(secret)) : null;
      if (!key || key.revokedAt !== null) {
        throw new GatewayError("UNAUTHENTICATED", "The request carries no valid key.", {
          hint: "Send the header Authorization: Bearer <key>; `sallyport keys create` makes a key.",
        });
      }
      return { name: key.name, role: key.role, groups: key.groups };
    },

    async create(name, role, groups = []) {
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
      if (await activeByName(name)) {
        throw new GatewayError("BAD_REQUEST", `A key named "${name}" exists already.`, {
          hint: "Choose another name, or revoke the old key first.",
        });
      }
      return add(name, role, groups, newSecret(role));
    },

    list: () => state.listKeys(),

    async revoke(idOrName) {
      const keys = await state.listKeys();
      const rows = keys.filter(
        (key) => (key.id === idOrName || key.name === idOrName) && key.revokedAt === null,
      );
      if (rows.length === 0) {
        throw new GatewayError("NOT_FOUND", `There is no active key "${idOrName}".`, {
          hint: "`sallyport keys list` shows them.",
        });
      }
      return revokeRows(rows);
    },

    async bootstrap(adminSecret) {
      const isFirstStart = (await state.listKeys()).length === 0;
      if (adminSecret) await setAdminSecret(adminSecret);
      if (!isFirstStart) return [];
      const made = adminSecret ? [] : [await add("admin", "admin", [], newSecret("admin"))];
      made.push(await add("agent", "agent", [], newSecret("agent")));
      return Promise.all(made.map((key) => keepForOwner(keysFolder, key)));
    },
  };
}

async function keepForOwner(
  folder: string,
  key: NewKey,
): Promise<{ name: string; secret: string; file: string }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${key.row.name}.key`);
  await writeFile(file, `${key.secret}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
  return { name: key.row.name, secret: key.secret, file };
}

function newSecret(role: Role): string {
  return `sp_${role}_${randomBytes(24).toString("base64url")}`;
}

/** Secrets are 192 random bits (or the operator's own), so a plain hash cannot be searched. */
function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
