// What one word says about a name: a name from the lists, a word of everyday language, a thing, or nothing known.

import { nameSet } from "../field-name.ts";
import { undeclined } from "./declined-names.ts";
import { fold } from "./fold.ts";
import { isGivenName } from "./given-names.ts";
import { CITIES, COMMON } from "./lists/common-words.ts";
import { DOUBTFUL } from "./lists/latin-names.ts";
import { SELDOM } from "./lists/seldom-names.ts";
import { isKoreanGivenName } from "./more-names.ts";
import { isShapedLikeAName } from "./name-parts.ts";
import { isSurname } from "./surnames.ts";
import { isScreenWord, namesAThing } from "./thing-names.ts";

/** `doubtful`: a name that is a word, a month or a place as well; `shaped`: formed like a name and in no list;
 * `seldom`: a name that few people have. */
export type WordKind =
  | "given"
  | "family"
  | "shaped"
  | "seldom"
  | "doubtful"
  | "initial"
  | "particle"
  | "ordinary"
  | "unknown";

const COMMON_WORDS = nameSet(`${COMMON} ${CITIES}`);
const DOUBTFUL_NAMES = nameSet(DOUBTFUL);
const SELDOM_NAMES = nameSet(SELDOM);
const PARTICLES = nameSet(
  "van von de der den da di del della la le bin bint ibn ben al el dos das do du zu zur ter ten te ap ab ferch verch ni ui nic mac o av af st ould abu abd y e i",
);
const PARTICLE_SPELLINGS =
  /^(?:Ní|Uí|Nic|Mac|Mc|Ó|Ui|Ap|Te|Bin|Binti|Ibn|Van|Von|De|Del|Della|Di|Da|Dos|Al|El|Ter|Ten|Abu|Ould|Dela)$/u;

/** Articles, greetings and the like, which some lists have as names. */
const NEVER_NAMES =
  /^(?:The|This|That|These|There|Please|Your|Our|My|We|You|It|Is|No|Not|If|In|On|At|As|For|To|By|Sie|Ihr|Ihre|Der|Die|Das|Den|Dem|Ein|Eine|La|Le|Les|El|Los|Las|Un|Una|Une|Il|Re|Fwd|And|But|So|How|What|When|Who|Any|Also|A|An|Mr|Mrs|Ms|Miss|Dr|Prof|Sr|Sra|Herr|Frau|Monsieur|Madame|Dott|Sig|Ing|Mgr|Dhr|Mevr|Mme|Mlle|Uncle|Aunt|Auntie|Grandma|Grandpa|Granny|Nana|Mum|Mom|Dad|Dear|Hi|Hello|Hey|Hallo|Hola|Oma|Opa|Mormor|Morfar|Farmor|Farfar|Maman|Papa|Mama|Onkel|Tante|Tía|Tío|Dona|Doña|Don|Chief)$/u;

/** Peoples, which many a list of names has too. */
const PEOPLES = nameSet(
  "bulgarian romanian ukrainian russian croatian serbian slovenian slovakian estonian latvian lithuanian albanian macedonian bosnian montenegrin hungarian austrian belgian italian norwegian canadian american mexican brazilian colombian venezuelan peruvian chilean bolivian ecuadorian paraguayan uruguayan argentinian argentine cuban haitian jamaican dominican nigerian ghanaian kenyan ugandan tanzanian ethiopian eritrean somali sudanese egyptian moroccan algerian tunisian libyan syrian jordanian lebanese iraqi iranian persian saudi emirati qatari kuwaiti omani yemeni israeli palestinian indian pakistani bangladeshi nepali nepalese tibetan bhutanese burmese thai cambodian laotian vietnamese malaysian singaporean indonesian filipino taiwanese japanese chinese korean mongolian kazakh uzbek turkmen tajik kyrgyz afghan azerbaijani armenian georgian turkish cypriot maltese portuguese spanish swedish danish finnish icelandic polish czech slovak british scottish flemish catalan basque galician breton kurdish jewish european asian african australian oceanian caribbean mediterranean atlantic pacific baltic balkan siberian arctic antarctic victorian elizabethan edwardian muslim buddhist hindu catholic protestant orthodox deutsch deutsche deutscher französisch italiano italiana español española portugues portuguesa brasileiro brasileira mexicano mexicana colombiano colombiana argentino argentina peruano peruana chileno chilena",
);

