// E-mail addresses: every @ is looked at once and expanded to both sides, at most 64 and 253 characters.

import { endsIn, nameSet } from "../detect/field-name.ts";
import { MAY_SPELL_MAIL } from "../detect/glance/cue-bits.ts";
import { SPELLED_MAIL } from "../detect/glance/cue-patterns.ts";
import { HAS_AT, HAS_BRACKET, HAS_SPACE } from "../detect/leaf-shape.ts";
import { matchesOf } from "../detect/matches-of.ts";
import { isWordCharacter } from "../detect/nearby-words.ts";
import type { Found, Recognizer } from "../detect/recognizer.ts";

const MESSAGE_ID_FIELDS = nameSet("messageid inreplyto references contentid cid uid icaluid");
const FILE_ENDINGS = nameSet(
  "png jpg jpeg gif svg webp ico bmp avif pdf json js mjs cjs ts tsx jsx css scss html htm xml yaml yml toml txt csv log zip " +
    "gz tgz tar service socket timer target mount conf cfg ini lock map rb go java class jar php exe dll internal",
);
const DOMAIN =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}(?:xn--[a-z0-9-]{2,40}|\p{L}{2,24})$/iu;
const MESSAGE_ID_LINE = /(?:UID|Message-ID|In-Reply-To|References|Content-ID)[^\n@]{0,12}$/i;
const PLACEHOLDER =
  /^(?:user|you|your\.?name|name|someone|email|your\.?email|username|first\.last|firstname\.lastname)@(?:example|domain|company|yourdomain|email)\.(?:com|org|net)$/i;
const SPELLED_AT =
  /[[({<]\s?(?:at|arobase|arroba|chiocciola|małpa|malpa|kukac|ät)\s?[\])}>]|\sat\s|\s?@\s?/gi;
const SPELLED_LOCAL =
  /(?:[\p{L}\p{N}_+-]{1,30}(?:\s?[[({<]\s?dot\s?[\])}>]\s?|\sdot\s)){0,3}[\p{L}\p{N}._+-]{1,64}\s?$/iu;
const SPELLED_DOMAIN =
  /^\s?[\p{L}\p{N}-]{1,63}(?:\s?(?:[[({<]\s?(?:dot|\.)\s?[\])}>]|\sdot\s|\.(?!\s))\s?[\p{L}\p{N}-]{1,63}){1,4}/iu;
const SPELLED_DOT = /\s?[[({<]\s?(?:dot|\.)\s?[\])}>]\s?|\sdot\s/gi;
const HOST_NUMBER = /^\[(?:\d{1,3}\.){3}\d{1,3}\]/;

export const email: Recognizer = {
  class: "EMAIL",
  about: {
    finds:
      "E-mail addresses, also percent-encoded, as entities, in full-width letters and spelled out (`ann [at] example [dot] com`).",
    validation:
      "A domain with a top level of letters that is no file ending; `user@host:path`, package versions and message ids stay.",
    cues: [],
    fields: ["any field with mail in its name"],
  },
  needsAny: HAS_AT | HAS_BRACKET | HAS_SPACE,
  minDigits: 0,
  minRun: 2,
  // Addresses spelled "ann at example dot com" hold no @; a telling field name makes us look anyway.
  hint: (field) => /mail/i.test(field.raw),
  find(leaf, _hinted, found) {
    const isMessageId = endsIn(leaf.field, MESSAGE_ID_FIELDS);
    for (let at = leaf.text.indexOf("@"); at >= 0 && !leaf.isPart; at = leaf.text.indexOf("@", at + 1))
      findAround(leaf.text, at, { found, isMessageId });
    if ((leaf.shape.cues & MAY_SPELL_MAIL) === 0) return;
    const mayBeSpelled = (leaf.shape.bits & (HAS_AT | HAS_BRACKET)) !== 0 || leaf.text.includes(" dot ");
    if (mayBeSpelled && SPELLED_MAIL.test(leaf.text)) findSpelledOut(leaf.text, found);
  },
  examples: [
    { text: "ann.lee+news@mail.example.co.uk" },
    { text: "Write to ANN@EXAMPLE.COM.", value: "ANN@EXAMPLE.COM" },
    { text: "mailto:ann@example.com?subject=hi", value: "ann@example.com" },
    { text: "https://x.test/u?email=ann%40example.com&x=1", value: "ann%40example.com" },
    { text: "ann&#64;example.com" },
    { text: "an\u200bn@example.com" },
    { text: "ａｎｎ＠ｅｘａｍｐｌｅ．ｃｏｍ" },
    { text: "jürgen@münchen.de" },
    { text: "ann@xn--mnchen-3ya.de" },
    { text: "Ann Lee <ann@example.com>, bob", value: "ann@example.com" },
    { text: "ann [at] example [dot] com" },
    { text: "write ann dot lee at example dot com", value: "ann dot lee at example dot com" },
    { text: "courriel : noemie(arobase)example.fr", value: "noemie(arobase)example.fr" },
    { text: "reach me: ann(at)example.com today", value: "ann(at)example.com" },
    { text: "o'brien@example.ie" },
    { text: "ann@example[.]com" },
    { text: "ann @ example.com" },
    { text: "(ann@example.com)", value: "ann@example.com" },
    { text: "ann@example.com: she answered", value: "ann@example.com" },
    { text: "ann@example.com:hunter2secret", value: "ann@example.com" },
    { text: "ann_lee@example.museum" },
    { text: "ann.lee@example.com", field: "uid" },
    { text: "ann@zavod.rs" },
    { text: "ana@firma.md" },
    { text: '"ops desk"@example.com' },
    { text: "メールはmisaki.f@example.jpです", value: "misaki.f@example.jp" },
    { text: "ann@[192.0.2.4]" },
  ],
  nearMisses: [
    { text: "@angular/core@17.0.1" },
    { text: "git@github.com:org/repo.git" },
    { text: "icon@2x.png" },
    { text: "deploy@web1.example.com:/srv/app" },
    { text: "getty@tty1.service" },
    { text: "lodash@4.17.21" },
    { text: "user@localhost" },
    { text: "@Component({selector: 'x'})" },
    { text: "a@b.c" },
    { text: "meet at noon dot" },
    { text: "20240101.abc@mail.example.com", field: "message_id" },
    { text: "040000008200E00074C5B7101A82E008@google.com", field: "iCalUID" },
    { text: "ssh://git@host.example.com/repo" },
    { text: "foo@bar@baz" },
    { text: "to = user@example.com" },
    { text: "BEGIN:VEVENT\nUID:2458da1c-9251-48f6-8bf8-440ae7e392ce@cal.example" },
  ],
};

