// Words that make a name the name of a firm, a place, a team or a thing. Those of screens and programs matter only where a
// capital is all that speaks for a person.

import { nameSet } from "../field-name.ts";
import { fold } from "./fold.ts";
import { remembered } from "./given-names.ts";

const FIRMS =
  "kft zrt nyrt s.r.o sro spol d.o.o doo oü ou sia uab asa a/s k.s v.o.s eirl sac sapi pty pte sdn bhd tbk tnhh jsc ojsc pjsc gbr mbh kgaa stadtwerke sparkasse volksbank raiffeisenbank versicherung versicherungen krankenkasse energie telekom apotheke praxis verein verlag baeckerei backerei autohaus gemeinde stadt amt finanzamt ministerium behorde kanzlei reisen gesellschaft werke werk fabrik handel handels logistik bau immobilien hausverwaltung genossenschaft landkreis kreis bezirk bundesamt " +
  "restaurante hotel banco caja seguros ayuntamiento clinica hospital farmacia tienda universidad instituto fundacion asociacion empresa servicios grupo comunidad ministerio banque assurance assurances mairie clinique pharmacie boutique societe universite institut association groupe ministere librairie boulangerie garage banca assicurazioni comune ospedale farmacia negozio universita istituto fondazione associazione gruppo ministero " +
  "gemeente ziekenhuis verzekering verzekeringen apotheek winkel stichting vereniging universiteit bedrijf kommun sjukhus sjukhuset apotek forsakring bolag kommune sygehus forsikring forening stiftelse bolaget spolka spoldzielnia urzad szpital apteka fundacja uniwersytet szkola";
const TRADES =
  "ci reports union unions democratic republican socialist party parti partei partido koprusu havalimani meydani universitesi hastanesi parki stadi mahallesi caddesi sokagi bulvari istasyonu " +
  "realty properties property estate estates homes motors auto automotive dental veterinary vet fitness gym salon spa bakery brewery winery farm farms ranch foods food kitchen grill pizza burger seafood market markets supply supplies hardware electric electrical plumbing heating roofing landscaping construction builders contractors engineering architects design designs " +
  "travel tours cruises airways aviation freight shipping logistics transport trucking courier express delivery mobile wireless telecom telecommunications energy power oil gas solar water utilities mining metals chemicals pharma pharmaceuticals biotech therapeutics diagnostics medical health healthcare clinic wellness hospice " +
  "loan loans mortgage credit savings trust fund funds equity asset assets advisors advisory wealth securities exchange brokers brokerage payments pay wallet card cards debit checking deposit transfer " +
  "academy campus institute elementary primary secondary middle high highschool kindergarten daycare preschool council committee commission board authority agency bureau ministry embassy consulate parliament senate congress court courthouse police fire station army navy force " +
  "festival conference summit expo fair show concert tour match game season final finals open championship tournament series episode chapter section appendix figure exhibit article volume issue part phase stage level grade class category type group block zone area region district precinct ward ";
const SCREEN_WORDS =
  "keep editing forever scheme yum accept active agree allow anyway apply attach available bring cancel checked confirm continue decline details dismiss enable finish forgot got ignore invite learn later leave manage maybe nothing okay optional pause proceed retry saved see selected skip submit sure tap try unread " +
  "access account add alert all any api app apply approve archive art ask assign audit auth back backup base batch best big black blue book box branch break browser bug business buy cache call cancel case chain change channel chat check choose clean clear click close code color column common compare complete component config confirm connect contact content context control copy core create credit current custom daily dark dashboard " +
  "data database default delete deploy detail details device dialog digital direct disable document domain done down download draft drop edit editor empty enable end engine enter entry environment error event export extra failed failure feature field file filter final find first fix flag flow folder font form format free full function general get global go gold golden good grand green grid group guest handler hard help hidden hide high " +
  "history home icon id image import inbox index info inner input insert install instant integration internal invalid item job join json key keyboard label language large last layout lead left level library light limit line link list live load local lock log login logo logout long low main major make manage map mark master match max medium member menu merge message meta method metric min minor missing mode modern module monitor month move multi music my native " +
  "new news next night node none normal note notice notification null number object off office official offline old online only open option options order other outer output overview owner package parent password path payment pending people performance permission personal photo pick pipeline plan plugin point pool popup premium preview price primary print private process profile progress public pull purchase push quality query question quick random range rate read ready real recent record " +
  "recovery red redirect refresh region register regular reject release reload remote remove rename render replace reply report request required reset resource response restart restore result retry return reverse review right role root round route row rule run runtime safe save schedule schema scope score screen script search second secret secure select send sent server session set settings setup share short sign silver simple single site size skip small smart snapshot social sort source space special speed split square standard star start state static " +
  "status step stock stop storage story stream street string strong style submit subscription success super switch symbol sync syntax table tag target task template terminal text theme thread ticket time timeline timer title today toggle token tool top topic total trace track trade transaction trial true turn type under undo uninstall unique unit unknown unlock up update upgrade upload url usage valid value variable vendor verify version video view virtual visual voice volume wait warning watch web website week white widget window work workflow workspace world write wrong yellow yes zero zone";

