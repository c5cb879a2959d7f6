// Names as they are looked up: small letters without accents.

/** Letters that do not come apart into a plain one and an accent. */
const PLAIN_LETTERS: Record<string, string> = {
  ø: "o",
  ł: "l",
  ı: "i",
  đ: "d",
  ð: "d",
  þ: "th",
  æ: "ae",
  œ: "oe",
  ß: "ss",
};

export function fold(word: string): string {
  const lower = word.toLowerCase();
  return /^[\x00-\x7f]*$/.test(lower)
    ? lower
    : lower
        .normalize("NFD")
        .replace(/[\u0300-\u036f]/g, "")
        .replace(/[øłıđðþæœß]/g, (letter) => PLAIN_LETTERS[letter] as string)
        .normalize("NFC");
}
