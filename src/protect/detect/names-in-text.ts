// Names of people in sentences: after titles, greetings, closings, introductions and roles, before an address in
// angle brackets, and a well-known given name with a surname. Every pattern starts at a word and is bounded.

import { nameSet } from "./field-name.ts";
import { matchesOf } from "./matches-of.ts";
import { isGivenName, namesAThing } from "./name-words.ts";
import type { Found, Strength } from "./recognizer.ts";

const PARTICLE = "(?:van|von|de|der|den|da|di|del|della|la|le|bin|al|el|dos|du|zu|ter|ten|af|av)";
const WORD = "(?:[DO]['’])?\\p{Lu}[\\p{Ll}\\p{M}]{1,24}(?:['’-]?\\p{Lu}[\\p{Ll}\\p{M}]{1,24})?";
const SHOUTED = "\\p{Lu}{2,25}";
const INITIAL = "\\p{Lu}\\.?";
const NEXT = `(?: (?:${PARTICLE} ){0,2}(?:${WORD}(?![\\p{L}])|${SHOUTED}(?![\\p{L}])|${INITIAL}(?![\\p{L}])))`;
const NAME = `(?:${WORD}|${SHOUTED}|\\p{Lu}\\.)${NEXT}{0,3}`;
const FULL_NAME = `(?:${WORD}|\\p{Lu}\\.)${NEXT}{1,3}`;
const NO_LETTER = "(?<![\\p{L}\\p{N}])";

