// How far an address reaches around its street and number: flat and building before it; unit, postcode, town and country
// behind it, segment by segment.

import { isSurelyAName } from "../names/word-kinds.ts";

const WORD = "(?:\\p{Lu}[\\p{L}\\p{M}'’-]{0,24}|\\p{Lu}\\p{L}{0,2}\\.)";
/** Where nothing tells a town from the next word, one word is the town, or two that begin like one. */
const TOWN_WITHOUT_CAPITALS =
  "(?:(?:תל|באר|בני|כפר|רמת|פתח|ראשון|קרית|קריית|נס|גבעת|مدينة|حي|أبو|نئی|नई|नया) )?\\p{Lo}[\\p{L}\\p{M}'’-]{1,20}";
const PLACE_WORD = `(?:${WORD}|de|del|de la|la|le|les|sur|am|an der|der|upon|on|of|do|da|dos|e|y|di|nad|pod|bei|ob)`;
const PLACE = `(?:${WORD}(?:[ -]${PLACE_WORD}){0,3}|${TOWN_WITHOUT_CAPITALS})`;
const GB = "[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}";
const POSTCODE = `(?:(?:[A-Z]{1,2}-)?(?:\\d{5}-\\d{3,4}|\\d{2}-\\d{3}|\\d{4}-\\d{3}|\\d{3} \\d{2,3}|\\d{4} ?[A-Z]{2}|[A-HJ-NP-Z]\\d{4}(?:[A-Z]{3})?|\\d{4,7})|${GB}|[A-Z]\\d[A-Z] ?\\d[A-Z]\\d|[A-Z]\\d[\\dW] ?[A-Z\\d]{4})(?![\\p{L}\\d]|-\\d|[.:]\\d)`;
const UNIT_WORD =
  "(?:Apt|Apartment|Suite|Ste|Unit|Flat|Floor|Fl|Level|Lvl|Room|Rm|Bldg|Building|Block|Blk|Lot|Wohnung|Whg|Tür|Top|Stiege|App|Appt|Bât|Bâtiment|Étage|Piso|Esc|Interno|interno|Int|Scala|scala|piano|Apto|apto|apartamento|departamento|oficina|edificio|interior|local|torre|casa|puerta|portal|escalera|piso|Bloco|bloco|Sala|sala|Conj|conj|Casa|Depto|Dpto|depto|Oficina|Of|Torre|Ext|Puerta|Pta|Manzana|Mz|Lote|Bus|bus|bte|Bte|Box|lgh|dörr|RT|RW|Kat|Daire|D|K|No|kv|kab|bl|sc|et|ap|m|lok|byt|кв|буд|дом|д|корп|к|стр|офис|под|эт|бл|ап|вх|ет|דירה|קומה|כניסה|شقة|رقم|بناية|الدور|الطابق|مبنى|پلاک|واحد|طبقه|Soi|Moo)";
const UNIT = [
  "RT ?\\.?\\d{1,3} ?/ ?RW ?\\.?\\d{1,3}",
  `${UNIT_WORD}(?![\\p{L}])\\.?:? ?(?:No\\.? ?)?[\\w/-]{1,7}(?: ?["“][A-Z]["”])?`,
  "\\d{1,2}(?:st|nd|rd|th) [Ff]l(?:oo|)r?\\.?",
  "\\d{1,2}\\.? ?(?:[º°ªo]\\.? ?)?(?:tr|tv|th|mf|sal|piso|planta|izq|izda|izquierda|dcha|derecha|dto|Dto|Esq|Esquerdo|Frente|étage|Stock|Etage|OG|andar|piętro|emelet|em)\\.?(?:[ ,]{1,2}(?:links|rechts|li|re|tv|th|mf|ajtó)\\.?)?",
  "\\d{1,2}[º°ª] ?[A-D]?",
  "(?:EG|DG|UG|VH|HH|Vorderhaus|Hinterhaus|bajo|rez-de-chaussée|rc)",
  "#\\d{1,3}-\\d{1,5}",
  "[A-Z]-?\\d{1,2}(?:/\\d{1,2})?",
].join("|");
const AREA =
  "(?:(?:Col|Brgy|Barangay|Kec|Kel|Kota|Kab|TP|Quận|Phường|quận|phường|Huyện|P|Q|Distrito|Barrio|Bairro|Urb|Sector|Phase|Block|Ward|District|Co|County|Mahallesi|Mah|Fracc|แขวง|เขต|ตำบล|อำเภอ|ต|อ|จ|г|м|р-н|обл)\\.? ?)";
const COUNTRY =
  "(?:USA|UK|U\\.S\\.A\\.|UAE|United States|United Kingdom|United Arab Emirates|South Africa|New Zealand|Saudi Arabia|Costa Rica|Sri Lanka)";
