// IP addresses, both versions. Loopback, unspecified addresses and net masks belong to nobody and stay.

import { isIPv6 } from "node:net";
import { endsIn, type FieldName, hasWord, nameSet } from "../detect/field-name.ts";
import { HAS_COLON, HAS_DOT } from "../detect/leaf-shape.ts";
import { matchesOf } from "../detect/matches-of.ts";
import { isAfter, wordsBefore } from "../detect/nearby-words.ts";
import type { Leaf, Recognizer } from "../detect/recognizer.ts";

const FIELDS = nameSet(
  "ip ips ipaddress ipaddr ipv4 ipv6 remoteaddr remoteaddress clientip sourceip xforwardedfor",
);
const VERSION_FIELDS = nameSet(
  "version versions ver semver release releases build builds firmware fw revision oid section chapter driver software tag imagetag tagname changelog patch upgrade prerelease rc " +
    "versie wersja verze verzia verzija surum versio versjon utgava verzio versiune versao versione phienban aplikace bersyon versi έκδοση версия версія сборка збірка прошивка билд релиз גרסה إصدار الإصدار نسخه संस्करण เวอร์ชัน 版本 版本号 固件 版号 バージョン ビルド 버전 빌드 펌웨어",
);
const VERSION_CUES = wordsBefore(
  "fw|hw|sw|lot|bios|mailer|iso|din|en|nf|iec|ieee|bs|norm|norme|rfc|paragraph|item|pos|point|§§|version|versions|versión|versão|versione|versie|wersja|verze|sürüm|sect|sec|ch|chap|fig|eq|art|par|para|clause|kapitel|abschnitt|chapitre|capítulo|§|ver|v|release|build|firmware|section|chapter|driver|update|chrome|safari|edge|oid|upgrade|kernel|" +
    "tag|versio|versjon|verzi\\p{L}{1,3}|versiun\\p{L}{1,3}|versi|utgåva|phiên bản|phần mềm|έκδοση|сборк\\p{L}{1,3}|збірк\\p{L}{1,3}|верси\\p{L}{1,3}|версі\\p{L}{1,3}|прошивк\\p{L}{1,3}|релиз\\p{L}{0,2}|билд|גרסה|إصدار|الإصدار|نسخه|संस्करण|เวอร์ชัน|版本号?|固件|バージョン|ビルド|버전|빌드|펌웨어",
);
/** "12.34.56.7 als firmware" */
const VERSION_BEHIND =
  /^['"»”)]{0,2} ?,? ?(?:als |as |come |como |comme |jako |som |is the |is (?:out|released)|(?=[a-zA-Z]))(?:firmware|version|versie|release|build|out|released|beta|rc\d?|driver|patch|changelog)(?!\p{L})/iu;
/** "gatsby-10.14.2.1-linux-x64.tar.gz", "libfoo_1.20.3.4" */
const IN_A_NAME = /(?:\p{L}[-_]v?|\d-(?<!\.\d{1,3}-))$/u;
const FILE_BEHIND =
  /^(?:[-_][A-Za-z]\w{0,15})?[-_.](?:tar|t?gz|tgz|bz2|xz|zip|7z|rar|deb|rpm|apk|ipa|aab|dmg|pkg|msi|exe|appimage|jar|war|whl|gem|nupkg|crate|vsix|xpi|iso|img|bin|hex|fw|rom|uf2|linux|darwin|win(?:32|64|dows)?|macos|x64|x86|arm64|amd64|aarch64|noarch|all|src|setup|installer|release|final|beta|alpha|rc\d?|snapshot|debug)(?![A-Za-z0-9])/i;
const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const FOURTH = new RegExp(`(?<![\\w.])${OCTET}(?:\\.${OCTET}){3}(?![\\w]|\\.\\d)`, "g");
const SIXTH = /(?<![\w:.])(?=[0-9A-Fa-f:]{0,5}:)[0-9A-Fa-f:]{2,39}(?:\.\d{1,3}){0,3}(?![\w:])/g;
const IMAGE_TAG = /\w\/[\w.-]{1,50}:$/;
/** Loopback, masks, groups, the clouds' own address for machines, and public name servers. */
const NOBODYS =
  /^(?:127\.|0\.|255\.|22[4-9]\.|23\d\.|169\.254\.169\.254$|8\.8\.(?:8\.8|4\.4)$|1\.(?:1\.1\.1|0\.0\.1)$|9\.9\.9\.9$|208\.67\.22[02]\.22[02]$)/;
/** Four small numbers are as often a version, a section or a code: they need a word of networks. */
const SMALL = /^(?!10\.)[1-3]?\d\.(?:[1-3]?\d\.){2}[1-3]?\d$/;
const NETWORK_WORDS =
  /(?:(?<![A-Za-z])ips?(?![A-Za-z])|ipv4|addr|host|client|server|remote|peer|ping|connect|login|logged|sess|port|subnet|gateway|dns|router|from|src|dst|source|dest|forward|request|block|firewall|@|:\/\/)/i;
const NETWORK_REACH = 48;
const CLAUSE_REACH = 64;
/** Three or four numbers with dots, one of them above 255. */
const VERSION = /^(?=.*(?<!\d)(?:25[6-9]|2[6-9]\d|[3-9]\d\d|\d{4,6})(?!\d))\d{1,6}(?:\.\d{1,6}){2,3}$/;

export const ipAddress: Recognizer = {
  class: "IP_ADDRESS",
  about: {
    finds: "Addresses of IP version 4 and 6.",
    validation:
      "Loopback, unspecified addresses, net masks and networks stay, and so do versions of software.",
    cues: [],
    fields: [...FIELDS],
  },
  needsAny: HAS_DOT | HAS_COLON,
  minDigits: 1,
  minRun: 3,
  hint: (field) => endsIn(field, FIELDS),
  find(leaf, hinted, found) {
    const isVersion = !hinted && (isNamedVersion(leaf.field) || isAmongVersions(leaf));
    for (const { 0: raw, index } of isVersion ? [] : matchesOf(FOURTH, leaf.text)) {
      if (NOBODYS.test(raw) || isBrowserVersion(leaf.text, index)) continue;
      if (isNetwork(leaf.text, index, raw) && !hinted) continue;
      if (!hinted && isBehindAName(leaf, index, raw)) continue;
      if (SMALL.test(raw) && !hinted && !isAmongNetworks(leaf, index, raw)) continue;
      if (!hinted && isTold(leaf.text, index, raw)) continue;
      found(index, index + raw.length, raw, 2);
    }
    if (!mayHoldSixth(leaf.text)) return;
    for (const { 0: raw, index } of matchesOf(SIXTH, leaf.text)) {
      const address = raw.replace(/(?<!:):$/, "");
      if (address.endsWith("::") && leaf.text[index + raw.length] === "/") continue;
      if (!/\d/.test(address) || address === "::1" || !/[0-9A-Fa-f]{2}/.test(address) || !isIPv6(address))
        continue;
      // Eight pairs are a serial number or a fingerprint.
      if (!hinted && /^(?:[0-9A-Fa-f]{2}:){7}[0-9A-Fa-f]{2}$/.test(address)) continue;
      found(index, index + address.length, address.toLowerCase(), 2);
    }
  },
  isRuledOut: (leaf) => isNamedVersion(leaf.field) && !endsIn(leaf.field, FIELDS),
  examples: [
    { text: "203.0.113.42" },
    { text: "login from 198.51.100.7:5123 ok", value: "198.51.100.7" },
    { text: "2001:db8::8a2e:370:7334" },
    { text: "[2001:db8::1]:443", value: "2001:db8::1" },
    { text: "fe80::1ff:fe23:4567:890a" },
    { text: "::ffff:203.0.113.9" },
    { text: "10.1.2.3", field: "ip" },
    { text: "login from 3.4.1.2 failed", value: "3.4.1.2" },
    { text: "banned by 51.15.2.7 again", value: "51.15.2.7" },
    { text: "51.15.2.7 - - GET /", value: "51.15.2.7" },
    { text: "Host gateway 192.168.4.2", value: "192.168.4.2" },
    { text: "10.20.30.129/25", value: "10.20.30.129" },
    { text: "10.0.0.0/8 from 192.0.2.1.", value: "192.0.2.1" },
    { text: "2001:0db8:85a3:0000:0000:8a2e:0370:7334" },
  ],
  nearMisses: [
    { text: "1.2.3.4", field: "version" },
    { text: "52.14.90.3", field: "固件版本" },
    { text: "kiosk-52.14.90.3-linux.tar.gz" },
    { text: "Прошивка 52.14.90.3 установлена" },
    { text: "v1.2.3.4" },
    { text: "version 10.0.19.1" },
    { text: "Chrome/120.0.6.12 Safari/537.36" },
    { text: "256.1.1.1" },
    { text: "1.2.3.4.5" },
    { text: "127.0.0.1" },
    { text: "0.0.0.0:8080" },
    { text: "255.255.255.0" },
    { text: "12:30:45" },
    { text: "::1" },
    { text: "std::vector" },
    { text: "ab:cd:ef:12:34:56" },
    { text: "1.02.3.4" },
    { text: "see sect. 3.4.1.2 below" },
    { text: "10.20.30.128/25" },
    { text: "169.254.169.254" },
    { text: "2001:db8::/32" },
    { text: "Upgrade path: 11.2.0.4 -> 12.1.0.2" },
    { text: "PKWiU 6.20.11.9" },
    { text: "Thunderbird 128.7.0.2" },
    { text: "NF EN 62.1.4.2" },
    { text: "0.0.1.255" },
    { text: "serial 04:a1:7f:00:9c:22:be:01" },
  ],
};

function isNamedVersion(field: FieldName): boolean {
  return hasWord(field, VERSION_FIELDS) || endsIn(field, VERSION_FIELDS);
}

/** Words around it, or the name of a file or a package that it is part of. */
function isTold(text: string, start: number, raw: string): boolean {
  const end = start + raw.length;
  const before = text.slice(Math.max(0, start - 6), start);
  if (IN_A_NAME.test(before) && (/\d-$/.test(before) || FILE_BEHIND.test(text.slice(end, end + 24))))
    return true;
  if (VERSION_BEHIND.test(text.slice(end, end + 24))) return true;
  // "… as firmware, the gate 198.51.100.23": what was said before the comma is said of something else.
  const own = text
    .slice(Math.max(0, start - CLAUSE_REACH), start)
    .split(/[,;] /)
    .at(-1) as string;
  return isAfter(own, own.length, VERSION_CUES);
}

/** Between a name and an address no such word stands before a version: "Thunderbird 128.7.0.2". */
const ADDRESS_BEFORE =
  /(?:^|[^\p{L}])(?:by|to|at|of|and|or|via|for|in|on|is|was|as|und|von|an|et|de|à|le|la|el|y|da|das|os|the|from|se|až|до|с|от|на|по|с|и)\s$/iu;
const NAME_BEFORE = /\p{L}\s$/u;
const PRIVATE = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/;
const LARGE = 40;

/** Three small numbers of four, right behind a name, and no word of networks near. */
function isBehindAName(leaf: Leaf, start: number, raw: string): boolean {
  if (start === 0 || PRIVATE.test(raw)) return false;
  if (raw.split(".").filter((octet) => Number(octet) < LARGE).length < 3) return false;
  const before = leaf.text.slice(Math.max(0, start - NETWORK_REACH), start);
  return NAME_BEFORE.test(before) && !ADDRESS_BEFORE.test(before) && !NETWORK_WORDS.test(lineOf(before));
}

function lineOf(before: string): string {
  return before.slice(before.lastIndexOf("\n") + 1);
}

/** Version 6 has a double colon or seven single ones. */
function mayHoldSixth(text: string): boolean {
  if (text.includes("::")) return true;
  let colons = 0;
  for (let at = text.indexOf(":"); at >= 0 && colons < 6; at = text.indexOf(":", at + 1)) colons++;
  return colons >= 6;
}

/** `10.0.0.0` and `192.168.4.0/24` name a whole network, or are versions. */
function isNetwork(text: string, start: number, raw: string): boolean {
  if (raw.endsWith(".0.0")) return true;
  const size = /^\/(\d{1,2})(?!\d)/.exec(text.slice(start + raw.length, start + raw.length + 4))?.[1];
  if (size === undefined || Number(size) >= 32) return false;
  const value = raw.split(".").reduce((total, part) => total * 256 + Number(part), 0);
  return value % 2 ** (32 - Number(size)) === 0;
}

/** `{ driver: "31.0.15.5222", agent: "7.54.1.1" }`: one neighbor that only a version can be. */
function isAmongVersions(leaf: Leaf): boolean {
  if (leaf.text.length > 15 || NETWORK_WORDS.test(leaf.field.raw)) return false;
  for (const key in leaf.siblings) {
    const value = leaf.siblings[key];
    if (typeof value === "string" && value.length < 24 && VERSION.test(value)) return true;
  }
  return false;
}

function isAmongNetworks(leaf: Leaf, start: number, raw: string): boolean {
  if (leaf.field.raw === "" && leaf.text.trim() === raw) return true;
  return (
    NETWORK_WORDS.test(leaf.text.slice(Math.max(0, start - NETWORK_REACH), start)) ||
    NETWORK_WORDS.test(leaf.field.raw)
  );
}

/** `Chrome/120.0.6.12` in user agents, `registry/team/api:1.4.2.7` of images. */
function isBrowserVersion(text: string, start: number): boolean {
  if (text[start - 1] === ":") return IMAGE_TAG.test(text.slice(Math.max(0, start - 60), start));
  return text[start - 1] === "/" && /[A-Za-z]/.test(text[start - 2] ?? "");
}
