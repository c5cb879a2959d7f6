// Words around a name that make a thing of it: the medal, the street or the soup that is called after somebody.

import { nameSet } from "../field-name.ts";
import { fold } from "./fold.ts";
import { isGivenName } from "./given-names.ts";
import { isCompoundThing, isKindOfThing, isModifier, isNumbered, isPublicKind } from "./kinds-of-things.ts";
import { isSurname } from "./surnames.ts";

/** These follow a name: "Niels Bohr Medal", "Dorothea Lange retrospective". */
const AFTER = nameSet(
  "warning warnings rights hub ordinance 70cl 75cl 50cl velours leder laiton eiche walnuss oak walnut brass velvet linen medal prize prizes award awards trophy cup hall street road avenue lane square bridge tower building house hospital clinic library museum gallery theatre theater stadium arena park garden gardens airport station school college university academy institute foundation centre center lecture chair fellowship scholarship fund trust society association club " +
    "soup salad cake pie tart pudding sandwich burger pizza cocktail mocktail tea coffee sauce syrup oil cream perfume lipstick shade shirt dress shoes boots jacket bag sofa table lamp desk bed rug vase mug button field form tab menu dialog screen page panel widget setting settings scheme application request variation defence defense gambit opening attack algorithm theorem lemma conjecture constant equation law rule effect test scale score index method model syndrome disease " +
    "radio essentials playlist remix discography soundtrack songs movies films albums novels tracks intl international fan fans hoodie poster movie film album song novel series show musical opera symphony concerto sonata cantata statue bust memorial monument exhibition retrospective biography edition collection style era revival replica games festival marathon race regatta tournament trattoria ristorante restaurant pizzeria bistro cafe bar pub hotel inn brewery winery vineyard bakery solicitors attorneys realty motors hurricane storm typhoon act bill amendment doctrine reaction cycle engine telescope crater comet valley falls island mountain " +
    "halle strasse allee platz weg gasse preis medaille schule gymnasium stiftung brucke rue quai prix lycee fondation calle avenida plaza premio fundacion via piazza fondazione rua praca straat laan plein gata gatan vej plads ulica utca tram line ferry torg plats vag vagen parken gade ut ter yoga pilates terrier spaniel retriever rose tulip apple pear cheese bread chocolate potato potatoes tomato tomatoes apples pears tulips roses yarn knit sock wool merino gain filter lighting tweed tartan plaid green blue red pink yellow",
);
/** These stand before one: "Saint Bernard", "Hurricane Ida", "the statue of Bolívar". */
const BEFORE = nameSet(
  "template plantilla vorlage modele gabarit modello sablona szablon theme tema thema motyw saint st sankt san santa sao sint hurricane storm typhoon cyclone sturm orkan typ model modell modelo tug msc mv ms ss hms uss rms lake mount mt port fort cape ferry ship schiff barco navio vessel boat yacht tram hotel hostal pension cafe bar room raum salle sala saal zaal aula campus haus halle gebaude house building villa castle schloss palazzo via viale piazza calle avenida avenue rue rua strada ulica straat plaza praca platz placa torre tower " +
    "museum musee museo hospital hopital ospedale clinic klinik school schule ecole escola escuela lycee college colegio institut institute instituto university universitat universita foundation fundacion fondation stiftung prix premio preis prize award teatro theatre theater stadium stadion estadio park parque parc garden garten bridge brucke ponte puente airport aeroporto aeropuerto flughafen station bahnhof gare estacion stazione metro linea " +
    "project projekt operation codename statue denkmal monument brand label marke marca novel film movie play opera song album chanson book buch libro crepe crepes peche poire peras pera carte carta karte chateau veuve domaine bodega bodegas castillo santo são salade ensalada insalata tarte tarta sauce salsa cerveza beer wine rose tulip cottage block wing ward terminal gate pier cluster server host node branch release version font",
);
const WORK_OF =
  /(?:picture|portrait|tale|tales|story|adventures?|life|legend|ballad|diary|memoirs|book|works?|letters|death|marriage|temptation|statue|bust|battle|feast|church|cathedral|house|paintings?|sculptures?|biography|museum|spirit|era|age|music|poems?) (?:of|by) $/i;
