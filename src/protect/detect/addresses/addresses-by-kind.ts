// Addresses by the word for a street of the whole world beside a house number: `Jalan Ampang 12`, `Brīvības iela 45`,
// `12 شارع التحرير`, `Cra. 7 No. 71-52`. How far they reach is for address-extent.ts to say.

import { matchesOf } from "../matches-of.ts";
import type { Found } from "../recognizer.ts";
import { type Extent, onOneLine, withoutNextSentence } from "./address-extent.ts";
import { isDirections } from "./directions.ts";

const WORD = "\\p{Lu}[\\p{L}\\p{M}'’.-]{0,24}";
const SMALL =
  "(?:de|del|da|do|dos|das|di|della|e|y|la|las|los|du|des|le|les|of|al|el|d['’]|l['’]|van|von|den|der|kralja|kneza|svetog|vojvode)";
const NAME = `(?:${SMALL} ){0,2}(?:${WORD}|\\d{1,2}(?: de| th)?)(?:[ -](?:${WORD}|${SMALL}|\\d{1,2}(?= ${SMALL}))){0,4}`;
const NUMBER =
  "\\d{1,5}(?: ?[A-Za-zА-я](?![\\p{L}]))?(?:[-/]\\d{1,4}[A-Za-z]?){0,2}(?![\\p{L}\\d]|[.,:]\\d|%)";
const SIGN =
  "(?:,? ?(?:[Nn]o\\.?|[Nn]r\\.?|[Nn][°º]|#|[Kk]av\\.?|[Nn]úm\\.?|Blok|№|к\\.?|д\\.|буд\\.|дом)? ?)";
const EDGE = "(?<![\\p{L}\\p{N}#/.@-])";

const FIRST =
  "[Cc]alle|[Aa]venida|[Pp]laza|[Pp]aseo|Jl\\.|Jln\\.?|Jalan|Lorong|Lrg\\.|Persiaran|Lebuhraya|Lebuh|Gang|Gg\\.|Rruga|Rr\\.|Bulevardi|Bulevardul|Bulevar|Ulica|ulica|Cesta|cesta|Avda\\.?|Av\\.?|Cl\\.|Diagonal|Transversal|Tv\\.|Trav\\.|Travessa|Praceta|Beco|Calçada|Alameda|Passeig|Passatge|Rambla|Vico|Salita|Contrada|Strada|Str\\.|Șoseaua|Splaiul|Boulevard|Bd\\.?|Derb|Chausée|Chaussée|Steenweg|Carretera|Prolongación|Privada|Cerrada|Circuito|Calzada|Sráid|Bóthar|бул\\.|булевар|бульвар|б-р|ул\\.|улица|вул\\.|просп\\.|пр-т|пр\\.|пл\\.|площадь|пер\\.|шоссе|наб\\.|кв\\.|ж\\.к\\.";
const AFTER =
  "iela|ielā|prospekts|bulvāris|gatvė|g\\.|pr\\.|al\\.|mnt|maantee|puiestee|pst|tänav|tn\\.?|tee|Cd\\.|Cad\\.|Cadde|Caddesi|Sk\\.|Sok\\.|Sokak|Sokağı|Bulvarı|Blv\\.|utca|u\\.|út|útja|tér|tere|krt\\.|körút|köz|prospekt|pereulok|ulitsa|ulica|třída|nábřeží|náměstí|Soi";
const ENGLISH_AFTER =
  "Avenue|Ave|Street|St|Road|Rd|Lane|Ln|Drive|Way|Close|Crescent|Boulevard|Highway|Terrace";
const NORDIC =
  "\\p{Lu}[\\p{L}-]{1,30}(?:gade|gata|gatan|katu|tie|kuja|polku|vej|vei|veien|vägen|gränd|stræde|allé|plads|torv|straat|weg|laan|str\\.|straße|strasse)";

type Grammar = { needs: RegExp; pattern: RegExp };

function grammar(needs: string, pattern: string): Grammar {
  return { needs: new RegExp(needs, "u"), pattern: new RegExp(`${EDGE}(?:${pattern})`, "gu") };
}

