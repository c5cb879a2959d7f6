// Names in the cases of Russian, Ukrainian, Serbian and Bulgarian: "Перезвонить Артёму Белозёрову".

/** An ending and what stands there when somebody is named. */
const ENDINGS: readonly [string, readonly string[]][] = [
  ["ому", ["ый", "ой", "ий"]],
  ["ого", ["ый", "ой", "ий"]],
  ["ові", ["", "о"]],
  ["еві", ["й", "ь", ""]],
  ["иєю", ["ия"]],
  ["ией", ["ия"]],
  ["ією", ["ія"]],
  ["ем", ["й", "ь", ""]],
  ["ом", ["", "о"]],
  ["ым", ["", "ый"]],
  ["им", ["", "ий"]],
  ["ой", ["а", "ая"]],
  ["ою", ["а"]],
  ["ей", ["я", "а"]],
  ["ею", ["я"]],
  ["ую", ["ая"]],
  ["ии", ["ия"]],
  ["ию", ["ия", "ий"]],
  ["ія", ["ій"]],
  ["ії", ["ія"]],
  ["ію", ["ія", "ій"]],
  ["а", ["", "о"]],
  ["у", ["", "а", "о"]],
  ["е", ["а", ""]],
  ["ы", ["а"]],
  ["и", ["а", "я"]],
  ["і", ["а"]],
  ["я", ["й", "ь"]],
  ["ю", ["й", "ь", "я"]],
];
const CYRILLIC = /^\p{Lu}[\u0430-\u045f]{3,24}$/u;
const SHORTEST_STEM = 3;

/** What the word may be when it is not declined; nothing for words in other letters. */
export function undeclined(word: string): string[] {
  if (!CYRILLIC.test(word)) return [];
  return ENDINGS.filter(
    ([ending]) => word.endsWith(ending) && word.length - ending.length >= SHORTEST_STEM,
  ).flatMap(([ending, others]) => others.map((other) => word.slice(0, -ending.length) + other));
}
