// Words that tell names of people from names of things. Given names that are as often a place, a month or a brand
// (Austin, Charlotte, Jordan, April, Paris) are left out on purpose: they need a cue.

import { nameSet } from "./field-name.ts";

const ENGLISH =
  "aaron abigail adam adrian aiden alan albert alex alexander alexandra alexis alice alicia alison allison amanda amber amelia amy andrea andrew angela ann anna anne annie anthony " +
  "arthur ashley barbara beatrice becky benjamin bernard beth betty beverly bob brandon brenda brian bridget bruce bryan caleb cameron carl carol caroline carrie catherine cathy " +
  "cheryl chloe chris christian christina christine christopher cindy claire clara colin connor craig crystal cynthia daisy dan daniel danielle darren dave david dawn deborah debra denise dennis " +
  "derek diana diane dominic donald donna dora doris dorothy doug douglas duncan dylan edith edward edwin eileen elaine eleanor elizabeth ella ellen emily emma eric erica erin ethan eugene eva " +
  "evan evelyn fiona frances frank fred gabriel gareth gary gavin gemma geoffrey george gerald gillian gina glenn gloria gordon graham greg gregory hannah harold harriet harry heather helen " +
  "henry holly howard hugh ian irene isaac isabel isabella isla jacob jake james jamie jane janet janice jason jean jeff jeffrey jenna jennifer jeremy jerry jesse jessica jill jim joan joanna " +
  "joanne joe joel john johnny jon jonathan joseph joshua joyce judith judy julia julian julie justin karen kate katherine kathleen kathryn katie keith kelly ken kenneth kevin kim kimberly " +
  "kirsten kyle larry laura lauren laurie leah lee leo leon leonard leslie lewis liam lillian linda lindsay lisa liz lois lorraine louis louise lucas lucy luke lydia lynn maggie malcolm " +
  "marc marcus margaret maria marie marilyn marion marjorie mark martha martin mary matt matthew maureen megan melanie melissa michael michelle mike mildred miles mohammed molly monica nancy naomi natalie " +
  "nathan nathaniel neil nicholas nick nicola nicole nigel nina noah noel nora norman oliver olivia oscar owen pamela patricia patrick paul paula pauline peggy penny peter phil philip phillip " +
  "phyllis rachel ralph raymond rebecca renee rhys richard rick rita rob robert robin rodney roger ronald rose rosemary ross roy russell ruth ryan sally sam samantha samuel sandra sara sarah " +
  "scott sean shannon sharon shaun sheila shirley simon sophia sophie stacy stanley stella stephanie stephen steve steven stuart sue susan suzanne sylvia tamara tara teresa terry theodore theresa " +
  "thomas tiffany tim timothy tina todd tom tommy tony tracy trevor tyler valerie vanessa veronica victor vincent vivian walter wanda wayne wendy william willie yvonne zachary zoe";
const EUROPEAN =
  "achim agnes alberto alejandra alejandro alessandra alessandro alfonso alfredo alicja alvaro ana anders andre andreas andres andrzej angelika anja anke annette annika antje antoine anton antonia antonio " +
  "armin arne arturo astrid axel bart beata beate beatriz benoit bernd bernhard birgit bjorn blanca boris bozena britta bruno camille carla carlo carlos carmen caterina cecilia celine charlotta chiara christa " +
  "christoph clemens clemence concepcion corinna cristian cristina cristobal dagmar damien daniela danuta davide delphine dieter dirk dmitri dolores domenico dominik dorota edoardo eduardo eike ekaterina elena eleonora elias elke elodie emanuele " +
  "emilia emilio emmanuel enrico enrique erik erika ernesto esteban etienne ewa fabian fabio fabrice federica federico felipe felix fernanda fernando filip filippo flavia florian francesca francesco francisco " +
  "francois francoise franz franziska frederic frederik friedrich fritz gabriela gabriele georg gerard gerda gerhard giacomo gianluca giorgio giovanna giovanni giulia giulio giuseppe goran gregor greta grzegorz gudrun guillaume " +
  "guillermo gunter gustav hans hartmut heidi heike heiko heinrich heinz helena helga helmut henrik herbert holger hugo ignacio igor ilse ines inge ingeborg ingo ingrid irina isabelle ivan jacek jacques jakob jan jana javier " +
  "jens jerome jeroen joachim joana joao joaquin jochen johan johann johanna johannes jonas jorg jorge josef josefine juan juana julien jurgen jutta kai karin karl karla karsten katarina katarzyna katharina katja katrin " +
  "kerstin klaus konrad konstantin krzysztof lars laszlo laurent leonie lena leonardo lorenzo lothar luca lucia lucie luigi luis luisa lukas lutz maciej magdalena malgorzata manfred manuel manuela marcel marcin marco marek margarita margit margot " +
  "mariana marianne marina mario marlene marta mateo matheus mathieu mathilde matteo matthias mauricio max maximilian melina mercedes michal miguel mikael mikkel milan miriam mirko monika monique moritz natalia natasha nathalie niklas nikolai nikolaus " +
  "nils norbert nuria olaf ole olga olivier ottavia otto pablo paola paolo pascal patrizia pawel pedro petra philipp philippe pia pierre pilar piotr rafael raimund rainer ralf ramon raul regina reinhard renate ricardo riccardo roberta roberto " +
  "rodrigo roland rolf roman rosa rosario rudolf rui ruben sabine salvatore sandrine sanne santiago saskia sebastian sergei sergio siegfried sigrid silke silvia simone sofia sofie sonja soren stanislaw stefan stefania stefano steffen stephane susanna susanne " +
  "svetlana sven tatiana teodor thorsten tobias tomas tomasz torsten ulrich ulrike urs ursula ute uwe valentina valentin vera vincenzo viktor viktoria vittoria vladimir volker waltraud wojciech werner wilhelm wolfgang xavier yannick yves zofia zuzana";