const kinds = new Map<string, WordKind>();
const MOST_WORDS = 20_000;

export function wordKind(word: string): WordKind {
  let kind = kinds.get(word);
  if (kind === undefined) {
    kind = judge(word);
    if (kinds.size >= MOST_WORDS) kinds.clear();
    kinds.set(word, kind);
  }
  return kind;
}

const LONGEST_INITIALS = 6;
const LONGEST_PARTICLE = 5;

function judge(word: string): WordKind {
  if (word.length <= LONGEST_INITIALS && /^\p{Lu}\.?$|^\p{Lu}\.\p{Lu}\.$/u.test(word)) return "initial";
  if (
    (word.length <= LONGEST_PARTICLE && PARTICLE_SPELLINGS.test(word)) ||
    (word === word.toLowerCase() && PARTICLES.has(fold(word)))
  )
    return "particle";
  const bare = word.replace(/^(?:al|el|Al|El|ar|as|ad)-(?=\p{Lu})/u, "").replace(/['’]s$/, "");
  if (NEVER_NAMES.test(bare) || namesAThing(bare)) return "ordinary";
  const folded = fold(bare);
  if (PEOPLES.has(folded)) return "ordinary";
  if (isGivenName(bare)) return "given";
  if (isSurname(bare)) return "family";
  if (DOUBTFUL_NAMES.has(folded)) return "doubtful";
  if (isScreenWord(bare) || COMMON_WORDS.has(folded)) return "ordinary";
  if (isShapedLikeAName(bare)) return "shaped";
  if (undeclined(bare).some((name) => isGivenName(name) || isSurname(name))) return "shaped";
  return SELDOM_NAMES.has(folded) || isDoubleBarrelled(bare) ? "seldom" : "unknown";
}

/** Ohlsen-Krapp, Ajayi-Wood: one half is known. */
function isDoubleBarrelled(word: string): boolean {
  if (!/[-‐]/.test(word)) return false;
  const halves = word.split(/[-‐]/);
  if (/^(?:Ben|Bar|Abu|Al|El|Bin|Ibn|Ould)[-‐]\p{Lu}\p{Ll}{2,}$/u.test(word)) return true;
  return (
    halves.length === 2 &&
    halves.every((half) => /^\p{Lu}\p{Ll}{2,}/u.test(half)) &&
    halves.some((half) => speaksForAName(judge(half)))
  );
}

const WEIGHTS: Record<WordKind, number> = {
  given: 2,
  family: 2,
  shaped: 1.5,
  seldom: 1.5,
  doubtful: 1,
  initial: 1,
  particle: 0.5,
  ordinary: -9,
  unknown: 0,
};

/** How much the words together speak for a person; below zero when one of them belongs to everyday language. */
export function nameWeight(kinds: readonly WordKind[]): number {
  let weight = 0;
  for (const kind of kinds) weight += WEIGHTS[kind];
  return weight;
}

export function speaksForAName(kind: WordKind): boolean {
  return kind === "given" || kind === "family" || kind === "shaped" || kind === "seldom";
}

/** Listed names that no everyday word stands beside. */
export function readsLikeAName(words: readonly string[]): boolean {
  const all = words.map((word, at) => (isKoreanGivenName(words[at + 1] ?? "") ? "family" : wordKind(word)));
  return all.some(speaksForAName) && nameWeight(all) >= 2;
}

/** Two of the words are names that the lists hold, and one of them a given name. */
export function isSurelyAName(words: readonly string[]): boolean {
  const all = words.map(wordKind);
  return all.includes("given") && nameWeight(all) >= 3.5;
}

/** "Confirm Delete", "Duty Manager": nothing in it speaks for a person. */
export function isEverydayLanguage(words: readonly string[]): boolean {
  const all = words.map(wordKind);
  return all.includes("ordinary") && !all.some(speaksForAName);
}
