// Passwords inside addresses: `scheme://user:password@host`, connection strings and query parameters.

import { HAS_COLON, HAS_EQUALS } from "../leaf-shape.ts";
import type { Recognizer } from "../recognizer.ts";

const USER_INFO =
  /[a-z][a-z0-9+.-]{1,20}:\/\/([^\s/?#"'<>@:]{0,80}:[^\s/?#"'<>@]{1,120}(?:@[^\s/?#"'<>@:.]{1,40}(?=@))?)@(?=[\w[\p{L}])/giu;
const CONNECTION_STRING =
  /(?<![A-Za-z])(?:password|pwd|accountkey|sharedaccesskey)\s?=\s?([^;"'\s]{3,200})(?=;|$|["'\s])/gi;
const QUERY =
  /[?&](?:api_?key|access_token|auth_token|password|passwd|pwd|secret|client_secret|private_token|sig|x-amz-signature)=([^&\s#"'<>]{6,400})/gi;
const PLACEHOLDER = /^(?:\*+|<.*>|\$\{.*\}|\{.*\}|x+|:?\$\w+)$/i;

export const urlCredentials: Recognizer = {
  class: "URL_CREDENTIALS",
  needsAny: HAS_COLON | HAS_EQUALS,
  minDigits: 0,
  minRun: 8,
  fieldOnly: false,
  hint: () => false,
  find(leaf, _hinted, found) {
    const text = leaf.text;
    const patterns = text.includes("://") ? [USER_INFO, QUERY] : text.includes("?") ? [QUERY] : [];
    if (text.includes("=")) patterns.push(CONNECTION_STRING);
    for (const pattern of patterns) {
      for (const match of text.matchAll(pattern)) {
        const value = match[1] as string;
        if (PLACEHOLDER.test(value.slice(value.indexOf(":") + 1))) continue;
        const start = match.index + match[0].lastIndexOf(value);
        found(start, start + value.length, value, 3);
      }
    }
  },
  examples: [
    { text: "postgres://app:s3cr3t@db.example.com:5432/main", value: "app:s3cr3t" },
    { text: "clone https://ann:tok_1234@git.example.com/x.git", value: "ann:tok_1234" },
    { text: "redis://:pa55word@cache:6379", value: ":pa55word" },
    { text: "Server=db;User Id=sa;Password=Str0ng!;Encrypt=true", value: "Str0ng!" },
    { text: "https://api.example.com/v1?api_key=abcdef123456&x=1", value: "abcdef123456" },
  ],
  nearMisses: [
    { text: "https://example.com:8443/path" },
    { text: "https://example.com/a:b@c" },
    { text: "ssh://git@example.com/repo" },
    { text: "https://user:****@example.com" },
    { text: "https://example.com/?page=abcdef123" },
    { text: `postgres://app:${["$", "{PASSWORD}"].join("")}@db/main` },
  ],
};
