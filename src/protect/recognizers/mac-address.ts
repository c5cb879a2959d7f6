// Hardware addresses: six pairs with colons or dashes, three quads with dots, bare only under a telling name.

import { endsIn, nameSet } from "../detect/field-name.ts";
import { HAS_COLON, HAS_DASH, HAS_DOT, HAS_SPACE } from "../detect/leaf-shape.ts";
import { matchesOf } from "../detect/matches-of.ts";
import type { Recognizer } from "../detect/recognizer.ts";

const FIELDS = nameSet(
  "mac macaddress macaddr hwaddr hardwareaddress ethernetaddress bssid wifimac btaddr bluetoothaddress callingstationid calledstationid chaddr lladdr linkaddress physicaladdress physicaladdr hwaddress etheraddr ethaddr stationmac apmac eui48 wlanaddress radiomac burnedinaddress clientid8021x endpointmac",
);
const PAIRS =
  /(?<![\w:.-])[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}(?![\w]|[:-][0-9A-Fa-f])/g;
const QUADS = /(?<![\w:.-])[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}(?![\w]|\.\w)/g;
/** Written together it counts right behind a word: "mac 3c22fb9a017e". */
const CUE = /mac|bssid|hwaddr|station|ether/i;
const TOLD =
  /(?<![A-Za-z])(?:mac(?: ?addr(?:ess)?)?|bssid|hwaddr|(?:calling-|called-)?station(?:-id| id)?|ether|link\/ether)[ :=#]{1,3}([0-9A-Fa-f]{12})(?![0-9A-Za-z])/gi;
type Told = { 0: string; 1: string; index: number };
const BARE = /^[0-9A-Fa-f]{12}$/;

export const macAddress: Recognizer = {
  class: "MAC_ADDRESS",
  about: {
    finds: "Hardware addresses.",
    validation:
      "Six pairs with one kind of separator or three quads; bare digits only under a telling field. Broadcast and zeros stay.",
    cues: [],
    fields: [...FIELDS],
  },
  needsAny: HAS_COLON | HAS_DASH | HAS_DOT | HAS_SPACE,
  minDigits: 0,
  minRun: 12,
  hint: (field) => endsIn(field, FIELDS),
  find(leaf, hinted, found) {
    const { text } = leaf;
    const matches = text.includes(":") || text.includes("-") ? [...matchesOf(PAIRS, text)] : [];
    if (leaf.shape.digits > 0 && mayHoldQuads(text)) matches.push(...matchesOf(QUADS, text));
    if (leaf.shape.longestWord >= 12 && CUE.test(text)) {
      for (const { 1: raw, index, 0: whole } of matchesOf(TOLD, text) as unknown as Told[])
        if (/\d/.test(raw) && /[a-f]/i.test(raw))
          found(index + whole.length - 12, index + whole.length, raw.toLowerCase(), 2);
    }
    if (hinted && BARE.test(leaf.text)) found(0, 12, leaf.text.toLowerCase(), 3);
    for (const { 0: raw, index } of matches) {
      const canonical = raw.replace(/[:.-]/g, "").toLowerCase();
      // Broadcast and all zeros are nobody's; quads of digits alone are amounts and versions.
      if (/^(?:0{12}|f{12})$/.test(canonical) || (raw.includes(".") && /^\d+$/.test(canonical) && !hinted))
        continue;
      found(index, index + raw.length, canonical, 3);
    }
  },
  examples: [
    { text: "3c:22:fb:9a:01:7e" },
    { text: "3C-22-FB-9A-01-7E" },
    { text: "seen 3c22.fb9a.017e on port 3", value: "3c22.fb9a.017e" },
    { text: "3c22fb9a017e", field: "mac_address" },
    { text: "3C22FB9A017E", field: "Calling-Station-Id" },
    { text: "Calling-Station-Id=3C22FB9A017E NAS-Port=2", value: "3C22FB9A017E" },
    { text: "dhcp: client mac 3c22fb9a017e got a lease", value: "3c22fb9a017e" },
  ],
  nearMisses: [
    { text: "00:00:00:00:00:00" },
    { text: "ff:ff:ff:ff:ff:ff" },
    { text: "3c:22:fb:9a:01:7e:aa:bb" },
    { text: "3c:22-fb:9a-01:7e" },
    { text: "3c22fb9a017e" },
    { text: "macro 3c22fb9a017e" },
    { text: "station 202611190930" },
    { text: "12:30:45:10:11" },
    { text: "1000.2000.3000" },
  ],
};

/** Two dots with four characters between them. */
function mayHoldQuads(text: string): boolean {
  for (let dot = text.indexOf("."); dot >= 0; dot = text.indexOf(".", dot + 1))
    if (text.charCodeAt(dot + 5) === 46) return true;
  return false;
}
