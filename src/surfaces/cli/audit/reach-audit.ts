// Where audit commands ask: the gateway that runs, over HTTP, so that it records the question; else the files of one
// that does not. Those are only read, and the reading is noted beside them until the next start puts it on the trail.

import { userInfo } from "node:os";
import type { AuditDesk } from "../../../record/record.ts";
import type { LoadedSettings } from "../../../settings.ts";
import type { Cli } from "../cli.ts";
import { findUrl, readKey } from "../gateway/reach-gateway.ts";

type WithoutReader<F> = F extends (reader: string, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

/** The desk, with the one who asks already named. */
export type AuditAccess = { [Name in keyof Omit<AuditDesk, "keys">]: WithoutReader<AuditDesk[Name]> } & {
  keys: AuditDesk["keys"];
  close(): Promise<void>;
};

export async function reachAudit(cli: Cli, settings: LoadedSettings): Promise<AuditAccess> {
  const url = await findUrl(cli, settings);
  if (url) {
    const { connectAudit } = await import("./audit-over-http.ts");
    return connectAudit(url, await readKey(cli, settings, "admin"));
  }
  const { openAuditFiles } = await import("./audit-from-files.ts");
  return openAuditFiles(settings, localReader());
}

/** Whoever runs the command on this machine; no key of the gateway stands behind it. */
export function localReader(): string {
  try {
    return `os:${userInfo().username}`;
  } catch {
    return "os:unknown";
  }
}