const WIDER =
  "abdul abdullah abebe adebayo aditya adunni ahmad ahmed aisha ajay akira ali amina amir amit ananya anil anita anjali ankit aoife arjun asha ayesha aylin ayse bilal chidi chinedu chioma ciaran deepak deepika diego divya emeka " +
  "emine fatih fatima fatma fatoumata farid farah folake ganesh hamid haruto hassan hiroshi hyun ibrahim imran ivana jamal jin jing jose joseph juma karim kavita kenji khaled khalid kofi krishna kumar kwame lakshmi layla leila lin manish mariam " +
  "meera mehmet mei mohamed mohammad muhammad mustafa nadia naoko neha ngozi nguyen niamh nikhil oluwaseun omar osama padraig parvati pooja priya rahul raj rajesh ravi rashid rohan rohit sakura saeed sanjay saoirse satoshi sedat seung shreya sinead siobhan " +
  "sunil sunita suresh takashi tariq thandi thabo vijay vikram wei xiao yasmin yuki yusuf zahra zainab zeynep zhang мария анна елена ольга наталья иван александр сергей дмитрий андрей алексей михаил владимир татьяна екатерина";

const FURTHER =
  "abena adaeze adela agata agnieszka aino akosua alejo aleksander aleksandra alena alfie alva amara amare amadou anastasia andreea angus anneliese annegret annika anouk antoni anwar apinya arash ariana armando arnaud arvid asger " +
  "asuka aurelie aurelien ayaan ayumi azra babajide baptiste bartosz basil beatrix benedikt berit bernadette bertrand bilge birgitta birte bjarne bogdan bojan boubacar brigitte bronwyn burak carsten catalina cedric chandra chiamaka " +
  "chika chinonso christel christelle claudia claus clementine clodagh corentin cornelia cosima cristiano dagny dalia damian dana danica daphne dariusz delia demba desmond detlef didier dimitra dimitris dmitry dorothea dragan edda " +
  "edgar edmund edna efua ekow elif eliska elsa emre engin erdem ersin esra estelle esther eunice fabienne faisal farida fatou federica ferdinand fergus finn folasade frida friederike funmilayo gaelle gaston genevieve georgina " +
  "georgios gerda ghislaine gideon gilles giancarlo grainne guido gunnar gwendolyn hadiza hakan halima hanna hannelore harald haruki hedwig henrike henriette hermann hideki hiroko hortense hubert ibrahima ikechukwu ilona imani imogen " +
  "indira ingmar ioana ioannis irma ismail istvan itziar iwona ivo jacinta jadwiga jarek jaroslav jasmin jasper jelena jelle jitka joelle jolanta jordi josue jovana juliane julieta jurgita kaito kalle kamala karoline kasper kateryna " +
  "katalin kayode kazuki keiko kenta kerry khadija kinga kiran kjell klara konstantinos krisztina kwabena kwesi lachlan lamine lasse leandro leif leonora lieselotte linnea lisbeth ljubica loic lorena ludmila ludwig luka madeleine " +
  "maeve magnus mahmoud maite malik malin mandla marek maren margarethe mariam marit marija marisol maryam masako mathilda matilda maurice mbali mehdi meike melike merete mette mihai milena mila milica milos mireille moira moussa " +
  "murat nadine nadir nanami natsuki nele niko nikos nobuko noemie nomvula nkechi obinna odile olena oleksandr olufemi omari oriol orla orsolya ozlem padma pascale patrice pavel pernille petros pieter pinar piyush prakash " +
  "pranav preeti priyanka radek radha radoslav rafaela raffaele ragnhild ramesh rana ranjit rasmus reinhold remi rena reza rocio roderick roisin rosalie rosalind rosalia rosamund ruxandra sabrina sadia saif salma samira sandeep saori " +
  "sara sarita sayed selin selma serena severine shabnam shalini shanti shinji shivani sibongile sigurd simona sipho slavica snezana solveig sophia sreten stavros stelios sujata suki sunniva svea sylvain sylvie tadeusz takumi tamas " +
  "tanja tarek tatjana thandiwe themba theo thibault thomasina tiago tibor timo tomoko torben toshiko tove trude tuncay tunde ulla umar unathi uchenna vaclav vanja varun vasilis venla verena vesna viggo vikas violeta virginie vojtech " +
  "waleed wanjiru wiebke wilfried wioletta xenia ximena yaw yannis yasuko yelena yetunde yoko yolanda yukiko yuri yvette zainab zdenek zdenka zeljko zoltan zsofia zubaida";

