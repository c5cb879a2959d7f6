// Addresses that have no street word beside a number in the western manner: Turkish, Slavic, Hungarian, Romanian and Nordic
// streets, East Asian blocks, Indian plots, and British ones that a postcode ends.

import { matchesOf } from "../matches-of.ts";
import type { Found } from "../recognizer.ts";
import { type Extent, onOneLine } from "./address-extent.ts";

const WORD = "\\p{Lu}[\\p{L}\\p{M}'’.-]{0,24}";
/** No letters of a postcode. */
const TOWN_WORD = "\\p{Lu}\\p{Ll}[\\p{L}\\p{M}'’.-]{0,24}";
const NAMES = `${WORD}(?: (?:${WORD}|\\d{1,2}\\.?|[a-z]{2,3})){0,3}`;
const NUMBER = "\\d{1,4}(?:[/-]\\d{1,4})?[a-zA-Z]?(?![\\p{L}\\d])";
const TOWN = `(?:[, ]{1,2}(?:\\d{3} ?\\d{2}|\\d{4,6}) ${WORD}(?: (?:${WORD}|\\d{1,2}(?!\\d))){0,2}|, ${WORD}(?:[ -]${WORD}){0,2})?`;
const GB_POSTCODE = "(?:[A-Z]{1,2}\\d[A-Z\\d]? \\d[A-Z]{2})(?![A-Za-z\\d])";
const EDGE = "(?<![\\p{L}\\p{N}#/.-])";

/** Chinese and Japanese leave no space between the verb and the place. */
const HAN_EDGE = "(?:(?<![\\p{L}\\p{N}#/.-])|(?<=[到在至于址为是はをにへがも])|(?=〒))(?![送寄住到在至于])";

type Layout = { needs: RegExp; pattern: RegExp };

function layout(needs: RegExp, pattern: string): Layout {
  return { needs, pattern: new RegExp(`${/Script=Han/.test(pattern) ? HAN_EDGE : EDGE}${pattern}`, "gu") };
}

/** For texts of ASCII alone, too. */
const PLAIN: Layout[] = [
  layout(
    /\b(?:House|Court|Building|Tower|Towers|Apartments?|Lodge|Mansions?|Residency|Heights|Cottage|Villas?|Flats?)\b/,
    `(?:Flat|Apartment|Apt|Unit|Suite|Room|Floor) ?[\\dA-Z]{1,5},? (?:(?:${WORD}) ){1,3}(?:House|Court|Building|Towers?|Apartments?|Lodge|Mansions?|Residency|Heights)(?:, ${TOWN_WORD}(?: ${TOWN_WORD}){0,3}){0,3}(?:,? (?:${GB_POSTCODE}|\\d{5,6}))?`,
  ),
  layout(
    /[A-Z]\d[A-Z\d]? \d[A-Z]{2}(?![A-Za-z\d])/,
    `(?:(?:\\d{1,4}[A-Za-z]?,? )?${WORD}(?: (?:${WORD}|of|the|on|in|upon|y|yr|and|le|de|cum|by|next|under)){0,4}, ){1,4}(?:${WORD}(?: ${WORD}){0,2},? )?${GB_POSTCODE}`,
  ),
  layout(
    /\b(?:Plot|House|H\.? ?No|Door|D\.? ?No|Sector|Flat|Shop)\b/,
    `(?:Plot|House|H\\.|Door|D\\.|Flat|Shop)(?: ?No\\.?)? ?[\\dA-Z][\\dA-Z/-]{0,7}, (?:[\\p{L}\\d .'-]{3,40}, ?){1,5}${WORD}(?: ${WORD})?[ ,-]{1,3}\\d{3} ?\\d{3}(?!\\d)`,
  ),
  layout(
    /[A-Z]\d[\dW] [A-Z\d]{4}(?![A-Za-z\d])/,
    `\\d{1,4}[A-Za-z]? (?:${WORD} ){0,3}${WORD}(?:, (?:Co\\. )?${WORD}(?: (?:${WORD}|of|the|on)){0,2}){1,4},? [A-Z]\\d[\\dW] [A-Z\\d]{4}(?![A-Za-z\\d])`,
  ),
  layout(
    /[A-Z] \d{5}(?!\d)/,
    "\\d{1,5} (?:[NSEW]{1,2} )?(?:[A-Z\\d]{2,20} ){1,4}(?:ST|AVE|RD|BLVD|LN|DR|CT|PL|SQ|TER|PKWY|HWY|CIR|TRL|WAY|LOOP|PIKE)\\.?(?:,? (?:APT|STE|UNIT|FL|BLDG|#) ?[A-Z\\d-]{1,6})?,? (?:[A-Z]{2,20} ){0,2}[A-Z]{2,20},? [A-Z]{2} \\d{5}(?:-\\d{4})?(?!\\d)",
  ),
  layout(/\b(?:RR|HC) \d/, "(?:RR|HC) \\d{1,3},? Box \\d{1,5}(?:, [\\p{L} ]{3,30},? [A-Z]{2}(?: \\d{5})?)?"),
  layout(
    /(?:utca|ulice|strada|Strada|gate|plass|plads|vei|Calea|tie|kuja|katu|sokak|cadde)/i,
    `(?:${NAMES} (?:gate|gata|vei|plass|plads|alle|utca|ulice|sokak|cadde)|\\p{Lu}\\p{L}{3,24}(?:tie|katu|kuja|polku)) ${NUMBER}${TOWN}`,
  ),
  layout(
    /Cad|Sok|Sk\.|Bulvar|Blv|Mah/,
    `(?:${NAMES} (?:Mah\\.|Mahallesi),? )?(?:${NAMES}|\\d{1,5}\\.) (?:Cad\\.|Caddesi|Sok\\.|Sk\\.|Sokağı|Sokak|Bulvarı|Blv\\.)[ ,]{1,2}(?:No: ?|No\\. ?)?${NUMBER}(?:[ ,]{1,2}(?:D|Daire|Kat|K): ?\\d{1,4}){0,2}(?:[ ,/]{1,3}(?:\\d{5} )?${WORD}){0,2}`,
  ),
];

