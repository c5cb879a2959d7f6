// Passwords inside addresses: `scheme://user:password@host`, connection strings and query parameters.

import { HAS_COLON, HAS_EQUALS } from "../detect/leaf-shape.ts";
import { matchesOf } from "../detect/matches-of.ts";
import type { Recognizer } from "../detect/recognizer.ts";
import { isCode } from "../detect/secrets/program-words.ts";

const USER_INFO =
  /[a-z][a-z0-9+.-]{1,20}:\/\/([^\s/?#"'<>@:]{0,80}:[^\s/?#"'<>@]{1,120}(?:@[^\s/?#"'<>@:.]{1,40}(?=@))?)@(?=[\w[\p{L}])/giu;
// The value is taken whole or not at all (by look-ahead and reference): trying every shorter one would cost 200 steps each.
const CONNECTION_STRING =
  /(?<![A-Za-z])(?:password|pwd|accountkey|sharedaccesskey)\s?=\s?(?=([^;&"'\s]{3,200}))\1(?=[;&]|$|["'\s])/gi;
const QUERY = /[?&](?:password|passwd|pwd|pass|passphrase)=([^&\s#"'<>]{4,200})/gi;
const COMMAND_LINE = /(?<![\w-])(?:-u|--user)[ =]["']?([^\s"':@/]{1,80}:[^\s"'@]{3,120})(?=["'\s]|$)/g;
const PLACEHOLDER =
  /^(?:pass(?:word|wd)?|pwd|secret|change(?:me|it)|your[-_]?\w*|\*+|<.*>|\$\{.*\}|\{.*\}|x+|:?\$\w+)$/i;

export const urlCredentials: Recognizer = {
  class: "URL_CREDENTIALS",
  about: {
    finds: "User names and passwords in addresses, connection strings, query parameters and command lines.",
    validation:
      "The place says so: before an `@` in an address, after `password=`, after `-u`. Placeholders stay.",
    cues: ["password=", "pwd=", "-u user:"],
    fields: [],
  },
  needsAny: HAS_COLON | HAS_EQUALS,
  minDigits: 0,
  minRun: 8,
  hint: () => false,
  find(leaf, _hinted, found) {
    const text = leaf.text;
    const patterns = text.includes("://") && text.includes("@") ? [USER_INFO] : [];
    if (text.includes("=") && /pass|pwd|key/i.test(text)) patterns.push(QUERY, CONNECTION_STRING);
    if (text.includes("-u")) patterns.push(COMMAND_LINE);
    for (const pattern of patterns) {
      for (const match of matchesOf(pattern, text)) {
        const value = match[1] as string;
        const secret = value.slice(value.indexOf(":") + 1);
        if (PLACEHOLDER.test(secret) || (pattern === CONNECTION_STRING && isCode(secret))) continue;
        const start = match.index + match[0].lastIndexOf(value);
        found(start, start + value.length, value, 3);
      }
    }
  },
  examples: [
    { text: "postgres://app:s3cr3t@db.example.com:5432/main", value: "app:s3cr3t" },
    { text: "clone https://ann:tok_1234@git.example.com/x.git", value: "ann:tok_1234" },
    {
      text: "smtp://relay%40example.com:p1ne%26Heron@smtp.example.com:587",
      value: "relay%40example.com:p1ne%26Heron",
    },
    { text: "https://ann:a%2Fb%3Ac9@example.com/x", value: "ann:a%2Fb%3Ac9" },
    { text: "redis://:pa55word@cache:6379", value: ":pa55word" },
    { text: "curl -u ann:s3cr3tpass https://api.example.com", value: "ann:s3cr3tpass" },
    { text: "Server=db;User Id=sa;Password=Str0ng!;Encrypt=true", value: "Str0ng!" },
    { text: "https://api.example.com/login?user=ann&password=abcdef123456&x=1", value: "abcdef123456" },
  ],
  nearMisses: [
    { text: "https://example.com:8443/path" },
    { text: "https://example.com/a:b@c" },
    { text: "password = await vault.read" },
    { text: "password = config.db.password;" },
    { text: "password=getPass(1);" },
    { text: "https://example.com/p%40th:x@y" },
    { text: "ssh://git@example.com/repo" },
    { text: "https://user:****@example.com" },
    { text: "https://example.com/?page=abcdef123" },
    { text: `postgres://app:${["$", "{PASSWORD}"].join("")}@db/main` },
  ],
};
