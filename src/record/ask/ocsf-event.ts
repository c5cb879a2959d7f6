// An event in the Open Cybersecurity Schema Framework: class 6003, API Activity. What has no place there is
// kept whole under `unmapped`.

import type { TrailRow } from "../../storage/storage.ts";
import { VERSION } from "../../version.ts";
import type { JsonObject } from "../../vocabulary.ts";
import { presentRow } from "./present-row.ts";
import { errorCodeIn, readBody, textIn } from "./read-body.ts";

const OCSF_VERSION = "1.5.0";
const API_ACTIVITY = 6003;
const OTHER = 99;

type Named = [id: number, name: string];

const STATUS: Record<string, Named> = {
  succeeded: [1, "Success"],
  failed: [2, "Failure"],
  cancelled: [2, "Failure"],
};
const ACTIONS: Record<string, { action: Named; disposition: Named; severity: Named }> = {
  allow: { action: [1, "Allowed"], disposition: [1, "Allowed"], severity: [1, "Informational"] },
  deny: { action: [2, "Denied"], disposition: [2, "Blocked"], severity: [3, "Medium"] },
  approve: { action: [OTHER, "Other"], disposition: [OTHER, "Other"], severity: [2, "Low"] },
};
const INFORMATIONAL: Named = [1, "Informational"];

export function toOcsf(row: TrailRow): JsonObject {
  const body = readBody(row);
  const effect = row.decision === null ? undefined : ACTIONS[row.decision];
  const [severityId, severity] = effect?.severity ?? INFORMATIONAL;
  const [statusId, status] = (row.status === null ? undefined : STATUS[row.status]) ?? [0, "Unknown"];
  const detail = errorCodeIn(body) ?? textIn(body, "reason");
  return {
    class_uid: API_ACTIVITY,
    class_name: "API Activity",
    category_uid: 6,
    category_name: "Application Activity",
    activity_id: OTHER,
    activity_name: row.kind,
    type_uid: API_ACTIVITY * 100 + OTHER,
    type_name: "API Activity: Other",
    time: Date.parse(row.at),
    severity_id: severityId,
    severity,
    status_id: statusId,
    status,
    ...(detail !== null && { status_detail: detail }),
    ...(effect && {
      action_id: effect.action[0],
      action: effect.action[1],
      disposition_id: effect.disposition[0],
      disposition: effect.disposition[1],
    }),
    ...(row.rule !== null && { policy: { name: row.rule } }),
    actor: {
      user: { name: row.principal ?? "sallyport" },
      ...(row.session !== null && { session: { uid: row.session } }),
    },
    api: apiOf(row),
    src_endpoint: { name: textIn(body, "surface") ?? "sallyport" },
    metadata: {
      version: OCSF_VERSION,
      profiles: ["security_control"],
      product: { name: "Sallyport", vendor_name: "Sallyport", version: VERSION },
      log_name: "trail",
      sequence: row.seq,
      uid: row.hash,
      ...(row.run !== null && { correlation_uid: row.run }),
    },
    unmapped: presentRow(row),
  };
}

function apiOf({ tool, kind, call, run }: TrailRow): JsonObject {
  const uid = call ?? run;
  const server = tool?.split(".")[0];
  return {
    operation: tool ?? kind,
    ...(server && { service: { name: server } }),
    ...(uid !== null && { request: { uid } }),
  };
}
