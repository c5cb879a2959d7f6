// An event in the Open Cybersecurity Schema Framework: what was refused, and what was found in code, is class 2004,
// Detection Finding; everything else is class 6003, API Activity. What has no place there is kept whole under `unmapped`.

import type { TrailRow } from "../../storage/storage.ts";
import { errorCodeIn, objectsIn, readBody, textIn } from "../../text/read-body.ts";
import { VERSION } from "../../version.ts";
import type { JsonObject } from "../../vocabulary.ts";
import { presentRow } from "./present-row.ts";

const OCSF_VERSION = "1.5.0";
const API_ACTIVITY = 6003;
const DETECTION_FINDING = 2004;
const OTHER = 99;
const CREATED = 1;

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

const SEVERITIES: Record<string, Named> = {
  info: INFORMATIONAL,
  low: [2, "Low"],
  medium: [3, "Medium"],
  high: [4, "High"],
  critical: [5, "Critical"],
};

export function toOcsf(row: TrailRow): JsonObject {
  const body = readBody(row);
  const findings = row.kind === "code.checked" ? objectsIn(body, "findings") : [];
  const isFinding = row.decision === "deny" || findings.length > 0;
  const effect = row.decision === null ? undefined : ACTIONS[row.decision];
  return {
    ...(isFinding ? detectionFinding(row, body, findings) : apiActivity(row, body)),
    time: Date.parse(row.at),
    ...(effect && {
      action_id: effect.action[0],
      action: effect.action[1],
      disposition_id: effect.disposition[0],
      disposition: effect.disposition[1],
    }),
    ...(row.rule !== null && { policy: { name: row.rule } }),
    metadata: metadataOf(row),
    unmapped: presentRow(row),
  };
}

function apiActivity(row: TrailRow, body: JsonObject): JsonObject {
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
    severity_id: severityId,
    severity,
    status_id: statusId,
    status,
    ...(detail !== null && { status_detail: detail }),
    actor: actorOf(row),
    api: apiOf(row),
    src_endpoint: { name: textIn(body, "surface") ?? "sallyport" },
  };
}

function detectionFinding(row: TrailRow, body: JsonObject, findings: JsonObject[]): JsonObject {
  const [severityId, severity] = worstOf(findings) ?? ACTIONS["deny"]?.severity ?? INFORMATIONAL;
  const rules = findings.map((finding) => textIn(finding, "rule") ?? "");
  const title = row.rule ?? [...new Set(rules)].join(", ");
  const messages = findings.map((finding) => textIn(finding, "message") ?? "");
  return {
    class_uid: DETECTION_FINDING,
    class_name: "Detection Finding",
    category_uid: 2,
    category_name: "Findings",
    activity_id: CREATED,
    activity_name: "Create",
    type_uid: DETECTION_FINDING * 100 + CREATED,
    type_name: "Detection Finding: Create",
    severity_id: severityId,
    severity,
    status_id: 1,
    status: "New",
    finding_info: {
      uid: row.hash,
      title: title || row.kind,
      desc: textIn(body, "reason") ?? messages.join(" "),
      created_time: Date.parse(row.at),
      types: [row.kind],
    },
    evidences: [{ actor: actorOf(row), api: apiOf(row) }],
  };
}

function worstOf(findings: JsonObject[]): Named | undefined {
  return findings
    .map((finding) => SEVERITIES[textIn(finding, "severity") ?? ""] ?? INFORMATIONAL)
    .sort(([a], [b]) => b - a)[0];
}

function actorOf(row: TrailRow): JsonObject {
  return {
    user: { name: row.principal ?? "sallyport" },
    ...(row.session !== null && { session: { uid: row.session } }),
  };
}

function metadataOf(row: TrailRow): JsonObject {
  return {
    version: OCSF_VERSION,
    profiles: ["security_control"],
    product: { name: "Sallyport", vendor_name: "Sallyport", version: VERSION },
    log_name: "trail",
    sequence: row.seq,
    uid: row.hash,
    ...(row.run !== null && { correlation_uid: row.run }),
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