/** Only for texts that hold characters beyond ASCII. */
const BEYOND: Layout[] = [
  layout(
    /náměstí|ulice|třída|nábřeží|námestie|utca|út |tér |körút|sétány/,
    `${NAMES} (?:náměstí|ulice|třída|nábřeží|námestie|ulica|utca|út|útja|tér|tere|körút|sétány|köz) ${NUMBER}\\.?${TOWN}`,
  ),
  layout(
    /[Ss]tr|[Bb]ulevard|[Bb]-?d|[Cc]alea|[Aa]leea|[Șș]os/,
    `(?:Strada|strada|[Ss]tr\\.|[Bb]ulevardul|[Bb]-dul|[Bb]d\\.|[Cc]alea|[Aa]leea|[Șș]os\\.|[Șș]oseaua) ${NAMES}(?:,? nr\\.?)? ${NUMBER}(?:, (?:bl|sc|et|ap)\\. ?\\w{1,4}){0,4}${TOWN}`,
  ),
  layout(
    /ул|улица|просп|пр-т|пер|наб|вул|шоссе|бульв|площ/,
    "(?:(?:(?:г\\.|м\\.|гр\\.|город) ?|(?<=(?:^|[:\\n]) ?))\\p{Lu}[\\p{L}-]{2,25}, )?(?:ул\\.|улица|вул\\.|вулиця|проспект|просп\\.|пр-т|пер\\.|переулок|наб\\.|набережная|шоссе|бульвар|площадь|пл\\.) ?\\p{Lu}[\\p{L}-]{2,25}(?: \\p{Lu}[\\p{L}-]{2,25})?,? (?:д\\. ?|дом |буд\\. ?)?\\d{1,4}[а-я]?(?:[/-]\\d{1,4})?(?:,? (?:корп|к|стр|кв|офис|подъезд)\\.? ?\\d{1,4}){0,3}",
  ),
  layout(/Οδός|Λεωφ|οδός/, `(?:Οδός|οδός|Λεωφ\\.|Λεωφόρος) ${WORD}(?: ${WORD}){0,2} ${NUMBER}${TOWN}`),
  layout(
    /[路街道巷弄村号號]/,
    "(?:\\p{Script=Han}{2,4}(?:省|自治区))?(?:\\p{Script=Han}{2,6}[市州县縣])?(?:\\p{Script=Han}{1,6}[区區县縣镇鎮乡])?\\p{Script=Han}{1,12}(?:路|街|道|大道|巷|弄|村|段)\\p{Script=Han}{0,4}\\d{1,5}(?:弄|巷|之\\d{1,3})?(?:-\\d{1,4})?(?:号|號)(?:[\\p{Script=Han}\\d-]{1,16}(?:室|楼|樓|层|层|单元|座|栋)){0,3}",
  ),
  layout(
    /[都道府県市区町村]/,
    "(?:〒? ?\\d{3}-\\d{4}[ \\u3000]?)?\\p{Script=Han}{2,3}[都道府県][\\p{Script=Han}\\p{Script=Katakana}\\p{Script=Hiragana}ー]{2,20}[ ]?\\d{1,4}(?:(?:丁目|番地?|号|[-−])\\d{0,4}){0,5}(?:[ \\u3000][\\p{Script=Katakana}\\p{Script=Han}ー]{2,15}\\d{1,5}号?室?)?",
  ),
  layout(
    /[시도구군]\s\p{Script=Hangul}/u,
    "\\p{Script=Hangul}{1,6}(?:시|도)(?: \\p{Script=Hangul}{1,5}(?:시|군|구)){1,2} [\\p{Script=Hangul}\\d]{1,14}(?:로|길|동|읍|면|대로)(?: ?\\d{1,4}번?길)? ?\\d{1,5}(?:-\\d{1,4})?(?:,? \\d{1,4}(?:동|호|층)){0,2}",
  ),
  layout(
    /[Qq]uận|[Pp]hường|P\.|Q\.|[Hh]uyện/,
    `\\d{1,4}[A-Z]?(?:/\\d{1,4}){0,3}[A-Z]? ${NAMES}(?:, (?:phường|quận|huyện|Phường|Quận|Huyện|P\\.|Q\\.) ?[\\p{L}\\d]{1,12}(?: \\p{Lu}\\p{L}{1,10}){0,2}){1,3}(?:, (?:TP\\.?|[Tt]hành phố|[Tt]ỉnh) ?${NAMES})?`,
  ),
  layout(
    /đường|phố|Đường|Phố|ngõ/,
    `\\d{1,4}(?:[/-]\\d{1,4})? (?:đường|phố|Đường|Phố) ${NAMES}(?:, (?:phường|quận|Phường|Quận|P\\.|Q\\.) ?[\\p{L}\\d ]{1,20}){0,2}`,
  ),
];

