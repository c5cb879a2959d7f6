// That a program has succeeded, read from the trail: only what ran to its end under this principal becomes a skill.

import { GatewayError } from "../../errors.ts";
import type { TrailRow, TrailStore } from "../../storage/storage.ts";
import { sha256Hex } from "../../text/canonical-json.ts";
import type { Principal } from "../../vocabulary.ts";

export type Proof = { run: string; code: string; labels: string[] };
export type ProofWish = { run?: string; code?: string };

/** How many of the principal's latest programs are looked at when no run is named. */
const LOOKED_AT = 300;

type Store = Pick<TrailStore, "query" | "codeText">;

export async function proveSuccess(store: Store, principal: Principal, wish: ProofWish): Promise<Proof> {
  const { run, code } = wish;
  const proof =
    run === undefined ? await findRunOf(store, principal, code ?? "") : await readRun(store, principal, run);
  if (!proof) throw noProof(run);
  if (code === undefined || sha256Hex(code) === sha256Hex(proof.code)) return proof;
  throw new GatewayError("SKILL_REFUSED", `The run ${run} ran another program than the one given as code.`, {
    hint: "Leave `code` out: the run's own program is taken.",
  });
}

async function readRun(store: Store, principal: Principal, run: string): Promise<Proof | null> {
  const filter = { principal: principal.name, run, limit: 1, order: "desc" } as const;
  const [submitted] = await store.query({ ...filter, kind: "run.submitted" });
  const [finished] = await store.query({ ...filter, kind: "run.finished", status: "succeeded" });
  if (!submitted || !finished) return null;
  const code = await store.codeText(hashIn(submitted));
  return code === null ? null : { run, code, labels: labelsIn(finished) };
}

async function findRunOf(store: Store, principal: Principal, code: string): Promise<Proof | null> {
  const wanted = sha256Hex(code);
  const filter = {
    principal: principal.name,
    kind: "run.submitted",
    limit: LOOKED_AT,
    order: "desc",
  } as const;
  for (const row of await store.query(filter)) {
    if (hashIn(row) !== wanted || row.run === null) continue;
    const proof = await readRun(store, principal, row.run);
    if (proof) return proof;
  }
  return null;
}

function hashIn({ body }: TrailRow): string {
  return String((JSON.parse(body) as { codeSha256?: unknown }).codeSha256 ?? "");
}

function labelsIn({ body }: TrailRow): string[] {
  const { labels } = JSON.parse(body) as { labels?: unknown };
  return Array.isArray(labels) ? labels.filter((label) => typeof label === "string") : [];
}

function noProof(run: string | undefined): GatewayError {
  const message = run
    ? `The run ${/^run_\w{1,40}$/.test(run) ? run : "that is named"} is no run of this key that succeeded.`
    : "This program has not succeeded in a run of this key, as it is written here.";
  return new GatewayError("SKILL_REFUSED", message, {
    hint: "Run the program first; then save it with `run`, the id in its reply, and leave `code` out.",
  });
}