const GIVEN_NAMES = nameSet(`${ENGLISH} ${EUROPEAN} ${WIDER} ${FURTHER}`);

/** A name with one of these in it belongs to a firm, a place, a team or a thing. */
const THING_NAMES = nameSet(
  "inc ltd llc llp plc gmbh ag sa sas sarl srl bv nv oy ab aps kg ohg co corp corporation company companies limited group holding holdings partners associates & and und et sons bros brothers consulting solutions systems " +
    "software technologies technology labs lab studio studios bank capital insurance ventures industries international global media press post times magazine foundation institute institution university college school academy " +
    "hospital clinic center centre museum library church cathedral hotel inn resort restaurant cafe bar pub shop store market airport station park garden stadium arena bridge tower building house hall room theatre theater lake river mount mountain " +
    "island beach bay valley street road avenue boulevard lane square city county state republic kingdom united north south east west new san santa los las el saint st fort port team teams support helpdesk desk service services department dept office " +
    "division unit sales marketing engineering finance operations platform security billing accounts payroll legal hr it admin administrator system bot api server client app application project product release version build test tests staging production " +
    "development beta alpha monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december christmas easter award awards prize trophy cup league agreement act bill law treaty " +
    "protocol model engine edition collection series sofa chair table lamp dress shirt shoes jacket coffee tea wine beer whiskey cake pro max plus mini ultra air print poster posters guitar controls motors airlines airways records " +
    "tier queue order orders invoice ticket account number report review plan roadmap budget meeting call agenda summary notes page pages guide manual policy terms privacy data cloud network email mail phone address name date gate deck suite user users " +
    "allee strasse straße platz weg schule gymnasium klinik krankenhaus bahnhof universität stiftung preis saal rue place plaza calle paseo iglesia escuela colegio école lycée hôpital gare via piazza scuola straat laan plein " +
    "customer customers everyone everybody all team folks guys friends colleagues sir madam there world manager director owner day week month year kafka cassandra overflow",
);

const givenNames = new Map<string, boolean>();
const thingWords = new Map<string, boolean>();
const MOST_WORDS = 5000;

export function isGivenName(word: string): boolean {
  return remembered(givenNames, word, () => {
    const folded = fold(word);
    return (
      GIVEN_NAMES.has(folded) ||
      (folded.includes("-") && GIVEN_NAMES.has(folded.slice(0, folded.indexOf("-"))))
    );
  });
}

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

/** The words of a text repeat; folding their accents costs more than looking them up. */
function remembered(answers: Map<string, boolean>, word: string, judge: () => boolean): boolean {
  const known = answers.get(word);
  if (known !== undefined) return known;
  if (answers.size >= MOST_WORDS) answers.clear();
  const answer = judge();
  answers.set(word, answer);
  return answer;
}

function fold(word: string): string {
  const lower = word.toLowerCase();
  return /^[\x00-\x7f]*$/.test(lower) ? lower : lower.normalize("NFD").replace(/[\u0300-\u036f]/g, "");
}