/** the sprint named 'Marie Celeste' */
const CALLED =
  /(?:named|called|titled|dubbed|codenamed|genannt|namens|appelée?|llamad[oa])(?: [^.:;\n"'“„«‘]{1,30})? ["'“„«‘]$/i;
const WORD_AFTER = /^(?:['’]s)?(?: -?|-)(\p{L}{2,20})/u;
/** The same with a capital: "Fanny Blankers-Koen Games"; small ones are what somebody does. */
const CAPITAL_AFTER = nameSet(
  "open classic run games invitational challenge stakes shield plate bowl day week weekend house report handicap derby relay lectures papers collection estate trail scheme plan line style edition special",
);

/** "Meccanica Emiliana S.p.A.", where the S is no initial of the name any more. */
const FIRM_BEHIND =
  /^(?:\.p\.A|\.r\.l|\.A\.|\.L\.)|^,? ?(?:S\.? ?p\.? ?A|S\.? ?r\.? ?l|S\.A\.|S\.L\.|B\.V\.|N\.V\.|Sp\. z|d\.o\.o|a\.s\.|s\.r\.o|e\.V\.|e\.K\.|& Co|&|mbH|GmbH|AG|KG|SE|PLC|Plc|Pty|LLC|LLP|Inc|Ltd|Ltda|Lda|Limited|SRL|SARL|SAS|SL|SLU|SpA|Pte|Sdn|Bhd|Hnos|Hermanos|Irmãos|Fratelli|Frères|Freres|Gebr|Söhne|Sons|Filhos|y C[íi]a|e C[íi]a|et Cie|Co\.|Corp|Oy|AB|ApS|A\/S|ASA|Kft|Zrt|OÜ|SIA|UAB)(?![\p{L}])/u;
/** Cases are called after those who began them: "Miranda v. Arizona". */
const AGAINST_BEHIND = /^ (?:v|vs)\.? \p{Lu}\p{Ll}+(?! \p{Lu})/u;

/** "Śliwa Sp. z o.o.", where the firm's form is read as part of the name, and "Ann Lee GmbH". */
export function isFirmAround(text: string, start: number, name: string): boolean {
  return [name.length, name.lastIndexOf(" ")].some((length) => {
    const behind = text.slice(start + length, start + length + 12);
    return length > 0 && FIRM_BEHIND.test(behind) && !/^,? ?&/.test(behind);
  });
}

export function isThingAfter(text: string, end: number): boolean {
  if (FIRM_BEHIND.test(text.slice(end, end + 12)) || AGAINST_BEHIND.test(text.slice(end, end + 16)))
    return true;
  const match = WORD_AFTER.exec(text.slice(end, end + 26));
  if (match === null || /^[.,;:!?]/.test(text.slice(end, end + 1))) return false;
  // "Ann's house" is a house and Ann a person; "St. Mary's Hospital" is told by what stands before.
  if (/^['’]s \p{Ll}/u.test(text.slice(end, end + 4))) return false;
  const word = match[1] as string;
  const folded = fold(word);
  return (
    AFTER.has(folded) ||
    isKindOfThing(folded) ||
    isCompoundThing(word) ||
    (/^\p{Lu}/u.test(word) && CAPITAL_AFTER.has(folded))
  );
}

const TITLES = new Set(
  "sir lady miss queen king prince princess don doña dom san santa general almirante captain capitan professor academician".split(
    " ",
  ),
);
const REACH = 48;
/** «Михаил Светлов»: other quotes hold what somebody said as well. */
const NAME_QUOTES = "«《『";
const NAME_QUOTES_END = "»》』";
const QUOTES = "\"'“„«‘《『「";
const MOST_MODIFIERS = 3;

export function isThingBefore(text: string, start: number): boolean {
  const last = text[start - 1];
  if (last === undefined) return false;
  const isQuoted = QUOTES.includes(last);
  let at = isQuoted ? start - 1 : start;
  if (text.startsWith(" of ", at - 4) || text.startsWith(" by ", at - 4))
    if (WORK_OF.test(text.slice(Math.max(0, at - REACH), at))) return true;
  if (isQuoted && CALLED.test(text.slice(Math.max(0, start - REACH), start))) return true;
  if (/(?:^|[^\p{L}])[Ii]m\. ?$/u.test(text.slice(Math.max(0, at - 5), at)) || isNumberBefore(text, at))
    return true;
  let isOf = false;
  for (let step = 0; step <= MOST_MODIFIERS; step++) {
    const word = wordBefore(text, at);
    if (word === null) return false;
    const folded = fold(word.word);
    if (isOf ? isPublicKind(folded) : isKindBefore(word.word, folded)) return true;
    at = word.start;
    isOf ||= OF.has(folded);
    if (!TITLES.has(folded) && !isModifier(folded) && !OF.has(folded)) return false;
  }
  return false;
}

const OF = nameSet("de del la da do dos das di du des della dell");

function isKindBefore(word: string, folded: string): boolean {
  return BEFORE.has(folded) || isKindOfThing(folded) || (isCompoundThing(word) && !isSurname(word));
}

/** Where it ends in the quotes as well. */
export function isTitleInQuotes(text: string, start: number, end: number): boolean {
  const at = NAME_QUOTES.indexOf(text[start - 1] ?? " ");
  return at >= 0 && text[end] === NAME_QUOTES_END[at];
}

/** "Vlak EC 118 Jože Plečnik" */
function isNumberBefore(text: string, at: number): boolean {
  const number = /(?:^|\s)(?:(?:nr|no|№|n[º°])\.? ?)?\d{1,5} $/iu.exec(text.slice(Math.max(0, at - 14), at));
  if (number === null) return false;
  const word = wordBefore(text, at - number[0].length + (number[0].startsWith(" ") ? 1 : 0));
  return word !== null && isNumbered(fold(word.word));
}

/** The word that a space or a hyphen parts from what stands at `at`. */
function wordBefore(text: string, at: number): { word: string; start: number } | null {
  if (text[at - 1] !== " " && text[at - 1] !== "-") return null;
  let end = at - 1;
  if (text[end - 1] === "." || text[end - 1] === "'") end--;
  let start = end;
  while (start > 0 && end - start < 20 && isWordLetter(text.charCodeAt(start - 1))) start--;
  return start === end ? null : { word: text.slice(start, end), start };
}

function isWordLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 0xc0 && code < 0x2000);
}

/** "Storm Ciara", "Niels Bohr Medal": the thing is part of the words themselves. */
export function holdsAThing(words: readonly string[]): boolean {
  const [first = "", second = ""] = words;
  const last = words.at(-1) as string;
  return (
    words.slice(0, 2).some((word) => BEFORE.has(fold(word))) ||
    AFTER.has(fold(last)) ||
    isNamelessKind(first) ||
    (isNamelessKind(second) && !isGivenName(first)) ||
    isNamelessKind(last) ||
    isRuler(words)
  );
}

/** "Chiesa" and "Calle" are family names too. */
function isNamelessKind(word: string): boolean {
  return (isKindOfThing(fold(word)) || isCompoundThing(word)) && !isSurname(word) && !isGivenName(word);
}

/** Louis XVI, Willem II: without a family name nobody else is counted. */
export function isRuler(words: readonly string[]): boolean {
  return words.length === 2 && /^(?:[IVX]{2,6}|[VX]|I\.|[IVX]{2,5}\.)$/.test(words[1] as string);
}
