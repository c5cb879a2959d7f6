// `&commat;`, `&uuml;`: the entities of HTML that stand in values.

const ENTITIES: Record<string, string> = {
  amp: "&",
  commat: "@",
  period: ".",
  plus: "+",
  hyphen: "-",
  dash: "-",
  nbsp: " ",
  colon: ":",
  sol: "/",
  lowbar: "_",
  num: "#",
  ordm: "º",
  ordf: "ª",
  deg: "°",
  ndash: "-",
  mdash: "-",
  laquo: "«",
  raquo: "»",
};
/** `&uuml;`: a letter and its mark; those that do not come apart stand below. */
const ACCENTS: Record<string, string> = {
  grave: "\u0300",
  acute: "\u0301",
  circ: "\u0302",
  tilde: "\u0303",
  uml: "\u0308",
  ring: "\u030a",
  cedil: "\u0327",
  caron: "\u030c",
};
const LETTERS: Record<string, string> = {
  szlig: "ß",
  aelig: "æ",
  AElig: "Æ",
  oelig: "œ",
  OElig: "Œ",
  oslash: "ø",
  Oslash: "Ø",
  eth: "ð",
  ETH: "Ð",
  thorn: "þ",
  THORN: "Þ",
  apos: "'",
  rsquo: "’",
  quot: '"',
};

export function namedEntity(name: string): string | null {
  if (Object.hasOwn(ENTITIES, name)) return ENTITIES[name] as string;
  if (Object.hasOwn(LETTERS, name)) return LETTERS[name] as string;
  const mark = name.slice(1);
  if (!Object.hasOwn(ACCENTS, mark)) return null;
  const letter = `${name[0]}${ACCENTS[mark]}`.normalize("NFC");
  return letter.length === 1 ? letter : null;
}