/** A name with one of these in it belongs to a firm, a place, a team or a thing. */
const THING_NAMES = nameSet(
  `${FIRMS} ${TRADES} ` +
    "reader readers subscriber subscribers neighbours neighbors parents students residents colleagues guests damen herren mesdames messieurs señores señoras ladies gentlemen lda ltda eireli viñedos garrafeira vinhos inc ltd llc llp plc gmbh ag sa sas sarl srl bv nv oy ab aps kg ohg co corp corporation company companies limited group holding holdings partners associates & and und et sons bros brothers consulting solutions systems " +
    "software technologies technology labs lab studio studios bank capital insurance ventures industries international global media press post times magazine foundation institute institution university college school academy " +
    "hospital clinic center centre museum library church cathedral hotel inn resort restaurant cafe bar pub shop store market airport station park garden stadium arena bridge tower building house hall room theatre theater lake river mount mountain " +
    "island beach bay valley street road avenue boulevard lane square city county state republic kingdom united north south east west new san santa los las el saint st fort port team teams support helpdesk desk service services department dept office " +
    "division unit sales marketing engineering finance operations platform security billing accounts payroll legal hr it admin administrator system bot api server client app application project product release version build test tests staging production " +
    "development beta alpha monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december christmas easter award awards prize trophy cup league agreement act bill law treaty " +
    "protocol model engine edition collection series sofa chair table lamp dress shirt shoes jacket coffee tea wine beer whiskey cake pro max plus mini ultra air print poster posters guitar controls motors airlines airways records " +
    "hnos hermanos irmaos irmas freres fratelli gebruder gebroeders sohne soehne sons filhos s.a s.l s.r.l s.p.a b.v n.v s.a.s s.à.r.l cia cie hub ldn " +
    "tier queue order orders invoice ticket account number report review plan roadmap budget meeting call agenda summary notes page pages guide manual policy terms privacy data cloud network email mail phone address name date gate deck suite user users " +
    "allee strasse straße platz weg schule gymnasium klinik krankenhaus bahnhof universität stiftung preis saal rue place plaza calle paseo iglesia escuela colegio école lycée hôpital gare via piazza scuola straat laan plein " +
    "customer customers everyone everybody all team folks guys friends colleagues sir madam there world manager director owner day week month year kafka cassandra overflow",
);

const SCREEN_NAMES = nameSet(SCREEN_WORDS);

const screenWords = new Map<string, boolean>();
const thingWords = new Map<string, boolean>();

export function namesAThing(words: string): boolean {
  let start = 0;
  for (let index = 0; index <= words.length; index++) {
    const code = words.charCodeAt(index);
    if (index < words.length && code > 32 && code !== 44 && code !== 0xa0) continue;
    if (index > start && isThingWord(words.slice(start, index))) return true;
    start = index + 1;
  }
  return false;
}

function isThingWord(word: string): boolean {
  return remembered(thingWords, word, () => THING_NAMES.has(fold(word).replace(/\.$/, "")));
}

/** True for the words of menus, headings and programs, which stand before names without being part of them. */
export function isScreenWord(word: string): boolean {
  return remembered(screenWords, word, () => SCREEN_NAMES.has(word.toLowerCase()));
}

/** Words of screens that are family names as often. */
const NAMES_TOO = nameSet(
  "black green white gold golden long small short major price page field case best grand rich branch booker link marks strong hill record story street light call fine main native silver",
);

/** True for a word that ends a caption ("Mark Complete") and hardly ever a name. */
export function isScreenText(word: string): boolean {
  return isScreenWord(word) && !NAMES_TOO.has(word.toLowerCase());
}