const BETWEEN = "(?:\\.?,? |[,،、;]\\s{0,2}| [-–] |/|,?\\r?\\n[ \\t]{0,4})";
/** Towns and countries want a comma or a line of their own. */
const PARTED = "(?:[,،、]\\s{0,2}|,? [-–] |,?\\r?\\n[ \\t]{0,4}|(?<=\\d)[.,]{0,2} (?=[A-Z]{1,2}-\\d|\\d{4}))";
const BOUND = "(?![\\p{L}\\p{M}\\d]|-\\p{L})";

/** "No:12/4 Beyoğlu/İstanbul" */
const DISTRICT_NEXT = new RegExp(`(?<=\\d[A-Z]?),? (?:\\d{5} )?${WORD} ?/ ?${WORD}(?![\\p{L}/])`, "uy");
const UNIT_NEXT = new RegExp(`${BETWEEN}(?:${UNIT})${BOUND}`, "uy");
const NUMBER_NEXT = /\/\d{1,4}[A-Za-z]?(?:\/\d{1,4})?(?![\p{L}\d/])/uy;
const POSTCODE_NEXT = new RegExp(
  `${BETWEEN}(?:\\d{3} (?:Reykjav|Kópav|Hafnarf|Akurey|Garðab|Mosfellsb|Selfoss|Keflav|Reykjanesb|Akranes|Egilsst|Ísafj|Seltjarn|Tórshavn)\\p{L}{0,8}|(?:Singapore|S) ?\\(?\\d{6}\\)?(?!\\d)|\\(?${POSTCODE}\\)?(?: ${PLACE}| \\d{1,2}(?![\\d.]))?)`,
  "uy",
);
const PLACE_NEXT = new RegExp(
  `${PARTED}((${AREA})?(?:${COUNTRY}|${PLACE}|\\d{1,2} ${PLACE}|(?<=Quận |Q\\.)\\d{1,2}))((?:[ ,/-]{1,3}[A-Z]{2,3}(?![\\p{L}]))?(?:[ -]{1,3}${POSTCODE}| \\d{1,2}(?![\\d.:/]))?)(?=[,.;)\\]\\n"'<|/،、。]|$|\\s[\\p{Ll}\\p{Lo}(–|-]|[ ]{2})(?!:)`,
  "uy",
);
const NO_PLACE =
  /^(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Sir|Herr|Frau|Tel|Tél|Phone|Fax|Mob|Mobile|Cell|Email|E-?[Mm]ail|Mail|Web|Attn|Name|Date|DOB|Born|Order|Invoice|Ref|Please|Call|Contact|The|This|We|I|My|He|She|It|They|You|Your|Our|And|But|So|If|When|At|On|In|From|To|By|For|Mon|Tue|Wed|Thu|Fri|Sat|Sun|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|June|July|August|September|October|November|December|Thanks|Thank|Regards|Note|Notes|Delivery|Deliver|Signed|Status|Total|Amount|Payment|IBAN|SSN|Passport|Customer|Patient|Client|Ring|Leave|Open|Hours|Telefon|Teléfono|Telefone|Geboren|Né|Née|Nacido|Nacida|Montag|Dienstag|Mittwoch|Donnerstag|Freitag)(?![\p{L}])/u;

const MOST_SEGMENTS = 7;

/** Behind a postcode only a country stands on a line of its own; other lines are the next address, or its owner. */
const ENDS_IN_POSTCODE = new RegExp(`${POSTCODE}(?: ${PLACE})?$`, "u");
const NEXT_LINE = /,?[ \t]{0,4}\r?\n/y;
const COUNTRY_LINE = new RegExp(
  `,?[ \\t]{0,4}\\r?\\n[ \\t]{0,4}(?:${COUNTRY}|${WORD})[ \\t]{0,4}(?=\\r?\\n|$)`,
  "uy",
);

/** Where an address begins whose street stands at a place, and where one ends whose street and number end there. */
export type Extent = { startOf(street: number): number; endOf(numberEnd: number): number };

/** Several layouts find the same street and ask how far it reaches. */
export function extentIn(text: string): Extent {
  return {
    startOf: remembering((from) => extendLeft(text, from)),
    endOf: remembering((from) => endFrom(text, from)),
  };
}

function remembering(answer: (from: number) => number): (from: number) => number {
  const answers = new Map<number, number>();
  return (from) => {
    let known = answers.get(from);
    if (known === undefined) {
      known = answer(from);
      answers.set(from, known);
    }
    return known;
  };
}

const PLAIN_LINE = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;

/** The same address on two lines is the same address. */
export function onOneLine(address: string): string {
  return PLAIN_LINE.test(address) ? address : address.replace(/\s+/g, " ").normalize("NFC");
}