const PLAIN: Grammar[] = [
  grammar(FIRST, `(?:${FIRST}) ?[„“"«]?${NAME}[”“"»]?${SIGN}${NUMBER}`),
  grammar(
    "veg|göt|gata|stræti|braut|hlíð|holt|tún|bakka|gerði",
    "\\p{Lu}[\\p{L}-]{3,30}(?:veg(?:i|ur)|g[öa]t[ua]|stræti|braut|hlíð|holti?|túni?|bakka|gerði) \\d{1,3}[a-z]?,? \\d{3} \\p{Lu}\\p{L}{2,24}",
  ),
  grammar(AFTER, `(?:${WORD} ){0,3}${WORD} (?:${AFTER}),? ?(?:No:? ?)?${NUMBER}`),
  grammar(
    "Avenue|Ave|Street|St|Road|Rd|Lane|Ln|Drive|Way|Close|Crescent|Boulevard|Highway|Terrace",
    `(?:${WORD} ){1,3}(?:${ENGLISH_AFTER})\\.? (?:No\\.? ?)?\\d{1,4}[A-Z]?(?=, \\p{Lu})`,
  ),
  grammar(
    "Avenue|Street|Road|Lane|Cross|Main|Marg|Nagar|Rd|St\\.",
    `(?:#|No\\.? ?)?\\d{1,4}(?:/\\d{1,4})?[A-Z]?, (?:\\d{1,2}(?:st|nd|rd|th) |${WORD} ){1,3}(?:Avenue|Street|Road|Lane|Cross|Main|Marg|Nagar|Rd|St\\.)(?![\\p{L}])`,
  ),
  grammar(
    "Jalan|Jln|Lorong|Persiaran|Lebuh|đường|phố|Đường|Phố|Soi|Rruga|Sukhumvit|Quận|Phường|Thanon",
    `(?:No\\.? ?|[Ss]ố )?\\d{1,4}(?:/\\d{1,4}){0,2}[A-Z]?,? (?:(?:ngõ|ngách|hẻm) \\d{1,4},? ){0,2}(?:(?:Jalan|Jln|Lorong|Persiaran|Lebuh|đường|phố|Đường|Phố|Rruga|Thanon) (?:${WORD}|\\d{1,3}(?:/\\d{1,4}[A-Z]?)?)(?: ${WORD}){0,3}|${WORD}(?: ${WORD}){0,3}(?: Soi \\d{1,3}|(?=, (?:Quận|Phường|P\\.|Q\\.)))(?:/\\d{1,3})?)`,
  ),
  grammar(
    "ngõ|ngách|hẻm|kiệt",
    `(?:[Ss]ố (?:nhà )?)?\\d{1,4},? (?:ngõ|ngách|hẻm|kiệt) \\d{1,4}(?:/\\d{1,4})?,? (?:phố |đường )?${WORD}(?: ${WORD}){0,3}`,
  ),
  grammar(
    "[Uu]lica|[Uu]l\\.|Trg|Cesta|Obala|[Bb]ulevar|Bul\\.|[Nn]ám",
    `(?:[Uu]lica|[Uu]l\\.|Trg|Cesta|Obala|[Bb]ulevar|Bul\\.) (?:\\d{1,2}\\. )?(?:[\\p{L}.'-]{2,20} ){1,4}${NUMBER}`,
  ),
  grammar(
    "\\d/\\d{1,5} \\p{Lu}",
    `(?:(?:Unit|Flat|Apt|Shop|U) ?)?\\d{1,4}[A-Z]?/\\d{1,5}[A-Z]? (?:${WORD} ){1,3}(?:${ENGLISH_AFTER}|Court|Ct|Place|Pl|Parade|Pde|Grove|Cct|Circuit|Esplanade|Cres|Dr)(?![\\p{L}])`,
  ),
  grammar(
    "Calle|Cl\\.|Cra|Carrera|Kr|Diagonal|Transversal|Av",
    "(?:Calle|Cll?\\.?|Cra\\.?|Carrera|Kr\\.?|Kra\\.?|Diagonal|Dg\\.?|Transversal|Tv\\.?|Avenida|Av\\.?) ?\\d{1,3} ?[A-Z]?(?: ?(?:Bis|Sur|Norte|Este))? ?(?:#|No\\.?|N°|Nº) ?\\d{1,3} ?[A-Z]?(?: ?Bis)? ?- ?\\d{1,3}(?: (?:Sur|Norte|Este))?",
  ),
  grammar(
    "House|Villa|Plot|Flat|Building|Bldg|Bungalow|Shop|H\\.",
    "(?:House|Villa|Plot|Flat|Building|Bldg\\.?|Bungalow|Shop|H\\.)(?: ?[Nn]o\\.?)? ?#?\\d{1,4}[A-Z]?(?:[-/]\\d{1,4})?, (?:Street|Road|Rd|St|Lane|Sector|Block|Phase|Avenue)(?: ?[Nn]o\\.?)? ?[\\dA-Z]{1,4}(?:/\\d{1,3})?",
  ),
  grammar(
    "[A-Z]-?\\d{1,4}(?:/\\d{1,4})?, \\p{Lu}",
    `[A-Z]{1,2}-?\\d{1,4}(?:/\\d{1,4})?, ${WORD}(?: ${WORD}){0,3}, ${WORD}(?: ${WORD})?[ ,–-]{1,3}[1-8]\\d{2} ?\\d{3}(?!\\d)`,
  ),
  grammar(
    "Lot|Blk|Block|Purok|Barangay|Brgy",
    `(?:Lot|Blk\\.?|Block) ?\\d{1,4},? (?:(?:Lot|Blk\\.?|Block) ?\\d{1,4},? )?(?:${WORD} ){1,4}(?:St\\.|Street|Ave\\.?|Avenue|Road|Rd\\.?|Drive|Subdivision|Village)(?: \\d{1,3})?`,
  ),
  grammar(
    "Blk|Block",
    `(?:Blk\\.?|Block) ?\\d{1,4}[A-Z]?,? (?:${WORD} ){1,4}(?:St|Street|Ave|Avenue|Road|Rd|Drive|Dr|Crescent|Cres|Link|Walk|Way|Central|Close|Loop|Lane)\\.?(?: \\d{1,3})?`,
  ),
  grammar(
    "gade|gata|katu|tie|kuja|polku|vej|vei|vägen|gränd|stræde|allé|plads|torv|straat|weg|laan|str\\.|stra(?:ß|ss)e",
    `${NORDIC} ${NUMBER}`,
  ),
  grammar(
    "PO Box|P\\.O\\.|Casilla|Apdo|Skrytka|BP \\d|Box \\d|Postboks|Postbus",
    "(?:Casilla|Apdo\\.?|Skrytka pocztowa|B\\.?P\\.?|Postboks|Postbus) \\d{1,6}(?=[, ]{1,2}(?:\\p{Lu}|\\d))",
  ),
];

