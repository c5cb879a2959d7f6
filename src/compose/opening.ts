// What every step of the start is given.

import type { OperatorLog } from "../compose.ts";
import type { LoadedSettings } from "../settings.ts";
import type { Opened } from "./opened-parts.ts";

export type Opening = {
  settings: LoadedSettings;
  log: OperatorLog;
  clock: () => Date;
  /** The part is closed with the gateway, or as soon as a later one does not start. */
  keep<Part extends Opened[number]>(part: Part): Part;
};

export function createOpening(given: Omit<Opening, "keep">, opened: Opened): Opening {
  return {
    ...given,
    keep(part) {
      opened.push(part);
      return part;
    },
  };
}
