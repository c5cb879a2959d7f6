/** The shape of a personal value: its first letter or digit and its punctuation. Never enough to read it. */
export function maskValue(text: string): string {
  const [, lead = "", first = "", rest = ""] = /^([^\p{L}\p{N}]*)(.?)(.*)$/su.exec(text) ?? [];
  return `${lead}${first}${rest.replaceAll(/[\p{L}\p{M}\p{N}]/gu, "*")}`;
}