const DIGIT = "[\\d\\u0660-\\u0669\\u06f0-\\u06f9]";
const BEYOND: Grammar[] = [
  grammar(
    "רחוב|רח['׳]|שדרות|שד['׳]|דרך|סמטת|כיכר",
    "[מבלהו]?(?:רחוב|רח['׳]|שדרות|שד['׳]|דרך|סמטת|כיכר) [\\p{Script=Hebrew}'\"׳״ -]{2,30}? \\d{1,4}(?:/\\d{1,3})?",
  ),
  grammar(
    "شارع|طريق|خیابان|کوچه|جادة|حي",
    `(?:${DIGIT}{1,5}،? )(?:شارع|طريق|خیابان|کوچه|جادة) [\\p{Script=Arabic} ]{2,40}(?=[،,.\\n]|$)|(?:شارع|طريق|خیابان|کوچه|جادة|حي) [\\p{Script=Arabic} ]{2,40}?،? (?:(?:پلاک|رقم|بناية|شقة|مبنى|عمارة|واحد|فيلا|الدور|الطابق) )?${DIGIT}{1,5}`,
  ),
  grammar(
    "ถนน|ถ\\.|ซอย|ซ\\.|หมู่",
    "(?:บ้านเลขที่ |เลขที่ )?\\d{1,4}(?:/\\d{1,4})? (?:หมู่(?:ที่)? ?\\d{1,2} )?(?:(?:ซอย|ซ\\.|ถนน|ถ\\.) ?[\\p{Script=Thai}\\p{M}]{2,24}(?: ?\\d{1,3})? ?){0,3}(?:(?:แขวง|ตำบล|ต\\.|เขต|อำเภอ|อ\\.|จังหวัด|จ\\.|กรุงเทพ) ?[\\p{Script=Thai}\\p{M}ฯ]{0,24} ?){0,4}(?:\\d{5}(?!\\d))?",
  ),
  grammar(
    "[市区區町][\\p{Script=Han}\\p{Script=Katakana}\\p{Script=Hiragana}ヶノ]{1,12}\\d",
    "\\p{Script=Han}{2,4}[市区][\\p{Script=Han}]{0,5}[区町村]?[\\p{Script=Han}\\p{Script=Katakana}\\p{Script=Hiragana}ー]{1,12}\\d{1,4}(?:丁目\\d{1,4}番(?:地)?\\d{0,4}号?|[-−]\\d{1,4}(?:[-−]\\d{1,4})?|番地\\d{0,4})(?:[ \\u3000][\\p{Script=Katakana}\\p{Script=Han}ー]{2,15}\\d{0,5}号?室?)?",
  ),
  grammar(
    "मकान|फ्लैट|प्लॉट|गली|वार्ड|सेक्टर",
    "(?:मकान|फ्लैट|प्लॉट|म\\.|घर)(?: ?(?:नं|नंबर|संख्या|क्र)\\.?)? ?[\\dA-Z/-]{1,7}(?:, ?[\\p{Script=Devanagari}\\p{M}\\d -]{2,30}){1,5}(?:[ -]\\d{6})?",
  ),
  grammar(
    "[Οο]δ(?:ός|ού)|[Οο]δ\\.|Λεωφ|Πλατεία",
    `(?:[Οο]δ(?:ός|ού)|[Οο]δ\\.|Λεωφ\\.|Λεωφόρος|Πλατεία) ${NAME},? ${NUMBER}`,
  ),
];

export const ADDRESS_GRAMMARS = [...PLAIN, ...BEYOND];
const SHORTEST = 8;

export function findAddressesByKind(
  text: string,
  { isPlain, extent }: { isPlain: boolean; extent: Extent },
  found: Found,
): void {
  for (const { needs, pattern } of isPlain ? PLAIN : ADDRESS_GRAMMARS) {
    if (!needs.test(text)) continue;
    for (const match of matchesOf(pattern, text)) {
      const { index } = match;
      const raw = withoutNextSentence(match[0].trimEnd());
      if (raw === "" || isDirections(text, index, index + raw.length)) continue;
      const start = extent.startOf(index);
      const end = extent.endOf(index + raw.length);
      if (end - start < SHORTEST) continue;
      const value = text.slice(start, end);
      found(start, end, onOneLine(value), 2);
    }
  }
}