const TITLE = new RegExp(
  `${NO_LETTER}(?:(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Herrn?|Frau|Hr|Monsieur|Madame|Mademoiselle|Mme|Mlle|M\\.|Señor|Señora|Sr|Sra|Srta|Signor|Signora|Sig|Sig\\.ra|Dott|Dott\\.ssa|Dhr|Mevr|Mevrouw|Meneer|Senhor|Senhora|Pani|Fru|Ing|Dipl|mevrouw|meneer|dhr|mevr|monsieur|madame|señora?|signora?|senhora?)\\.?[ \\u00a0]{1,2}){1,3}(${NAME})`,
  "gu",
);
const GREETING = new RegExp(
  `${NO_LETTER}(?:[Dd]ear|Hi|Hello|Hey|Hallo|Lieber?|Guten (?:Tag|Morgen)|Bonjour|Cher|Chère|Salut|Hola|Estimad[oa]|Querid[oa]|Ciao|Gentile|Car[oa]|Beste|Prezad[oa]|Olá|Hej|Kära?|Cześć|Thanks|Thank you|Danke|Merci|Gracias|Grazie|Bedankt|Obrigad[oa]|Good (?:morning|afternoon|evening)|Sorry|Welcome|Welcome back),? (${NAME})(?=\\s{0,2}(?:[,!.:;?\\n\\r—–-]|$| and | for | und | y | et ))`,
  "gu",
);
const CLOSING = new RegExp(
  `(?:[Rr]egards|Best|Best wishes|Cheers|Thanks|Thank you|Sincerely|[Tt]ruly|[Ff]aithfully|Grüßen|Grüssen|Grüße|Gruß|Cordialement|Bien à vous|Saludos|[Aa]tentamente|[Ss]aluti|[Gg]roet|[Gg]roeten|Atenciosamente|Abraços?|Pozdrawiam|[Hh]älsningar|LG|VG|MfG|BR)[,.!]{0,2}(?:[ \\t]{0,4}\\r?\\n){1,3}[ \\t–—~-]{0,4}(${NAME})(?=[ \\t]{0,3}(?:[\\n\\r,|(]|$))`,
  "gu",
);
const CLOSING_ON_LINE = new RegExp(
  `(?:[Rr]egards|Cheers|Sincerely|Signed|Gez\\.|Grüße|Gruß|Cordialement|Saludos|[Ss]aluti|[Gg]roeten|Atenciosamente|Pozdrawiam|[Hh]älsningar),? (${NAME})(?=\\s{0,3}$)`,
  "gu",
);
const INTRODUCTION = new RegExp(
  `${NO_LETTER}(?:[Mm]y name(?: is|'s|’s)|[Nn]ame(?:d| is| as| was)|[Mm]ein Name ist|[Ii]ch hei(?:ß|ss)e|[Jj]e m['’]appelle|[Mm]on nom est|[Mm]i nombre es|[Mm]e llamo|[Mm]i chiamo|[Mm]ijn naam is|[Ii]k heet|[Mm]eu nome é|[Mm]e chamo|[Nn]azywam się|[Jj]ag heter|[Mm]itt namn är):? (${NAME})`,
  "gu",
);
const WEAK_INTRODUCTION = new RegExp(
  `${NO_LETTER}(?:I am|I['’]m|[Tt]his is|[Ii]ch bin|[Jj]e suis|[Ss]oy|[Ss]ono|[Ii]k ben|[Ss]ou|[Jj]estem|[Jj]ag är) (${NAME})`,
  "gu",
);
const ROLE = new RegExp(
  `${NO_LETTER}(?:(?:[Pp]atient|[Cc]ustomer|[Cc]lient|[Cc]aller|[Ee]mployee|[Aa]pplicant|[Cc]andidate|[Tt]enant|[Pp]assenger|[Gg]uest|[Cc]ardholder|[Cc]olleague|[Hh]usband|[Ww]ife|[Mm]other|[Ff]ather|[Bb]rother|[Ss]ister|[Nn]eighbou?r|[Aa]ttorney|[Ww]itness|[Cc]laimant|[Pp]laintiff|[Dd]efendant|[Bb]eneficiary|[Bb]orrower|[Aa]gent|[Dd]river|[Nn]urse|[Dd]octor|[Tt]eacher|[Ss]tudent|[Ss]upervisor|[Mm]anager|[Dd]irector|CEO|CTO|CFO|COO|[Pp]rofessor|[Aa]ttn\\.?|[Aa]ttention|c/o|[Ss]igned by|[Ww]ritten by|[Aa]pproved by|[Rr]eviewed by|[Rr]eported by|[Cc]reated by|[Rr]equested by|[Aa]uthored by|[Aa]ssigned to|[Dd]elivered to|[Ss]hip(?:ped)? to|[Bb]ill(?:ed)? to|[Ss]old to|[Pp]ayable to|[Ss]poke (?:to|with)|[Tt]alked (?:to|with)|[Mm]e?et(?:ing)? with|[Oo]n behalf of|a nombre de|al nombre de|au nom de|auf den Namen|im Namen von|zu Händen(?: von)?|z\\. ?Hd\\.|à l['’]attention de|a la atención de|all['’]attenzione di|ter attentie van|[Ii]n the name of|[Cc]ontact|[Cc]ontacted|[Ee]mailed|[Ii]nvited|[Kk]unde|[Kk]undin|[Pp]atientin|[Mm]itarbeiter(?:in)?|[Aa]nsprechpartner(?:in)?|[Kk]linetka|[Cc]liente|[Pp]aciente|[Pp]aziente|[Kk]lant|[Kk]lient|[Кк]лиента?):? )(${FULL_NAME})`,
  "gu",
);
const BEFORE_ADDRESS = new RegExp(
  `(${FULL_NAME}|${WORD}, ${WORD})["']? {0,2}(?=[<(](?:mailto:)?[^\\s<>@]{1,64}@)`,
  "gu",
);
const BEFORE_BIRTH = new RegExp(
  `${NO_LETTER}(${FULL_NAME})(?=,? \\(?(?:born|geb\\.|geboren|née? le|nacid[oa]|nat[oa] il|DOB|d\\.o\\.b)|['’]s (?:phone|email|e-mail|address|passport|account|card|ssn|birthday))`,
  "gu",
);
const SPEECH =
  /^ (?:asked|said|says|wrote|called|replied|mentioned|confirmed|requested|told|thinks|wants|lives|agreed|emailed|texted|complained|apologi[sz]ed|hat|sagt|schrieb|fragt|a dit|dijo|ha detto)(?![\p{L}])/u;
const SPOKEN_TO = new RegExp(
  `${NO_LETTER}(?:[Aa]sk|[Tt]ell|[Pp]ing|told|asked|met|emailed|texted) (${WORD})(?![\\p{L}])`,
  "gu",
);
const ROUGH_NAME = new RegExp(FULL_NAME, "uy");