function endFrom(text: string, from: number): number {
  GOES_ON.lastIndex = from;
  if (!GOES_ON.test(text)) return from;
  let end = from;
  let places = 0;
  for (let segment = 0; segment < MOST_SEGMENTS; segment++) {
    if (endsALine(text, end)) return endOfCountry(text, end);
    const next = endOfPlain(text, end);
    if (next > end) {
      end = next;
      continue;
    }
    if (places > 4) break;
    PLACE_NEXT.lastIndex = end;
    const place = PLACE_NEXT.exec(text);
    if (place === null || NO_PLACE.test(place[1] as string)) break;
    // "12 Main St, Ann Lee will come"
    const isNamed = place[2] !== undefined || place[3] !== "";
    if (!isNamed && isSomebody(place[1] as string)) break;
    places++;
    end += place[0].length;
  }
  return end;
}

function endsALine(text: string, at: number): boolean {
  NEXT_LINE.lastIndex = at;
  return NEXT_LINE.test(text) && ENDS_IN_POSTCODE.test(text.slice(Math.max(0, at - LEFT_REACH), at));
}

function endOfCountry(text: string, at: number): number {
  COUNTRY_LINE.lastIndex = at;
  return COUNTRY_LINE.test(text) ? COUNTRY_LINE.lastIndex : at;
}

/** A list of addresses, one on each line, is not one address. */
export function withoutNextEntry(value: string): string {
  for (let at = value.indexOf("\n"); at >= 0; at = value.indexOf("\n", at + 1))
    if (endsALine(value, at)) return value.slice(0, endOfCountry(value, at));
  return value;
}

/** Letters, digits and the like: no address goes on right behind its end. */
const GOES_ON = /[\s.,،、;/–-]/y;
const DISTRICT_REACH = 64;
const PLAIN_NEXT = [NUMBER_NEXT, UNIT_NEXT, POSTCODE_NEXT];
const WITH_DISTRICT = [...PLAIN_NEXT, DISTRICT_NEXT];

function endOfPlain(text: string, from: number): number {
  const mayHaveDistrict = text.slice(from, from + DISTRICT_REACH).includes("/");
  for (const pattern of mayHaveDistrict ? WITH_DISTRICT : PLAIN_NEXT) {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (match !== null) return from + match[0].length;
  }
  return from;
}

function isSomebody(words: string): boolean {
  return /^\p{Lu}\S+ \p{Lu}/u.test(words) && isSurelyAName(words.split(" "));
}

const LEFT = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:(?:Apt|Apartment|Flat|Unit|Suite|Ste|Room|Rm|Shop|Studio|Office|Villa|House|Plot|Lot|Block|Blk|Bldg|Building|Tower|Level|Floor|Door|Casa|Apto|Appt|Bât|Residence|Résidence)\\.? ?(?:No\\.? ?)?#?[A-Z]?-?\\d{0,5}[A-Z]?(?:[/-]\\d{1,4})?|\\d{1,2}(?:st|nd|rd|th) [Ff]loor|[A-Z]{1,2}-?\\d{1,4}(?:/\\d{1,4})?|No\\.? ?\\d{1,4}[A-Z]?|#\\d{1,4}|(?:[A-Z]{1,2}-)?\\d{4,6} ${WORD}(?: ${WORD}){0,2}|${WORD}(?: ${WORD}){0,2} (?:House|Court|Tower|Towers|Apartments|Building|Lodge|Mansions?|Residency|Heights|Cottage|Villas?|Flats|Plaza|Hall))(?:, ?| |/)){1,3}$`,
  "u",
);
const LEFT_REACH = 72;

function extendLeft(text: string, from: number): number {
  const ahead = text.slice(Math.max(0, from - LEFT_REACH), from);
  const match = /[\d\p{Lu}]/u.test(ahead) ? LEFT.exec(ahead) : null;
  return match === null ? from : from - match[0].length;
}

const SENTENCE_END = /(?<=\p{Ll}{4})\. \p{Lu}/u;

/** "… Haarlem. Dossier P 4"; a square that a sentence ends with has no number. */
export function withoutNextSentence(value: string): string {
  const end = value.search(SENTENCE_END);
  if (end < 0) return value;
  const own = value.slice(0, end);
  return /\d/.test(own) ? own : "";
}

/** "14 Elmwood Drive, Mrs Petronella Vos": the one who lives there is no part of it. */
const SOMEBODY_BEHIND =
  /,?\s{1,3}(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Herrn?|Frau|Tel|Tél|Phone|Mobile|Email|E-mail|DOB|Attn|Born)(?:\.|:)?\s.*$/su;

export function withoutSomebody(value: string): string {
  const place = value.replace(SOMEBODY_BEHIND, "");
  const segments = place.split(", ");
  const at = segments.findIndex((segment, index) => index > 0 && isSomebody(segment));
  return at < 0 ? place : segments.slice(0, at).join(", ");
}