/** Some word of every layout for texts of ASCII alone. */
export const MAY_HAVE_LAYOUT =
  /[A-Z]{2} \d{5}(?!\d)|[A-Z]\d[\dW] [A-Z\d]{4}(?![A-Za-z\d])|House|Court|Building|Tower|Apartment|Apt|Lodge|Mansion|Residency|Heights|Cottage|Villa|Plot|H\.? ?No|Door|D\. ?No|Sector|Flat|Shop|(?:RR|HC) \d|utca|ulice|[Ss]trada|gate|gata|plass|plads|vei|Calea|tie|kuja|katu|sokak|cadde|Cad|Sok|Sk\.|Bulvar|Blv|Mah|[A-Z]\d[A-Z\d]? \d[A-Z]{2}/;
export const ADDRESS_LAYOUTS = [...PLAIN, ...BEYOND];
const SHORTEST = 8;

export function findAddressesByLayout(
  text: string,
  { isPlain, extent }: { isPlain: boolean; extent: Extent },
  found: Found,
): void {
  for (const { needs, pattern } of isPlain ? PLAIN : ADDRESS_LAYOUTS) {
    if (!needs.test(text)) continue;
    for (const { 0: raw, index } of matchesOf(pattern, text)) {
      const value = raw.replace(/[\s,.;-]+$/, "");
      if (value.length < SHORTEST || !/\d/.test(value)) continue;
      const end = extent.endOf(index + value.length);
      found(index, end, onOneLine(text.slice(index, end)), 2);
    }
  }
}