const PLACE_BEFORE =
  /^(?:St|Saint|San|Santa|Mount|Lake|Port|Fort|Hotel|Hurricane|Project|Operation|[Cc]odename|[Rr]oom|[Rr]aum|[Ss]alle|[Ss]ala|[Ss]aal|[Zz]aal|[Rr]ue)$/;

/** The name stands at the end of a match, or, where the cue follows, at its start. */
type Cue = { pattern: RegExp; strength: Strength; isGood(name: string): boolean; isFirst?: boolean };

const always = () => true;
const isKnown = (name: string) => isGivenName(firstWord(name));
const AFTER_WORDS: Cue[] = [
  { pattern: TITLE, strength: 2, isGood: always },
  { pattern: GREETING, strength: 2, isGood: always },
  { pattern: CLOSING_ON_LINE, strength: 2, isGood: always },
  { pattern: INTRODUCTION, strength: 2, isGood: always },
  { pattern: WEAK_INTRODUCTION, strength: 1, isGood: isKnown },
  { pattern: ROLE, strength: 2, isGood: always },
  { pattern: SPOKEN_TO, strength: 1, isGood: isKnown },
];
const AT_LINE_START: Cue = { pattern: CLOSING, strength: 2, isGood: always };
const BEFORE_MAIL: Cue = { pattern: BEFORE_ADDRESS, strength: 2, isGood: always, isFirst: true };
const DIRECTORY_NAME: Cue = {
  pattern: new RegExp(`${NO_LETTER}[Cc][Nn]=(${FULL_NAME})(?=[,;:"'\\s]|$)`, "gu"),
  strength: 2,
  isGood: always,
};
const BEFORE_DATE: Cue = { pattern: BEFORE_BIRTH, strength: 2, isGood: always, isFirst: true };
/** The last word of every cue above: only a text that holds one of them before a capital is searched for cues. */
const CUE_WORDS = nameSet(
  "mr mrs ms miss mx dr prof professor sir herr herrn frau hr monsieur madame mademoiselle mme mlle m señor señora sr sra srta signor signora sig ra dott ssa dhr mevr mevrouw meneer " +
    "senhor senhora pani fru ing dipl dear hi hello hey hallo liebe lieber tag morgen bonjour cher chère salut hola estimado estimada querido querida ciao gentile caro cara beste prezado prezada olá hej kär kära " +
    "cześć thanks you danke merci gracias grazie bedankt obrigado obrigada morning afternoon evening sorry welcome back regards cheers sincerely signed gez grüße gruß cordialement saludos saluti groeten " +
    "atenciosamente pozdrawiam hälsningar is s named as was ist heiße heisse appelle est es llamo chiamo heet é chamo się heter är am bin suis soy sono ben sou jestem patient customer client caller employee applicant " +
    "candidate tenant passenger guest cardholder colleague husband wife mother father brother sister neighbor neighbour attorney witness claimant plaintiff defendant beneficiary borrower agent driver nurse doctor teacher student supervisor manager director ceo cto cfo coo ask tell ping told asked met email attn attention o by to with of contact contacted emailed invited kunde kundin patientin namen händen von hd de di van " +
    "mitarbeiter mitarbeiterin ansprechpartner ansprechpartnerin cliente paciente paziente klant klient клиент клиента",
);
const BIRTH_WORDS = /born|geb|née? le|nacid|nat[oa] il|dob|d\.o\.b|['’]s /i;
const NEVER_FIRST =
  /^(?:The|This|That|These|There|Please|Your|Our|My|We|You|It|Is|No|Not|If|In|On|At|As|For|To|By|Sie|Ihr|Ihre|Der|Die|Das|Le|La|Les|El|Los|Re|Fwd|And|But|So|How|What|When|Who|Any|Also|I|A|An|Mr|Mrs|Ms|Miss|Dr|Prof|Sr|Sra|Herr|Frau|Monsieur|Madame|Dott|Sig|Ing|Avv|Dhr|Mevr|Mme|Mlle|Dipl)$/;

export function findNamesInText(text: string, found: Found): void {
  const hasCue = findKnownGivenNames(text, found);
  if (hasCue) for (const cue of AFTER_WORDS) findByCue(text, cue, found);
  if (text.includes("\n")) findByCue(text, AT_LINE_START, found);
  if (text.includes("@") && (text.includes("<") || text.includes("("))) findByCue(text, BEFORE_MAIL, found);
  if (/cn=/i.test(text)) findByCue(text, DIRECTORY_NAME, found);
  if (BIRTH_WORDS.test(text)) findByCue(text, BEFORE_DATE, found);
}

function findByCue(text: string, { pattern, strength, isGood, isFirst }: Cue, found: Found): void {
  for (const match of matchesOf(pattern, text)) {
    const raw = match[1] as string;
    const start = isFirst ? match.index : match.index + match[0].length - raw.length;
    const name = withoutThings(raw);
    if (name === "" || NEVER_FIRST.test(firstWord(name)) || !isGood(name)) continue;
    found(start, start + name.length, name.normalize("NFC"), strength);
  }
}

/** A known given name and a surname; the sentence around it must not make a place or a firm of the two. */
function findKnownGivenNames(text: string, found: Found): boolean {
  let hasCue = false;
  for (let index = 0; index < text.length; index++) {
    if (!isCapital(text.charCodeAt(index)) || isLetter(text.charCodeAt(index - 1))) continue;
    hasCue ||= index > 0 && CUE_WORDS.has(wordBefore(text, index));
    let end = index + 1;
    while (end < text.length && isNameLetter(text.charCodeAt(end)) && end - index < 26) end++;
    const word = text.slice(index, end);
    if (text[end] !== " " || word.length < 2 || !isGivenName(word)) continue;
    ROUGH_NAME.lastIndex = index;
    const name = ROUGH_NAME.exec(text)?.[0];
    if (name === undefined && SPEECH.test(text.slice(end, end + 14)))
      found(index, end, word.normalize("NFC"), 1);
    const isName = name !== undefined && isAcceptable(text, index, name);
    if (isName) found(index, index + name.length, name.normalize("NFC"), 1);
    index = isName ? index + name.length : end;
  }
  return hasCue;
}

function wordBefore(text: string, index: number): string {
  let end = index;
  while (end > 0 && index - end < 4 && !isLetter(text.charCodeAt(end - 1))) end--;
  // A full stop ends the sentence and the cue, but for the one of "Dr." and the like.
  if (
    text[end] === "." &&
    text[end - 5] !== undefined &&
    isLetter(text.charCodeAt(end - 5)) &&
    isLetter(text.charCodeAt(end - 4)) &&
    isLetter(text.charCodeAt(end - 3))
  )
    return "";
  let start = end;
  while (start > 0 && end - start < 18 && isLetter(text.charCodeAt(start - 1))) start--;
  return text.slice(start, end).toLowerCase();
}

function isAcceptable(text: string, start: number, name: string): boolean {
  if (namesAThing(name) || name.split(" ").length > 4) return false;
  const after = /^(?:['’]s)? (\p{Lu}[\p{L}]{1,20})/u.exec(
    text.slice(start + name.length, start + name.length + 24),
  );
  if (after && namesAThing(after[1] as string)) return false;
  const before = /(\p{L}{1,20}) $/u.exec(text.slice(Math.max(0, start - 22), start))?.[1] ?? "";
  return !PLACE_BEFORE.test(before);
}

/** Words from the first thing on do not belong to the name: "Ann Lee Customer Care" is Ann Lee. */
function withoutThings(raw: string): string {
  if (!namesAThing(raw)) return raw;
  const words = raw.split(" ");
  if (namesAThing(words[0] as string)) return "";
  const cut = words.findIndex((word) => namesAThing(word));
  // One word before a thing is part of the thing's name: "Johnson Controls".
  if (cut === 1) return "";
  return (cut < 0 ? words : words.slice(0, cut)).join(" ");
}

function firstWord(name: string): string {
  return name.split(/[ .]/, 1)[0] as string;
}

function isCapital(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 0xc0 && code <= 0xde) || (code >= 0x410 && code <= 0x42f);
}

function isLetter(code: number): boolean {
  return (
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    (code >= 0xc0 && code < 0x2000) ||
    (code >= 48 && code <= 57)
  );
}

function isNameLetter(code: number): boolean {
  return code === 45 || (isLetter(code) && !(code >= 48 && code <= 57));
}
