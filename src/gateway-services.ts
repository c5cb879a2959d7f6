// The gateway's smaller services: reading the trail, tokenizing on request, administering keys.

import { randomBytes } from "node:crypto";
import type { Keyring } from "./admit/admit.ts";
import type { Approvals } from "./approvals/approvals.ts";
import { tokensCreated } from "./call-trail.ts";
import type { PolicySnapshot } from "./decide/decide.ts";
import { GatewayError } from "./errors.ts";
import type { Gateway } from "./gateway.ts";
import { openSession } from "./pipeline.ts";
import type { Protector } from "./protect/protect.ts";
import { type CheckpointEvidence, presentRow, type Trail, verifyTrail } from "./record/record.ts";
import type { TrailStore } from "./storage/storage.ts";
import { type JsonObject, sessionOf } from "./vocabulary.ts";

type Append = Pick<Trail, "append">;

type ReadingParts = { trail: Append; store: TrailStore; evidence(): Promise<CheckpointEvidence> };

export function createAuditReading({
  trail,
  store,
  evidence,
}: ReadingParts): Pick<Gateway, "readTrail" | "verifyTrail"> {
  return {
    async readTrail(principal, filter) {
      const rows = await store.query(filter);
      await trail.append({
        kind: "audit.read",
        principal: principal.name,
        body: { filter: { ...filter }, rows: rows.length },
      });
      return rows.map(presentRow);
    },
    async verifyTrail(principal) {
      const verified = await verifyTrail(store, await evidence());
      const body = { verified: verified.ok, rows: verified.events };
      await trail.append({ kind: "audit.read", principal: principal.name, body });
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

export function createKeyAdministration({
  keyring,
  trail,
}: {
  keyring: Keyring;
  trail: Append;
}): Pick<Gateway, "createKey" | "revokeKey"> {
  return {
    async createKey(by, { name, role, groups }) {
      const { row, secret } = await keyring.create(name, role, groups);
      await trail.append({
        kind: "key.created",
        principal: by.name,
        body: { id: row.id, name, role, groups },
      });
      return { id: row.id, name, role, groups, key: secret };
    },
    async revokeKey(by, idOrName) {
      const rows = await keyring.revoke(idOrName);
      const revoked: JsonObject[] = rows.map(({ id, name, role }) => ({ id, name, role }));
      await trail.append(
        ...revoked.map((body) => ({ kind: "key.revoked" as const, principal: by.name, body })),
      );
      return revoked;
    },
  };
}
