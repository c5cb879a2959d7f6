// Postal addresses in sentences: a street in the manner of its country, with house number, and the place behind it.

import { matchesOf } from "../matches-of.ts";
import { isDigit } from "../nearby-words.ts";
import type { Found } from "../recognizer.ts";
import {
  type Extent,
  onOneLine,
  withoutNextEntry,
  withoutNextSentence,
  withoutSomebody,
} from "./address-extent.ts";
import { isDirections } from "./directions.ts";

const WORD = "\\p{Lu}[\\p{L}\\p{M}'’.-]{0,24}";
const PLACE = `${WORD}(?:[ -](?:${WORD}|de|la|le|les|sur|am|an der|der|upon|of|del|do|da|dos)){0,3}`;
/** Britain and Ireland. */
const GB_POSTCODE = "(?:[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}|[A-Z]\\d[\\dW] ?[A-Z\\d]{4})";
const ROOM =
  "(?:Apt|Apartment|Suite|Ste|Unit|Flat|Floor|Fl|Level|Lvl|Room|Rm|Bldg|Building|Block|Blk|Lot|#|Wohnung|Whg|App|Appt|Bât|Étage|Piso|Esc|Interno|Int|Scala|Apto|apto|apt|Bloco|bloco|Sala|sala|Conj|conj|Casa|Depto|Dpto|depto|Ext|Puerta|Pta|Bus|bus|bte|Bte|lgh|as|m|lok|byt|kv|ap|bl|sc|et|Kat|Daire)";
/** Postcode and town, in either order; all of it may be absent. */
const TAIL =
  "(?:" +
  `(?:,? ${ROOM}(?![A-Za-z])\\.? ?[\\w-]{1,6}(?!\\w)|, ?(?!\\d{1,2}\\. (?:tv|th|mf|sal|etg)(?!\\p{L}))\\d{1,2}(?:\\.?[º°ª])? ?[A-Za-z]{0,5}(?![\\p{L}\\d]|-\\d)\\.?||,? (?:(?:VH|HH|SF|Vorderhaus|Hinterhaus),? ?)?(?:\\d\\.? ?(?:OG|Stock|Etage|Et\\.)|EG|DG|UG)(?![\\p{L}])(?:,? (?:links|rechts|li|re|Mitte)\\.?)?|, (?:\\d{1,2}(?:st|nd|rd|th) [Ff]loor(?:, \\d{3} \\p{Lu}\\p{Ll}{2,20})?)){0,3}` +
  // Quarter, town and state of Brazil, Mexico and the Philippines, which a postcode ends.
  `(?:(?:, ?(?:(?:Col|Fracc|Brgy|Bo)\\.? )?(?:d?el? )?${PLACE}(?: ?[-/] ?[A-Z]{2}(?![\\p{L}]))?){1,4},? (?:\\d{5}-\\d{3}|\\d{4,5}(?: ${PLACE})?)(?!\\d))?` +
  `(?:(?<!\\p{L}{4}\\.)[,\\n]\\s{0,3}(?:(?:Co\\. )?${PLACE}(?=[,\\n ]|[.;)]|$)(?! ${WORD} \\d))){0,2}` +
  `(?:[, \\n–-]{1,3}(?:(?:[A-Z]{1,2}-)?\\d{5}(?:-\\d{3,4})?|\\d{2}-\\d{3}|\\d{4}-\\d{3}|\\d{4} ?[A-Z]{2}|\\d{3} \\d{2}|\\d{4}(?= \\p{Lu})) ${PLACE}(?: \\([A-Z]{2}\\))?` +
  `|[, ]{1,2}[A-Z]{2},? \\d{5}(?:-\\d{4})?|,? ${GB_POSTCODE}|[, ]{1,2}[A-Z]{2,3} \\d{4}(?!\\d)|,? \\d{5}(?:-\\d{4})?(?!\\d)|[, ]{1,2}[A-Z]{2} [A-Z]\\d[A-Z] ?\\d[A-Z]\\d| \\d{1,2}(?=[.,;\\s]|$))?` +
  `(?:,? (?:USA|UK|U\\.S\\.A\\.|United States|United Kingdom|Germany|Deutschland|France|Spain|España|Italy|Italia|Netherlands|Nederland|Portugal|Poland|Polska|Sweden|Sverige|Austria|Österreich|Switzerland|Schweiz|Canada|Australia|Ireland|Brasil|Brazil|India))?` +
  ")";
