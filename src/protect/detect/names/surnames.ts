// Family names that hardly ever mean anything else, and the endings that make one. Those that are words, trades or
// colors (Baker, King, Brown) are left out: they need a given name or a cue.

import { nameSet } from "../field-name.ts";
import { fold } from "./fold.ts";
import { FAMILY as LISTED } from "./lists/latin-names.ts";
import { FAMILY as LISTED_ELSEWHERE } from "./lists/other-names.ts";
import { MORE_FAMILY } from "./more-names.ts";

const ENGLISH =
  "adams alexander anderson andrews armstrong atkinson bailey barnes barrett bennett blackwell bradley bradshaw brennan brooks bryant burgess burke burnett burns byrne callahan cameron campbell carlson carpenter carr carroll chambers chapman " +
  "christensen clarke coleman collins connolly connor cooper crawford cunningham curtis daly davidson davies davis dawson dixon doherty donnelly donovan douglas doyle duffy dunn dunne edwards elliott ellis evans farrell ferguson fernandes fitzgerald fitzpatrick " +
  "fleming fletcher flynn foley fraser freeman gallagher gibson gilbert gordon graham greene griffin griffiths hamilton harding harper harris harrison harvey hawkins hayes henderson hendricks higgins hoffman holmes holloway hopkins howell hughes hutchinson " +
  "jackson jacobs jefferson jenkins jennings jensen johnson johnston jones kavanagh keane kelly kennedy kirby knight lambert larson lawson leblanc lewis lloyd lynch macdonald mackay mackenzie maguire marshall martinez matthews mccarthy mcdonald mcgrath mckenna mckenzie " +
  "mclaughlin mclean mcmahon mcnamara mitchell moore moran morgan morris morrison morrissey mullins murphy murray nelson newman nicholson nolan norris oconnell oconnor odonnell oleary oliver oneill osborne oshea osullivan palmer parker parsons patterson pearson pemberton perkins peters " +
  "peterson phillips porter powell quinn ramsey reeves reynolds richards richardson riley robbins roberts robertson robinson rogers rooney russell sanders saunders schneider schwartz shaw sheehan shepherd simmons simpson sinclair smith spencer stephens stevens stevenson stewart sullivan " +
  "sutherland taylor thompson thomson thornton tucker turner underwood vaughan wagner wallace walsh warren watkins watson watts weaver webb webster wheeler whitaker whitehead wilkins wilkinson williams williamson wilson winters woods wright yates";
const GERMANIC =
  "reinhardt reinhard trautmann kellermann stockinger grünwald vogelsang albrecht arnold bauer baumann becker berger bergmann böhm brandt braun busch dietrich engel ernst fischer förster franke friedrich fuchs günther haas hahn hansen hartmann heinrich herrmann hoffmann hofmann horn huber jäger jansen jung kaiser keller klein koch köhler könig krämer kraus krause krüger kuhn lang lange lehmann lindner lorenz ludwig " +
  "maier martens mayer meier meyer möller müller nagel neumann otto peters pfeiffer pohl richter roth sauer schäfer schmid schmidt schmitt schmitz scholz schreiber schröder schubert schulte schultz schulz schulze schuster schwarz seidel simon sommer stein thomas vogel vogt voigt wagner walter weber weiß werner winkler winter wolf wolff ziegler zimmermann " +
  "bakker bos brouwer claes de-vries dekker dijkstra dubois goossens hendriks hermans hoekstra huisman jacobs jacobsen janssen janssens kok koster kuiper kuipers leclercq maes meijer mertens mulder peeters postma prins schouten scholten sikkema smit smits vandenberghe verhoeven vermeulen visser vos willems wouters " +
  "andersen andersson berg bergström carlsson christensen dahl eriksen eriksson gustafsson hansson haugen holm jakobsen jansson jensen johannessen johansen johansson jonsson karlsson kristensen kristiansen larsen larsson lindberg lindqvist lindström lund lundgren madsen magnusson mortensen møller nielsen nilsen nilsson olsen olsson pedersen persson petersen pettersson poulsen rasmussen sandberg solberg sørensen svensson thomsen " +
  "korhonen virtanen mäkinen nieminen mäkelä hämäläinen laine heikkinen koskinen järvinen lehtonen saarinen salminen heinonen niemi heikkilä";
const ROMANCE =
  "vasconcelos saldanha drummond pellegrini rinaldi marchetti bevilacqua carpentier charpentier beauregard escribano cordero galarza aguilar alonso álvarez alves amaral antunes araújo arias barbosa barbieri barros bastos benítez bernard bertrand bianchi blanc blanco bonnet boucher bruno cabrera caetano calvo campos cano cardoso carvalho castaño castellano castellanos castillo castro chevalier colombo conti cordero correia cortés costa coelho cruz cunha delgado dias díaz domínguez dos-santos dumont dupont durand duarte duval echeverría " +
  "esposito esteban fabre faure fernandes fernández ferrari ferreira ferrero figueiredo flores fonseca fontaine fontana fournier françois fuentes gallego gallo garcia garcía garnier garrido gauthier gautier gentile gil giménez giordano girard gomes gómez gonçalves gonzález greco guérin guerrero guillot gutiérrez henry hernández herrera ibáñez iglesias jiménez lacroix lambert laurent leclerc lefebvre lefèvre legrand lemoine " +
  "león leroy lombardi lópez lorenzo lozano luca machado maldonado mancini marchand marchetti mariani marín marino marques márquez martel martínez martins matos medina méndez mendes mendoza menéndez mercier meunier miranda molina monteiro montenegro mora morais morales moreau moreira morel moreno moretti morin moura muñoz nascimento navarro neves núñez oliveira orozco ortega ortiz pacheco parra pascual peña pereira perez pérez perrin petit pinheiro pinto " +
  "pires quintero ramírez ramos reis rey reyes ribeiro ricci rinaldi rivera rizzo robin rocha rodrigues rodríguez rojas romano romero rousseau roussel roux rubio ruiz russo sánchez santana santiago santoro santos sanz schmitt serrano silva simões soares sosa soto sousa suárez tavares teixeira torres valdez vargas vaz vázquez vega velasco vidal vieira villa villalobos villanueva vincent vitale zapata";
