// A listed given name alone: a person when the sentence around it speaks of somebody, or when nothing else is called so.

import { nameSet } from "../field-name.ts";
import { fold } from "./fold.ts";
import { isNothingElse, isThingToo } from "./names-of-things.ts";
import type { WordKind } from "./word-kinds.ts";

/** Words before it: people are asked, told, met and handed things, and have relatives. */
const BEFORE = nameSet(
  "paged mormor morfar farmor farfar maman mamá papá mamma babbo ask asked asks tell told tells ping pinged pinging call called calling with for to from by and or but see saw met meet meeting thank thanks remind reminded email emailed texted text message invite invited via per cc " +
    "driver nurse wife husband son sons daughter daughters brother brothers sister sisters mother father mum mom dad grandma grandpa granny uncle aunt auntie cousin nephew niece partner friend colleague neighbour neighbor boss manager baby little kid kids twins child toddler coach teacher tutor nanny intern cleaner plumber " +
    "dona doña don señora senhora tia tio tía tío abuela abuelo frag fragt mit bei und für von an tante onkel oma opa mutter vater sohn tochter schwester bruder kollege kollegin avec et chez pour par con y para por hermana hermano hija hijo e com di en voor van aan oom med och og til z i dla pan pani paní",
);
const VERB =
  /^(?:['’]s (?:out|off|on|in|at|away|sick|here|not|been|going|mother|mum|dad|father|phone|flat|desk|car|birthday|shift|room|bed)| ?(?:→|->|=>|⇒) | (?:knows|knew|remembers|owes|owed|drives|drove|owns|handles|handled|prefers|picks|picked|collects|collected|texted|rang|phoned|moved|started|cannot|sait|sabe|weiß|kennt|wie|veet|vet|conosce|sa|is|isn['’]t|was|wasn['’]t|has|hasn['’]t|had|will|won['’]t|would|can|can['’]t|could|should|may|might|must|did|didn['’]t|does|doesn['’]t|and I|declined|declines|accepted|volunteered|suggested|noted|presented|seconded|apologi[sz]ed|complained|requested|already|just|never|also|still|says?|said|asks?|asked|wrote|writes|calls?|called|told|tells|wants?|wanted|needs?|needed|thinks?|thought|likes|loves|lives|lived|works|worked|left|leaves|came|comes|went|goes|took|takes|got|gets|gave|gives|made|makes|brought|brings|sent|sends|saw|sees|paid|pays|signed|booked|confirmed|approved|agreed|refused|replied|answered|reported|mentioned|noticed|promised|offered|forgot|lost|found|broke|fell|missed|joins?|joined|arrives?|arrived|returned|returns|struggles|struggled|ready|hat|ist|war|wird|kann|kommt|sagt|sagte|schreibt|braucht|est|était|va|peut|dit|arrive|es|está|fue|tiene|viene|dice|dijo|ha|è|era|ha detto|dice|viene|heeft|was|komt|zegt|zei|är|har|er|sier|sagde|jest|ma|był|była|je|byl|byla)(?![\p{L}]))/u;
const ITEM_START = /(?:^|\n)\s{0,4}(?:[-*•]\s{1,3}(?:\[[ xX]?\]\s)?|\d{1,2}[.)]\s)$/;
const ITEM_END = /^ ?[:–—] ?\p{Ll}/u;
const BRACKETED = /\d[ )]*\($/;

/** Before a word in no list: only what nobody says of a firm or a place. */
const RELATIVE = nameSet(
  "wife husband son sons daughter daughters brother sister mother father mum mom dad grandma grandpa granny uncle aunt auntie cousin nephew niece fiance fiancee stepson stepdaughter toddler nanny " +
    "dona doña tia tio tía tío abuela abuelo tante onkel oma opa mutter vater sohn tochter schwester bruder hermana hermano hija hijo mari femme fils fille soeur frere moglie marito figlio figlia filho filha irma irmao esposa marido zoon dochter",
);
const TALKED_TO = /^(?:ask|asked|pinging|remind|reminded|told)$/;
const ONLY_PEOPLE =
  /^(?: \((?:he|she|they|er|sie|il|elle|él|ella|lui|lei|hij|zij|ele|ela)[ )]|['’]s (?:mother|mum|mom|dad|father|phone|birthday|wife|husband|kid|kids|daughter|son|desk)| (?:is|was|will be) (?:on leave|on holiday|on vacation|off sick|off till|out sick|at lunch|pregnant|allergic|sick|ill)| said (?:he|she|they)['’ ]| (?:asked|told) (?:me|her|him)(?!\p{L})| already said| (?:thinks|hopes|forgot|phoned|rang|texted|cried|smiled|laughed|apologi[sz]ed)(?!\p{L}))/u;

const OFFICES = nameSet(
  "driver nurse coach teacher tutor waiter waitress cleaner plumber electrician gardener chofer conductor enfermera enfermero profesora profesor chauffeur infirmiere infirmier fahrer fahrerin pfleger lehrer lehrerin hausmeister autista infermiera chaperone babysitter caretaker janitor",
);
/** A family name before these is somebody's: "Bäumler meinte". */
const SPOKE =
  /^ (?:said|says|wrote|writes|replied|thinks|thought|told|asked|called|phoned|claims|claimed|agreed|meinte?|sagte?|schrieb|fragte?|bat|rief|erklärte?|dijo|dice|preguntó|escribió|a dit|écrit|demande|pense|ha detto|ha scritto|chiede|zei|schreef|vroeg|denkt|disse|escreveu|säger|sa|skrev|powiedział|napisał)(?!\p{L})/u;

export function isNamedAlone(text: string, span: Span, kind: WordKind): boolean {
  if (kind === "given" || kind === "shaped") return isListedAlone(text, span);
  const isBorne = kind === "family" || kind === "seldom";
  if (isBorne && SPOKE.test(text.slice(span.end, span.end + 16))) return true;
  if (kind === "doubtful") return isOffice(text, span.start);
  const { start, end } = span;
  if (end - start < 4 || !/^\p{Lu}\p{Ll}+$/u.test(text.slice(start, end))) return false;
  if (ONLY_PEOPLE.test(text.slice(end, end + 24))) return true;
  const before = text[start - 2] === "," ? undefined : wordBefore(text, start);
  return (
    before !== undefined &&
    (RELATIVE.has(fold(before)) || TALKED_TO.test(before)) &&
    !/^ \p{Lu}/u.test(text.slice(end, end + 2))
  );
}

const LONGEST_WORD = 20;
const LETTER = /\p{L}/u;

/** The word that a space, or a comma and a space, part from what stands at `start`. */
function wordBefore(text: string, start: number): string | undefined {
  if (text[start - 1] !== " ") return undefined;
  const end = text[start - 2] === "," ? start - 2 : start - 1;
  let from = end;
  while (from > 0 && end - from < LONGEST_WORD && isLetter(text, from - 1)) from--;
  return from === end ? undefined : text.slice(from, end);
}

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at) | 32;
  return code < 128 ? code >= 97 && code <= 122 : LETTER.test(text[at] as string);
}

