// What stands in the fields of people without being anybody: files, references to other places, programs.

import { speaksForAName, wordKind } from "./word-kinds.ts";

/** "see SECURITY.md", "siehe Anlage" */
const FILE_NAME =
  /\.(?:md|txt|pdf|docx?|xlsx?|pptx?|html?|csv|json|ya?ml|xml|png|jpe?g|svg|gif|zip|log|rst|toml|ini|sql|py|[jt]sx?|go|rs|java|rb|sh)$/i;
const POINTER =
  /^(?:see|cf\.?|siehe|s\.|voir|cf|ver|véase|vedi|zie|se|patrz|viz|lásd|bkz\.?|katso|см\.?) (?=\S)/i;

export function isFileOrBot(value: string): boolean {
  return FILE_NAME.test(value) || POINTER.test(value) || isBotName(value);
}

/** Slackbot, Mergebot; and no Talbot. */
function isBotName(value: string): boolean {
  return /^\p{L}{3,20}-?bot$/iu.test(value) && !speaksForAName(wordKind(value));
}