const WIDER =
  "abbas abdi abdullah abubakar adebayo adeyemi agarwal ahmed akhtar akinwande al-farsi ali amadi ansari asante aydın ayyar bajwa balogun banerjee basu begum bhat bhatt bose boateng chanda chatterjee chaudhary chen cheng chopra choudhury chowdhury chukwu das demir demirtaş desai deshmukh dlamini diallo diop dube dutta eze fofana gandhi ghosh gupta haddad hakimi hamdan haruna hassan hosseini hussain hussein huang ibrahim iqbal islam iyer jain joshi kamara kapoor karimi kaur kaya khan khumalo kim kone kowalczyk kulkarni kumar kurt lin liu mahlangu malhotra malik mehta mensah mishra " +
  "mohamed mokoena mukherjee murthy mwangi nair naidoo nakamura ndlovu ndiaye nguyen nkosi njoroge nwosu obi odhiambo ogunleye okafor okeke okonkwo okoro onyango osei otieno owusu öztürk pandey park patel patil pham pillai qureshi rahman rajan ramachandran rana rao rashid reddy saito sato sahin şahin saxena sen sesay sethi shah sharma sheikh shrestha siddiqui singh sinha srinivasan subramanian suzuki syed takahashi tanaka thakur touré traoré tran tshabalala usman varma venkatesan verma wang watanabe wong wu xu yadav yamada yamamoto yang yıldırım yıldız yılmaz zhang zhao zhou zulu novak novák svoboda dvořák horvat horváth kovač kovács nagy szabó tóth varga popescu ionescu popa dumitru papadopoulos nowak wójcik kamiński lewandowski";

const SURNAMES = nameSet(
  `${fold(`${ENGLISH} ${GERMANIC} ${ROMANCE} ${WIDER}`)} ${LISTED} ${LISTED_ELSEWHERE}`,
);
/** Endings that family names of a country have and other words hardly ever. */
const ENDING =
  /^\p{Lu}\p{L}{2,20}(?:wicz|czyk|czak|[oe]wsk[ia]|ińsk[ia]|ensk[aiy]|enko|chuk|[nkldr]ov|[nkldr]ova|ová|[ncdr]ev|[ncdr]eva|escu|eanu|oğlu|ogullari|[eo]vi[cć]|poulos|poulou|akis|idis|sson|sdóttir|sdottir|shvili|adze|yan|[dlnrt]sen|inen|nathan|swamy|[dkp]aki|idou|opoulou|jian|skaya|skiy|skyi|[nv]sky|elli|etti|ucci|otti|acci|eau|eault|baum|hauer|hofer|wala|borough|bergh|stad|kvist|qvist|ström|lund|gaard|huizen|stra|mann|meier|meyer|bauer)$/u;
const NO_SURNAME = nameSet(
  "spaghetti confetti graffiti chateau bureau plateau tableau bordeaux nouveau chapeau niveau milliken appelli pinelli intelli novelli vermicelli botticelli donatelli whisky holstein manneken dunstad halmstad karlstad tafelbaum casanova genova moldova terranova villanova vilanova supernova bossanova kiev renova innova microgaard",
);

/** Endings of nouns, which German writes with a capital: Bedingungen, Gesellschaften. */
const NOUN =
  /\p{L}{3}(?:ung|ungen|heit|heiten|keit|keiten|schaft|schaften|ion|ionen|tat|taten|ismus|nis|nisse|ment|mente|mento|mentos|cion|ciones|cao|coes|zione|zioni|ite|enia|anie|enie|einen|ichen|igen|ischen|alen)$/u;
const judged = new Map<string, boolean>();
const MOST_WORDS = 20_000;

export function isSurname(word: string): boolean {
  const known = judged.get(word);
  if (known !== undefined) return known;
  if (judged.size >= MOST_WORDS) judged.clear();
  const folded = fold(word);
  const last = folded.slice(folded.lastIndexOf("-") + 1);
  const answer =
    SURNAMES.has(folded.replace(/['’]/g, "")) ||
    SURNAMES.has(last) ||
    MORE_FAMILY.has(last) ||
    (ENDING.test(word) && !NO_SURNAME.has(folded) && !NOUN.test(folded)) ||
    /^(?:Mc|Mac|O['’]|D['’]|Fitz)\p{Lu}\p{Ll}{2,}$/u.test(word);
  judged.set(word, answer);
  return answer;
}