const EDGE = "(?<![\\p{L}\\p{N}#/.-]|\\d:)";
const END = "(?![\\p{L}\\p{N}]|-\\d)";
const NUMBER = "\\d{1,4}(?: ?[a-zA-Z](?![\\p{L}]))?(?:[-/] ?\\d{1,4}[a-z]?|-(?:bis|ter|hs|huis|[IVX]{1,4}))?";

const ENGLISH_KINDS =
  "Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Place|Pl|Square|Sq|Terrace|Ter|Parkway|Pkwy|Highway|Hwy|Close|Crescent|Cres|Mews|Circle|Cir|Trail|Trl|Alley|Gardens|Gdns|Grove|Quay|Wharf|Way|Row|Walk|Hill|Green|Loop|Plaza|Broadway|Esplanade|Parade";
export const ADDRESS_SHAPES: [needs: RegExp, pattern: RegExp][] = [
  shape(
    `(?:${ENGLISH_KINDS})(?:[^\\p{L}\\p{N}]|$)`,
    `(?:(?:Apt|Flat|Unit|Suite|Level|Floor|Shop|Ste|Room|Lot|Studio|Office|Block) ?\\w{1,4}(?:/\\d{1,2})?,? |\\d{1,3}/\\d{1,3}, )?\\d{1,5}[A-Za-z]?(?:-\\d{1,4})? (?!(?:Aisle|Rack|Shelf|Bin|Slot|Zone|Bay) )(?:(?:[NSEW]|North|South|East|West|NE|NW|SE|SW)\\.? )?(?:(?:${WORD}|\\d{1,3}(?:st|nd|rd|th)|of|the) ){1,4}(?:${ENGLISH_KINDS})${END}\\.?(?: (?:N|S|E|W|NE|NW|SE|SW|North|South|East|West)${END}\\.?)?`,
  ),
  shape(
    "stra(?:ß|ss)e|str\\.|weg |gasse|platz|allee|chaussee|straat|laan|plein|gracht|gatan|vägen|vej|veien|gränd|vegur|vejen|stræde|stien|gata|braut|stræti|tún",
    `(?:${WORD}[ -]){0,2}(?!Lager|Lade|Regal|Stapel|Wende|Arbeits|Park|Stell|Sitz|Steh|Liege|Spiel|Camping)\\p{Lu}[\\p{L}-]{1,30}(?:stra(?:ß|ss)e|str\\.|weg|gasse|platz|allee|chaussee|straat|laan|plein|gracht|gatan|vägen|vej|veien|gränd|vegur|vejen|stræde|stien|gata|braut|stræti|tún) ${NUMBER}${END}(?:, \\d{3} \\p{Lu}\\p{Ll}{2,20})?`,
  ),
  shape(
    "Straße|Strasse|Str\\.|Platz|Allee|Weg |Gasse",
    `(?:${WORD}[ -]){1,3}(?:Straße|Strasse|Str\\.|Platz|Allee|Weg|Gasse) ${NUMBER}${END}`,
  ),
  shape(
    "ring|damm|ufer|markt|kade|singel|dijk|gade|gata|katu|[Rr]ing|[Dd]amm|[Uu]fer",
    `(?:${WORD}[ -]){0,3}(?:\\p{Lu}[\\p{L}-]{1,30}(?:ring|damm|ufer|markt|kade|singel|dijk|gade|gata|katu)|Ring|Damm|Ufer|Markt) ${NUMBER},? (?:[A-Z]{1,2}-)?\\d{4,5} ?(?:[A-Z]{2} )?${PLACE}`,
  ),
  shape(
    "(?<=\\d{3})\\d \\p{Lu}",
    `(?:Am|An der|An den|Im|In der|Zum|Zur|Auf der|Auf dem|Unter den|Hinter der|Alte|Alter|Neue|Neuer) (?:${WORD} ){1,3}${NUMBER},? (?:in )?(?:D-|A-|CH-)?\\d{4,5} ${PLACE}`,
  ),
  shape(
    "[Rr]ue|[Aa]venue|[Bb]oulevard|[Bb]d|[Pp]lace|[Ii]mpasse|[Aa]llée|[Cc]hemin|[Qq]uai|[Cc]ours|[Rr]oute|[Ss]quare|[Pp]assage",
    `\\d{1,4}(?: ?(?:bis|ter|quater|[A-D]))?,? (?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Bb]d\\.?|[Pp]lace|[Ii]mpasse|[Aa]llées?|[Cc]hemin|[Qq]uai|[Cc]ours|[Rr]oute|[Ss]quare|[Pp]assage) (?:(?:de|du|des|de la|de l['’]|d['’]|la|le|les) ?){0,2}${WORD}(?:[ -](?:${WORD}|de|du|des|la|le|et)){0,4}${END}`,
  ),
  shape(
    "[Cc]alle|via|rua|Jr|Jirón|Psje|Pasaje|C/|Av|Plaza|Paseo|Bv\\.|Bulevar|Carrer|Camino|Ronda|Carretera|Travesía|Via|Viale|Piazza|Corso|Largo|Vicolo|Rua|Travessa|Praça|Alameda|Estrada|Rodovia|Rue|Avenue|Boulevard|Chaussée|Chemin|Place|Quai|Route",
    `(?!Via \\p{Lu}{2,} )(?:[Vv]ia(?= \\p{Lu}[^\\d\\n]{2,30} \\d{1,4},? \\d{5})|calle(?= \\p{Lu}[^\\d\\n]{2,30},? \\d)|rua(?= \\p{Lu}[^\\d\\n]{2,30},? \\d)|Calle|C/|Jr\\.|Jirón|Psje\\.?|Pasaje|Avenida|Avda\\.?|Av\\.|Bv\\.|Bulevar|Plaza|Paseo|Carrer|Camino|Ronda|Carretera|Travesía|Via|Viale|Piazza|Piazzale|Corso|Largo|Vicolo|Rua|R\\.(?= ?\\p{Lu}\\p{Ll})|Travessa|Praça|Alameda|Estrada|Rodovia|(?:Rue|Avenue|Boulevard|Chaussée|Chemin|Place|Quai|Route)(?= [^\\n\\d]{2,40},? \\d{1,4}[a-zA-Z]?, \\d{4})) ?(?:(?:de|del|de la|du|des|de l['’]|de los|de las|da|do|dos|das|dei|della|delle|degli|d['’]) ?)?${WORD}(?:[ -](?:${WORD}|de|la|del|los|da|do|dos|das|di|e|y|du|des|le)){0,5},? (?:n[º°o]?\\.? ?|núm\\.? ?)?${NUMBER}${END}`,
  ),
  shape(
    "[Uu]l\\.|[Aa]l\\.|[Pp]l\\.|[Oo]s\\.",
    `(?:[Uu]l|[Aa]l|[Pp]l|[Oo]s)\\. ?(?:${WORD}|\\d{1,2})(?: ${WORD}){0,3} ${NUMBER}${END}`,
  ),
  // Whatever the street is called: a house number, a postcode and a town behind it.
  shape(
    "\\d,? (?:in )?(?:[A-Z]{1,2}-)?\\d{2,6}[- ]?\\d{0,3} ?(?:[A-Z]{2} )?\\p{Lu}",
    `(?:(?:[Uu]l|[Aa]l|[Pp]l|[Oo]s)\\. ?)?(?!(?:Gleis|Stand|Halle|Hall|Booth|Tor|Zimmer|Raum|Linie|Bus|Tram|Gate|Terminal|Filiale|Platform|Track|Room|Saal|Kiosk|Page|Version|Chapter|Order|Invoice|Ref|Item|Line|Rule|Step|Table|Figure|Section|Part|Release|Build|Seite|Kapitel|Rechnung|Bestellung|Auftrag|Am|Um|Ab) \\d)(?:${WORD} ){0,3}\\p{Lu}[\\p{L}\\p{M}'’-]{2,24} \\d{1,4}(?: ?[a-zA-Z](?![\\p{L}]))?(?:[/-]\\d{1,4}[a-z]?)?(?: ${ROOM}\\.? ?[\\w-]{1,6}| [A-Z] \\d{1,3})?, (?:[A-Z]{1,2}-)?(?:\\d{5}|\\d{4}|\\d{3} \\d{2}|\\d{2}-\\d{3}|\\d{4} ?[A-Z]{2}|\\d{4}-\\d{3}) ${PLACE}`,
  ),
  shape(
    "\\d, \\p{Lu}[^\\n]{1,40} \\d{3}",
    `(?:${WORD} ){0,3}\\p{Lu}[\\p{L}\\p{M}'’-]{2,24} \\d{1,4}(?: ?[a-zA-Z](?![\\p{L}]))?, ${PLACE},? (?:\\d{7}|\\d{3} \\d{2}|\\d{5})(?!\\d| ?[-/:]\\d)`,
  ),
  shape(
    "(?<=\\d{3})\\d (?:[A-Z]{2} )?\\p{Lu}[^\\n]{1,40}, ",
    `(?:[A-Z]{1,2}-)?(?:\\d{5}|\\d{4} [A-Z]{2}|\\d{2}-\\d{3}) ${PLACE}, (?!(?:Paket|Teil|Seite|Halle|Tor|Gate|Zimmer|Raum|Etage|Stock|Palette|Kiste|Position|Platz|Gleis|Linie|Filiale|Lager|Tisch|Box|Colis|Bulto|Pallet|Parcel|Package|Dock|Bay) )(?:${WORD} ){0,2}\\p{Lu}[\\p{L}\\p{M}'’-]{3,24} ${NUMBER}${END}`,
  ),
  // Said and written without capitals.
  shape(
    "street|avenue|road|lane|drive|boulevard",
    "(?<=(?:at|to|is|live on|lives on|living on|address) )\\d{1,5} (?:[a-z]{2,20} ){1,4}(?:street|avenue|road|lane|drive|boulevard)(?: (?:[a-z]{3,15} ){0,2}(?:alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new hampshire|new jersey|new mexico|new york|ohio|oklahoma|oregon|pennsylvania|tennessee|texas|utah|vermont|virginia|washington|wisconsin|wyoming))?(?![a-z])",
  ),
  shape(
    "P\\.? ?O\\.? ?Box|Postfach|Apartado|Casella Postale",
    "(?:P\\.? ?O\\.? ?Box|Postfach|Apartado(?: de Correos)?|Casella Postale|Boîte Postale) \\d{1,6}(?: \\d{2,4})?",
  ),
];

