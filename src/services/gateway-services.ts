// The gateway's smaller services: reading the trail, tokenizing on request, administering keys.

import { randomBytes } from "node:crypto";
import type { KeyChange, Keyring } from "../admit/admit.ts";
import type { Approvals } from "../approvals/approvals.ts";
import { tokensCreated } from "../call/call-trail.ts";
import type { PolicySnapshot } from "../decide/decide.ts";
import { GatewayError } from "../errors.ts";
import type { Gateway } from "../gateway.ts";
import type { Protector, Redact } from "../protect/protect.ts";
import {
  type CheckpointEvidence,
  createAuditDesk,
  presentRow,
  type Trail,
  verifyTrail,
} from "../record/record.ts";
import { openSession } from "../run/open-scope.ts";
import type { RunRegistry } from "../run/run-registry.ts";
import type { TrailStore } from "../storage/storage.ts";
import { type JsonObject, sessionOf } from "../vocabulary.ts";

type Append = Pick<Trail, "append">;

type ReadingParts = {
  trail: Pick<Trail, "append" | "prune">;
  store: TrailStore;
  evidence(): Promise<CheckpointEvidence>;
  /** What somebody asks for may be a value, and questions go on the trail. */
  withoutValues: Redact;
  /** The last event that all sinks have taken; what goes beyond it is not pruned. */
  deliveredThrough?(): number;
};

export function createAuditReading({
  trail,
  store,
  evidence,
  withoutValues,
  deliveredThrough = () => Number.POSITIVE_INFINITY,
}: ReadingParts): Pick<Gateway, "readTrail" | "verifyTrail" | "audit"> {
  const recordRead = (reader: string, body: JsonObject) =>
    trail.append({ kind: "audit.read", principal: reader, body: withoutValues(body) });
  return {
    audit: createAuditDesk({
      store,
      evidence,
      recordRead,
      prune: (order) => trail.prune({ ...order, keepAfter: deliveredThrough() }),
    }),
    async readTrail(principal, filter) {
      const rows = await store.query(filter);
      await recordRead(principal.name, { filter: { ...filter }, rows: rows.length });
      return rows.map(presentRow);
    },
    async verifyTrail(principal) {
      const verified = await verifyTrail(store, await evidence());
      await recordRead(principal.name, { verified: verified.ok, rows: verified.events });
      return verified;
    },
  };
}

type TokenizingParts = { protector: Protector; policies: () => PolicySnapshot; trail: Append };

export function createTokenizing({ protector, policies, trail }: TokenizingParts): Pick<Gateway, "tokenize"> {
  return {
    async tokenize(principal, data, sessionName) {
      const { name, key } = openSession(principal, sessionName);
      const vault = await protector.session(key);
      const call = `call_${randomBytes(8).toString("hex")}`;
      const safe = await vault.tokenize(
        data,
        { from: "upstream", tool: "direct", call },
        policies().pii(principal),
      );
      if (safe.blocked) {
        throw new GatewayError(
          "PII_BLOCKED",
          `The data holds ${safe.blocked.class} at ${safe.blocked.pointer || "/"}, which policy blocks.`,
        );
      }
      await trail.append(...tokensCreated({ principal: principal.name, session: name, call }, safe.tokens));
      return {
        data: safe.value,
        tokens: safe.tokens.map(({ token, class: kind }) => ({ token, class: kind })),
        session: name,
      };
    },
  };
}

type DecidingParts = { approvals: Approvals; protector: Protector; policies: () => PolicySnapshot };

/** What an approver writes goes to the trail and to the agent, so it loses its personal values first. */
export function createDeciding({ approvals, protector, policies }: DecidingParts): Gateway["approvals"] {
  return {
    list: approvals.list,
    async decide(principal, id, { decision, reason }) {
      if (reason === undefined) return approvals.decide(principal, id, { decision });
      const vault = await protector.session(sessionOf(principal, "approvals").key);
      const safe = await vault.tokenize(
        reason,
        { from: "agent", channel: "context" },
        policies().pii(principal),
      );
      const said = typeof safe.value === "string" ? safe.value : "(withheld)";
      return approvals.decide(principal, id, { decision, reason: said });
    },
  };
}

type KeyParts = { keyring: Keyring; trail: Append; work: Pick<RunRegistry, "cancelAllOf">[] };

export function createKeyAdministration({
  keyring,
  trail,
  work,
}: KeyParts): Pick<Gateway, "createKey" | "revokeKey"> {
  const recordBy =
    (principal: string) =>
    (...changes: KeyChange[]) =>
      trail.append(
        ...changes.map(({ kind, row: { id, name, role, groups } }) => ({
          kind,
          principal,
          body: { id, name, role, groups },
        })),
      );
  return {
    async createKey(by, wish) {
      const { row, secret } = await keyring.create(wish, recordBy(by.name));
      const { id, name, role, groups } = row;
      return { id, name, role, groups, key: secret };
    },
    async revokeKey(by, idOrName) {
      const rows = await keyring.revoke(idOrName, recordBy(by.name));
      // Whoever may not ask any more must not go on acting by what was asked before.
      await Promise.all(rows.flatMap(({ name }) => work.map((kind) => kind.cancelAllOf(name))));
      return rows.map(({ id, name, role }): JsonObject => ({ id, name, role }));
    },
  };
}
