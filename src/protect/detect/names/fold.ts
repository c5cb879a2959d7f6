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

const folded = new Map<string, string>();
const MOST_WORDS = 20_000;
const LONGEST_KEPT = 32;

/** The words of a text repeat, and each is looked up in many lists. */
export function fold(word: string): string {
  const known = folded.get(word);
  if (known !== undefined) return known;
  const plain = folding(word);
  if (word.length > LONGEST_KEPT) return plain;
  if (folded.size >= MOST_WORDS) folded.clear();
  folded.set(word, plain);
  return plain;
}

function folding(word: string): string {
  const lower = word.toLowerCase();
  return /^[\x00-\x7f]*$/.test(lower)
    ? lower
    : lower
        .normalize("NFD")
        .replace(/[\u0300-\u036f]/g, "")
        .replace(/[øłıđðþæœß]/g, (letter) => PLAIN_LETTERS[letter] as string)
        .normalize("NFC");
}