/** "Chófer Paco": a word that is a name as well, behind what only people are. */
function isOffice(text: string, start: number): boolean {
  const before = wordBefore(text, start);
  return before !== undefined && (RELATIVE.has(fold(before)) || OFFICES.has(fold(before)));
}

function isListedAlone(text: string, { start, end }: Span): boolean {
  const name = text.slice(start, end);
  if (
    end - start < 3 ||
    !/^\p{Lu}\p{Ll}+(?:[-'’]\p{L}\p{Ll}+)*$/u.test(name) ||
    /^[-/_@]/.test(text.slice(end, end + 1)) ||
    /^\p{Lu}+$/u.test(text.slice(start, end))
  )
    return false;
  const ahead = text.slice(Math.max(0, start - 24), start);
  const behind = text.slice(end, end + 20);
  if (VERB.test(behind)) return true;
  if (MONTH.test(name) && /\d\.? $/.test(ahead)) return false;
  if (ITEM_START.test(ahead) && (ITEM_END.test(behind) || (/^ \p{Ll}/u.test(behind) && isOnlyAName(name))))
    return true;
  if (isNothingElse(name) && BRACKETED.test(ahead) && behind.startsWith(")")) return true;
  const before = wordBefore(text, start);
  const isNearSomebody = before !== undefined && BEFORE.has(fold(before));
  if (isNearSomebody && (!isThingToo(name) || RELATIVE.has(fold(before)))) return !/^ \p{Lu}/u.test(behind);
  if (NOTE_TO.test(ahead) && behind.startsWith(")")) return true;
  return standsInProse(text, { start, end }, ahead, behind);
}

/** In a sentence, and neither an article nor a quote, a number or a capital beside it makes a thing of the name. */
function standsInProse(text: string, { start, end }: Span, ahead: string, behind: string): boolean {
  const name = text.slice(start, end);
  if (end - start < 4 || !/^\p{Lu}\p{Ll}+$/u.test(name) || isThingToo(name)) return false;
  if (!/(?:^|[\s(,;:>/–—-])$/u.test(ahead) || ARTICLE.test(ahead) || !BEHIND.test(behind)) return false;
  if (!isNothingElse(name)) return MID_SENTENCE.test(ahead) && !PLACED.test(ahead);
  return PROSE.test(text.slice(Math.max(0, start - 160), end + 160));
}

/** What stands before the name in a note such as "TODO(Ann)". */
const NOTE_TO = /(?:TODO|FIXME|XXX|HACK|NOTE)\($/;
const MONTH = /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)$/;
const isOnlyAName = (name: string) => isNothingElse(name) && !isThingToo(name);
type Span = { start: number; end: number };
const ARTICLE =
  /(?:^|[^\p{L}])(?:the|a|an|our|your|this|that|new|old|version|v|use|using|run|install|import)[ /-]$/iu;
const BEHIND = /^(?:$|[\s.,;:!?)<–—]|['’]s \p{Ll})(?! ?\d|\s?[=\p{Lu}]|[-–][\p{L}\d])/u;
const MID_SENTENCE = /\p{Ll}{2,},? $/u;
const PLACED = /(?:^|[^\p{L}])(?:in|at|near|from|to|of|around|outside|via|aus|nach|à|en|a|em|w|i) $/iu;
const PROSE = /(?:(?<!\p{L})\p{Ll}+[,;]? ){2}/u;