function shape(needs: string, street: string): [RegExp, RegExp] {
  return [new RegExp(needs, "u"), new RegExp(`${EDGE}${street}${TAIL}`, "gu")];
}

const KIND_AFTER = new RegExp(
  `^[A-Za-z]?(?:-\\d{1,4})?,? (?:(?:bis|ter|quater|[A-D]),? )?(?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Bb]d|[Pp]lace|[Ii]mpasse|[Aa]llée|[Cc]hemin|[Qq]uai|[Cc]ours|[Rr]oute|[Ss]quare|[Pp]assage|[^\\n]{2,50} (?:${ENGLISH_KINDS})(?![a-z]))`,
);
const KIND_BEFORE =
  /(?:[Ss]tra(?:ß|ss)e|[Ss]tr\.|[Ww]eg|[Gg]asse|[Pp]latz|[Aa]llee|chaussee|straat|laan|plein|gracht|gatan|vägen|vej|veien|gränd|vegur|vejen|stræde|stien|gata|braut|stræti|tún|[Rr]ing|[Dd]amm|[Uu]fer|[Mm]arkt|kade|singel|dijk|gade|gata|katu|Box|Postfach|Correos|Postale) $|(?:Am|An|Im|In|Zum|Zur|Auf|Unter|Hinter|Alter?|Neuer?|Calle|C\/|Jr\.|Jirón|Psje\.?|Pasaje|Av(?:enida|da)?\.?|Bv\.|Bulevar|Plaza|Paseo|Carrer|Camino|Ronda|Carretera|Travesía|Via|Viale|Piazzal?e?|Corso|Largo|Vicolo|Rua|R\.|Travessa|Praça|Alameda|Estrada|Rodovia|[UuAaPp]l\.|[Oo]s\.) [^\n]{0,60}$/;
