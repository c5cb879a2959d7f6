// Which gateway a command talks to: the one that SALLYPORT_URL names, else the one that runs on the data
// folder, else one opened in this process for this command. The gate is the same in all three.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Approval, ApprovalState } from "../../../approvals/approvals.ts";
import type { ToolPage, ToolSearch } from "../../../catalog/catalog.ts";
import { GatewayError } from "../../../errors.ts";
import type { VerifyResult } from "../../../record/record.ts";
import type { CheckReply } from "../../../run/check-code.ts";
import type { Revealed, RevealRequest } from "../../../services/reveal-token.ts";
import type { LoadedSettings } from "../../../settings.ts";
import type { KeyRow, TrailFilter } from "../../../storage/storage.ts";
import type { JsonObject, JsonValue, Role, Run } from "../../../vocabulary.ts";
import type { Cli } from "../cli.ts";
import { UsageError } from "../usage-error.ts";
import { answersAsGateway, findRunningGateway } from "./gateway-file.ts";
import { connectGateway } from "./http-client.ts";
import type { ReachedSkills } from "./reached-skills.ts";

export type RunRequest = { code: string; session?: string; context?: JsonValue; timeoutMs?: number };
export type ShownKey = Omit<KeyRow, "hash">;
export type NewKeyRequest = { name: string; role: Role; groups: string[] };

/** What an auditor asks; also answered by the files of a gateway that is stopped. */
export type TrailReading = {
  readTrail(filter: TrailFilter): Promise<{ events: JsonObject[]; next?: string }>;
  verifyTrail(): Promise<VerifyResult>;
  close(): Promise<void>;
};

/** `onPending`: something waits for a person, and the run with it. */
export type RunWatch = { signal: AbortSignal; onPending(approval: Approval): void };

/** What commands ask of a gateway. Two implementations: http-client.ts and local-gateway.ts. */
export type ReachedGateway = TrailReading & {
  /** False for one that this command opened for itself: nobody else reaches it. */
  isRunning: boolean;
  skills: ReachedSkills;
  run(request: RunRequest, watch: RunWatch): Promise<Run>;
  check(code: string): Promise<CheckReply>;
  searchTools(search: ToolSearch): Promise<ToolPage>;
  listApprovals(state?: ApprovalState): Promise<Approval[]>;
  decideApproval(id: string, vote: { decision: "approve" | "deny"; reason?: string }): Promise<Approval>;
  listKeys(): Promise<ShownKey[]>;
  createKey(key: NewKeyRequest): Promise<JsonObject>;
  revealToken(request: RevealRequest): Promise<Revealed>;
  revokeKey(idOrName: string): Promise<JsonObject[]>;
};

/** Which of the local keys the command uses when SALLYPORT_KEY is not set. */
export type KeyName = "agent" | "admin";

export async function reachGateway(
  cli: Cli,
  settings: LoadedSettings,
  keyName: KeyName,
): Promise<ReachedGateway> {
  const url = await findUrl(cli, settings);
  const readSecret = () => readKey(cli, settings, keyName);
  if (url) return connectGateway(url, await readSecret());
  // Loaded when needed: a command that only talks over HTTP starts in half the time.
  const { openLocalGateway } = await import("./local-gateway.ts");
  return openLocalGateway(cli, settings, readSecret);
}

/** The same for the trail alone: without a running gateway its files are read as they are. */
export async function reachTrail(cli: Cli, settings: LoadedSettings): Promise<TrailReading> {
  const url = await findUrl(cli, settings);
  if (url) return connectGateway(url, await readKey(cli, settings, "admin"));
  const { openStoppedTrail } = await import("../audit/stopped-trail.ts");
  return openStoppedTrail(settings.data);
}

export async function findUrl(cli: Cli, settings: LoadedSettings): Promise<string | null> {
  const given = cli.env["SALLYPORT_URL"];
  if (!given) return (await findRunningGateway(settings.data))?.url ?? null;
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol)) {
    throw new UsageError("SALLYPORT_URL is no http or https URL.", "Set it like http://127.0.0.1:8787.");
  }
  if (await answersAsGateway(given)) return given;
  throw new UsageError(
    `No gateway answers at ${new URL(given).origin}, which SALLYPORT_URL names.`,
    "Start it with `sallyport serve`, or unset SALLYPORT_URL.",
  );
}

export async function readKey(cli: Cli, settings: LoadedSettings, keyName: KeyName): Promise<string> {
  const given = cli.env["SALLYPORT_KEY"]?.trim();
  if (given) return given;
  if (keyName === "admin" && settings.adminKey) return settings.adminKey;
  const file = join(settings.data, "keys", `${keyName}.key`);
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (cause) {
    throw new GatewayError("UNAUTHENTICATED", `There is no key: ${file} cannot be read.`, {
      hint: "Set SALLYPORT_KEY, or name the gateway's data folder by --data.",
      cause,
    });
  }
}