function findAround(
  text: string,
  at: number,
  { found, isMessageId }: { found: Found; isMessageId: boolean },
): void {
  const start = text[at - 1] === '"' ? quotedStart(text, at) : localStart(text, at);
  if (start === at || text.slice(start, at) === "git" || text[at - 1] === ".") return;
  const isId = isMessageId || MESSAGE_ID_LINE.test(text.slice(Math.max(0, start - 40), start));
  if (isId && isMachineMade(text.slice(start, at))) return;
  if (text[start - 1] === "/" && text[start - 2] === "/") return;
  let end = at + 1;
  const isAscii = text.charCodeAt(end) < 128;
  while (end < text.length && end - at < 254 && isDomainCharacter(text.charCodeAt(end))) {
    if (isAscii && text.charCodeAt(end) > 0x3040) break;
    end++;
  }
  if (text[end] === "[") end += HOST_NUMBER.exec(text.slice(end, end + 18))?.[0].length ?? 0;
  if (text[end] === "@") return;
  while (end > at && ".-".includes(text[end - 1] as string)) end--;
  const domain = text.slice(at + 1, end).toLowerCase();
  if (domain.startsWith("[") && domain.endsWith("]")) {
    found(start, end, `${text.slice(start, at)}@${domain}`, 2);
    return;
  }
  if (!DOMAIN.test(domain) || FILE_ENDINGS.has(domain.slice(domain.lastIndexOf(".") + 1))) return;
  if (isRemotePath(text, end) || PLACEHOLDER.test(text.slice(start, end))) return;
  found(start, end, `${text.slice(start, at)}@${domain}`, 2);
}

function localStart(text: string, at: number): number {
  let start = at;
  // Scripts without spaces write an address right beside a word: メールはann@example.comです.
  const isAscii = text.charCodeAt(at - 1) < 128;
  while (start > 0 && at - start < 64 && isLocalCharacter(text.charCodeAt(start - 1))) {
    if (isAscii && text.charCodeAt(start - 1) > 0x3040) break;
    start--;
  }
  while (start < at && ".-'%".includes(text[start] as string)) start++;
  return start;
}

/** `"ops desk"@example.com`: where the quote opens, or the at sign itself. */
function quotedStart(text: string, at: number): number {
  const opening = text.lastIndexOf('"', at - 2);
  if (opening < 0 || at - opening > 64 || at - opening < 3) return at;
  return isWordCharacter(text.charCodeAt(opening - 1)) || text.slice(opening, at).includes("\n")
    ? at
    : opening;
}

/** Message ids are long or full of digits; somebody's address under such a field is neither. */
function isMachineMade(local: string): boolean {
  return local.length >= 24 || local.replace(/\D/g, "").length >= 4;
}

/** `user@host:path` of scp and rsync; `ann@example.com:password` is still an address. */
function isRemotePath(text: string, end: number): boolean {
  if (text[end] !== ":") return false;
  const path = /^:[^\s"'<>]{1,80}/.exec(text.slice(end, end + 82))?.[0] ?? "";
  return path.includes("/") || path.startsWith(":~") || /\.[a-z]{1,5}$/i.test(path);
}

function isLocalCharacter(code: number): boolean {
  return isDomainCharacter(code) || code === 43 || code === 95 || code === 37 || code === 39;
}

function isDomainCharacter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    code === 45 ||
    code === 46 ||
    (code >= 0xc0 && code < 0x2000) ||
    (code > 0x3040 && code < 0xff00)
  );
}

function mayEndLocal(text: string, end: number): boolean {
  const last = text[end - 1] === " " ? text.charCodeAt(end - 2) : text.charCodeAt(end - 1);
  return isLocalCharacter(last);
}

function findSpelledOut(text: string, found: Found): void {
  let covered = 0;
  for (const mark of matchesOf(SPELLED_AT, text)) {
    if (mark.index < covered) continue;
    const after = mark.index + mark[0].length;
    if (!mayEndLocal(text, mark.index)) continue;
    const local = SPELLED_LOCAL.exec(text.slice(Math.max(0, mark.index - 65), mark.index))?.[0];
    const right = SPELLED_DOMAIN.exec(text.slice(after, after + 130))?.[0];
    if (!local || !right) continue;
    // A bare " at " is a plain word: only a spelled-out dot after it makes an address of it.
    if (/^\sat/i.test(mark[0]) && right.replace(SPELLED_DOT, "") === right) continue;
    const domain = right.trim().replace(SPELLED_DOT, ".").replace(/\s/g, "").toLowerCase();
    if (!DOMAIN.test(domain)) continue;
    covered = after + right.length;
    found(
      mark.index - local.length,
      after + right.length,
      `${local.trim().replace(SPELLED_DOT, ".")}@${domain}`,
      2,
    );
  }
}