const REACH = 72;

const FIRST_DIGIT = /\d/g;

/** A house number beside a word for a street; nearly all texts stop here. */
function mayHoldStreet(text: string): boolean {
  FIRST_DIGIT.lastIndex = 0;
  while (FIRST_DIGIT.test(text)) {
    const start = FIRST_DIGIT.lastIndex - 1;
    let end = start + 1;
    while (end < text.length && isDigit(text.charCodeAt(end))) end++;
    if (end - start <= 5 && hasKindBeside(text, start, end)) return true;
    FIRST_DIGIT.lastIndex = end;
  }
  return false;
}

/** ", 7010 Trondheim" behind the number; ", Athens 105 60"; "80331 München, Gartenweg 7b". */
const PLACE_AFTER =
  /^[A-Za-z]?(?:[-/]\d{1,4})?(?: [\p{L}]{0,5}\.? ?[\w-]{0,6})?, (?:(?:[A-Z]{1,2}-)?\d{2,5}|\p{Lu}[\p{L}' -]{1,30},? \d{3})/u;
const PLACE_BEFORE = /\d{2}(?: [A-Z]{2})? \p{Lu}[\p{L} -]{1,30}, [\p{L} '’-]{2,40} $/u;
const SMALL_AFTER = /^ (?:[a-z]{2,20} ){1,4}(?:street|avenue|road|lane|drive|boulevard)/;

function hasKindBeside(text: string, start: number, end: number): boolean {
  if (text[start - 1] === " " && KIND_BEFORE.test(text.slice(Math.max(0, start - REACH), start))) return true;
  if (text[start - 1] === " " && PLACE_BEFORE.test(text.slice(Math.max(0, start - REACH), start)))
    return true;
  if (end + 4 >= text.length) return false;
  const behind = text.slice(end, end + REACH);
  return KIND_AFTER.test(behind) || PLACE_AFTER.test(behind) || SMALL_AFTER.test(behind);
}

export function findAddressesInText(text: string, extent: Extent, found: Found): void {
  if (!mayHoldStreet(text)) return;
  for (const [needs, pattern] of ADDRESS_SHAPES) {
    if (!needs.test(text)) continue;
    for (const { 0: raw, index } of matchesOf(pattern, text)) {
      const value = withoutNextSentence(withoutSomebody(withoutNextEntry(raw).replace(/[\s,.;–-]+$/, "")));
      if (value.length <= 6 || isDirections(text, index, index + value.length)) continue;
      const start = extent.startOf(index);
      const end = extent.endOf(index + value.length);
      found(start, end, onOneLine(text.slice(start, end)), 2);
    }
  }
}
