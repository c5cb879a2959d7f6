// What the name of a field says of the one who stands in it: kin, a trade or an office, somebody who did something or to
// whom it was done. Trades are countless, so besides the lists the endings of such words speak, less surely.

import { endsIn, type FieldName, nameSet, readFieldName } from "../field-name.ts";
import { fold } from "./fold.ts";
import { isGivenName } from "./given-names.ts";
import { ROLE_FIELDS, THING_WORDS, WEAK_ROLES } from "./person-fields.ts";
import { holdsSomebodyElsewhere } from "./person-fields-elsewhere.ts";
import { namesThings } from "./thing-fields.ts";
import { namesAThing } from "./thing-names.ts";
import { isSurelyAName, readsLikeAName, wordKind } from "./word-kinds.ts";

/**
 * `close`: family and friends, who are called by one name. `sure`: two words with capitals are a person.
 * `likely`: the same, unless one of them is an everyday word. `weak`: only names that are known.
 */
export type Role = "close" | "sure" | "likely" | "weak";

const CLOSE = nameSet(
  "kid kids son sons daughter daughters brother brothers sister sisters mother father mum mom dad stepfather stepmother stepson stepdaughter stepchild halfbrother halfsister " +
    "husband wife spouse exwife exhusband widow widower fiance fiancee boyfriend girlfriend bestie bff niece nephew uncle aunt auntie greataunt greatuncle cousin cousins grandparent grandparents grandfather grandmother grandson granddaughter grandchild grandchildren grandma grandpa " +
    "godparent godparents godfather godmother godchild godson goddaughter motherinlaw fatherinlaw brotherinlaw sisterinlaw soninlaw daughterinlaw eldest youngest eldestchild roommate flatmate housemate tablemate classmate teammate playmate workmate penpal penfriend plusone " +
    "mutter vater sohn tochter kinder bruder schwester geschwister onkel tante neffe nichte oma opa enkel enkelin ehemann ehefrau ehepartner lebenspartner lebensgefahrte lebensgefahrtin taufpate taufpatin patin verlobter verlobte schwager schwagerin schwiegermutter schwiegervater patenkind " +
    "mere pere fils fille enfant enfants frere soeur oncle neveu grandmere grandpere mari femme epoux epouse conjoint conjointe parrain marraine filleul filleule beaupere bellemere petitfils petitefille " +
    "madre padre hijo hija hijos hermano hermana tio tia sobrino sobrina abuelo abuela nieto nieta esposo esposa conyuge novio novia padrino madrina ahijado ahijada suegro suegra cunado cunada " +
    "mae pai filho filha filhos irmao irma neto neta marido padrinho madrinha afilhado sogro sogra figlio figlia figli fratello sorella zio zia nonno nonna nipote marito moglie suocero suocera genitore genitori " +
    "moeder vader zoon dochter broer zus oom neef nicht echtgenoot echtgenote partnernaam kleinkind matka ojciec corka siostra wujek ciocia babcia dziadek zona moder fader sonn dotter datter bror soster syster farmor mormor farfar morfar ektefelle " +
    "aiti poika tytar veli sisko anne baba ogul kiz kardes abla abi teyze amca dayi apa gyermek testver ferj feleseg ibu ayah anak adik kakak suami istri 母 父 子 兄 弟 姉 妹 配偶者 丈夫 妻子 儿子 女儿 父亲 母亲 어머니 아버지 배우자 자녀 мать отец сын дочь муж жена брат сестра",
);
const SURE = nameSet(
  "child children parent parents sibling siblings partnername twin twins inlaw mate firstmate secondmate crewmate bosun deckhand crewmember loanofficer officer officers detective sergeant constable lieutenant inspector warden guard ranger sheriff marshal inmate parolee prisoner detainee suspect suspects accused victim victims missingperson complainant respondent appellant petitioner deponent affiant juror jurors foreperson jurorname stenographer " +
    "celebrant officiant pallbearer usher bridesmaid bridesmaids groomsman groomsmen maidofhonor flowergirl ringbearer concierge maid chambermaid postman mailman milkman watchman nightwatchman doorman handyman repairman fireman policeman foreman journeyman salesman saleswoman salesperson businesswoman spokesperson spokesman spokeswoman chairwoman cameraman sportsman yachtsman boatman ferryman fisherman fishermen tradesman craftsman draftsman " +
    "signedfor pcp referringmd referringdr attending attendingmd md gp rn lpn cna np dds physio osteopath chiropractor sommelier barista chefdecuisine souschef headchef maitred headwaiter keyholder keyholders bystander firstresponder medic matron abbot nun monk priest vicar curate imam rabbi pastor deacon bishop parson reverend sexton verger chaplain " +
    "roommates bidder highestbidder winningbidder lotwinner auctioneer cantor soloist violinist cellist pianist guitarist drummer bassist vocalist vocals leadsinger singer singers frontman dj rapper tenor soprano alto baritone lyricist librettist songwriter screenwriter showrunner cinematographer directorofphotography dop gaffer keygrip bestboy bestgirl stuntman stuntwoman cast castmembers starring costarring understudy extras dancer dancers choreographer stagemanager curator archivist librarian lecturer dean rector chancellor vicechancellor provost headmaster headmistress headteacher principalname prefect classrep headboy headgirl valedictorian salutatorian alumnus alumna mentor mentee coach coaches protege " +
    "pledger giver honoree honouree inmemoryof inhonorof inhonourof tributeto mourner mourners testator testatrix legatee legatees devisee trustor settlor grantor grantee mortgagor mortgagee obligor obligee lessee lessor licensee bondsman surety bailee bailor assignor donee payor remitter drawer endorser indemnitor ubo beneficialowner ultimatebeneficialowner psc authorisedsignatory authorizedsignatory signatories companysecretary " +
    "pm po ba qa sme swe dri cto ceo cfo coo cmo cio ciso cpo chro evp svp vp gm hrbp csm ae sdr bdr tam scrummaster techlead engineer engineers architect analyst analysts developer dev tester auditor auditors accountant bookkeeper comptroller actuary economist statistician scientist researcher investigator pi coinvestigator examiner invigilator proctor grader markers adjudicator arbitrator mediator ombudsman conciliator " +
    "recruiter hiringmanager jobseeker interviewee leaver joiner newhire starter successor predecessor incumbent actingmanager stand in standin locum reliever seconder proposer mover chair cochair vicechair convenor convener rapporteur minutetaker notetaker scribe secretaryname facilitator panellist panellists emcee mc toastmaster keynote keynotespeaker guestofhonor guestofhonour discussant presenter copresenter compere anchor newsreader correspondent columnist stringer blogger vlogger influencer " +
    "present apologies apologiesfrom inattendance absent absentees pax paxname leadpax leadguest leadpassenger booker companion companions escort chaperone chaperon tourguide guide sherpa lifeguard swimmer swimmers rower goalie striker defender midfielder winger keeper registeredkeeper pitcher batter batsman bowler wicketkeeper fielder linesman linejudge challenger opponent opponents mvp manofthematch playerofthematch topscorer goalscorer goalscorers medalist medallist medalists champion runnersup jockey jockeys stablehand farrier breeder handler musher fencer boxer wrestler skater skier climber belayer diver " +
    "homeowner houseowner homebuyer firsttimebuyer lodger boarder occupier occupant occupants subtenant landlady letter tenantname neighbour neighbours neighbor neighbors keyworker foster fostercarer carer carers caregiver homehelp aupair " +
    "baptizer confirmand communicant catechist godsib breadwinner nextfriend dependant dependants ward wards holderofrecord recordholder managerofrecord namedinsured insuredperson codriver additionaldriver namedriver nameddriver thirdparty otherparty otherdriver injuredperson adjustername lossassessor underwriter " +
    "directreport directreports skiplevel dottedlineto teamlead squadlead leadengineer productowner productmanager projectlead projectmanager accountmanager accountexec accountexecutive casemanager caseowner caseofficer probationofficer investigatingofficer arrestingofficer reportingofficer dutymanager dutynurse chargenurse nurseincharge personincharge inchargeof headof " +
    "penanggungjawab petugas ketua bendahara sekretaris dokter bidan anggota nguoilienhe nguoiky giaovien hocsinh thanhvien bacsi",
);
/** Endings of trades and offices in the languages of Western Europe. */
const TRADE_ENDING =
  /^\p{L}{2,20}(?:er|or|ist|ian|eer|man|woman|person|boy|girl|mate|officer|assistant|attendant|chief|captain|clerk|agent|nurse|maid|smith|wright|eur|euse|rice|dora|tora|ista|tore|erin|istin|entin|antin|arin|orin|mann|frau|beauftragte|chefin|kraft)$/u;
/** Things and firms with the same endings. */
const NO_TRADE = nameSet(
  "user server folder header footer number nummer order bestellnummer counter timer filter layer marker pointer buffer parser renderer router container docker browser cluster cipher register parameter character letter paper power water weather corner border color floor error vector factor sensor motor monitor cursor processor connector selector separator operator " +
    "vendor computer controller adapter adaptor worker listener helper wrapper loader builder compiler interpreter scheduler provider consumer publisher manufacturer maker supplier distributor retailer carrier reseller broker tracker crawler spider cover poster banner slider picker spinner flyer freezer cooler heater boiler burner dryer washer mixer blender cooker " +
    "toaster speaker charger trailer tanker cruiser chapter quarter semester trimester center theater meter liter diameter perimeter newsletter dinner supper butter pepper ginger flower tower shower summer winter september october november december river silver copper leather rubber timber transfer master disaster matter manner answer other over under after never ever " +
    "identifier modifier multiplier barrier tier prior interior exterior behavior flavor minor major senior junior mirror indicator generator calculator elevator simulator emulator iterator allocator validator accelerator ventilator radiator denominator placeholder reminder offer super inner outer upper lower higher newer older former latter printer scanner ringer " +
    "trigger logger debugger profiler linter formatter bundler minifier compressor decoder encoder encryptor hasher serializer deserializer mapper reducer resolver transformer converter exporter importer uploader downloader installer updater launcher bootloader hypervisor balancer limiter throttler decor rumor tumor humor honor labor harbor armor tractor reactor capacitor " +
    "resistor transistor inductor detector injector projector refrigerator incubator applicator excavator rotor stator actuator regulator sponsor creditor debtor insurer employer lender contractor subcontractor franchisor acquirer issuer valeur couleur erreur hauteur largeur longueur profondeur serveur ordinateur processeur moteur secteur facteur vecteur capteur compteur " +
    "indicateur fournisseur fleur odeur saveur grandeur ampleur rumeur chaleur vapeur contador computador servidor ordenador procesador indicador identificador separador navegador buscador marcador controlador adaptador generador proveedor fornecedor distribuidor prestador operador comedor corredor ascensor sector valor mostrador medidor refrigerador ventilador calentador " +
    "revista settore motore fattore contatore indicatore fornitore vettore trattore interruttore distributore operatore zimmer keller wetter alter kammer steuer dauer mauer feuer ordner rechner drucker stecker schalter fenster messer koffer fehler zahler muster artikelnummer anbieter hersteller arbeitgeber versicherer netzbetreiber betreiber handler dealer fachkraft " +
    "german human roman shipper estimate climate ultimate approximate checklist wishlist playlist whitelist blacklist allowlist denylist exist assist persist twist meridian median indian italian asian russian canadian australian brazilian norwegian egyptian belgian door poor outdoor indoor anchor tremor webmaster sticker ticker locker blocker checker poker stacker " +
    "cracker linker sinker shaker brewer steamer primer dimmer framer streamer trimmer hammer whisker bumper stopper clipper flipper scraper viper hyper stapler sampler coupler sprinkler ruler roller troller tiller filler thriller propeller mailer spoiler feather heather together either neither whether gather rather drawer sewer fewer prayer destroyer foyer bulldozer " +
    "tokenizer optimizer analyzer initializer randomizer equalizer stabilizer sanitizer fertilizer visualizer synthesizer teaser laser eraser chooser closer looser beer deer career steer veneer cheer sheer",
);
/** What is done by somebody; of the rest, firms do as much as people. */
const NOT_DONE_BY =
  /^(?:sort|order|group|filter|search|index|partition|divid|multipli|increment|step|bucket|key|join|rank|weight|stand|near|good|go|due|use|sell|best|expir|need|requir|complete|ready|repl|rsvp|pass|fly|drop|driven|caus|affect|limit|block|trigger|generat|power|guard|cover|follow|preced|referenc|us|call|import)\p{L}{0,4}$/u;
const FIRMS_DO =
  /^(?:made|manufactur|provid|suppl|issu|distribut|publish|host|insur|produc|ship|carri|develop|operat|financ|fund|sponsor|brew|bottl|built|sold)\p{L}{0,3}$/u;
const RELATIONS: Record<string, ReadonlySet<string>> = {
  to: nameSet(
    "assigned married engaged reports reporting handed given sent addressed sold lent leased let rented escalated delegated forwarded dedicated bequeathed willed owed paid payable issued refunded invoiced billed delivered released attributed credited awarded presented promised loaned gifted passed transferred dispatched next seated close known return returned offer offered line",
  ),
  with: nameSet(
    "seated shared split swapped met meeting lives living staying sharing travelling traveling paired playing left spoke talked coauthored carpool room works working performed lunch appointment session partnered",
  ),
  from: nameSet(
    "borrowed bought received inherited collected gift message call request letter note transferred taken",
  ),
  for: nameSet(
    "covering acting caring standing signed booked reserved held made gift prepared appointment standin subbing cover deputising waiting birthday",
  ),
  of: nameSet(
    "mother father son daughter parent child wife husband widow widower sibling brother sister guardian friend spouse heir estate ward godmother godfather godchild care behalf memory honor honour successor predecessor sponsor owner charge",
  ),
};
const KIN_RELATION =
  /^(?:married|engaged|mother|father|son|daughter|parent|child|wife|husband|widow|widower|sibling|brother|sister|godmother|godfather|godchild|friend|spouse|seated|next)$/;

const roles = new Map<string, Role | null>();
const MOST_FIELDS = 5000;

export function roleOf(field: FieldName): Role | null {
  let role = roles.get(field.raw);
  if (role === undefined) {
    role = judge(field);
    if (roles.size >= MOST_FIELDS) roles.clear();
    roles.set(field.raw, role);
  }
  return role;
}

function judge(field: FieldName): Role | null {
  const [last, pair] = field.tails;
  if (field.isVetoed || THING_WORDS.has(last) || namesThings(field)) return null;
  if (endsIn(field, CLOSE)) return "close";
  const relation = relationOf(last, pair.slice(0, -last.length));
  if (relation !== null) return relation;
  const isListed = endsIn(field, ROLE_FIELDS);
  if (isListed && endsIn(field, WEAK_ROLES) && !ROLE_FIELDS.has(pair)) return "weak";
  if (isListed || endsIn(field, SURE) || holdsSomebodyElsewhere(field)) return "sure";
  return TRADE_ENDING.test(last) && !NO_TRADE.has(last) && last.length > 3 ? "likely" : null;
}

/** `checked_out_by`, `married_to`, `on_behalf_of`, `covering_for`; `sort_by` and `valid_from` are none. */
function relationOf(last: string, before: string): Role | null {
  if (before === "") return null;
  if (last === "by") return NOT_DONE_BY.test(before) ? "weak" : FIRMS_DO.test(before) ? "weak" : "sure";
  if (!Object.hasOwn(RELATIONS, last) || !RELATIONS[last]?.has(before)) return null;
  return KIN_RELATION.test(before) ? "close" : "sure";
}

/** `loan_officer_name`, and where the word for a name comes first: `nama_pemohon`, `שם_המבוטח`. */
export function namesARole(field: FieldName): boolean {
  const { words } = field;
  if (words.length < 2) return false;
  if (NAME_FIRST.has(words[0] as string)) return !words.slice(1).some((word) => NAMED_THINGS.has(word));
  if (!/^names?$/.test(words.at(-1) as string)) return false;
  const role = roleOf(readFieldName(words.slice(0, -1).join("_")));
  return role === "close" || role === "sure";
}

const NAME_FIRST = nameSet("nama nombre nome nom naam ten שם اسم نام ονομα όνομα नाम ชื่อ jina igama");
const NAMED_THINGS = nameSet(
  "empresa producto archivo fichero articulo comercial banco calle ciudad proyecto equipo dominio usuario evento curso tabla campo marca servicio grupo plan entidad tienda " +
    "azienda prodotto file societa progetto utente corso banca negozio citta via fantasia social arquivo produto tabela loja cidade servico " +
    "entreprise societe produit fichier projet domaine utilisateur equipe groupe ville rue commercial banque magasin service " +
    "barang perusahaan produk kota toko usaha obat sekolah bank jalan desa kelas acara proyek bedrijf product project domein straat stad san hang cong du truong lop sp dn " +
    "מוצר חברה קובץ רחוב עיר בנק פרויקט شركة منتج ملف المنتج الشركة الملف المدينة شارع مدينة بنك محصول شرکت فایل شهر خیابان کالا بانک",
);
/** Names that are everyday words as well, which many give their children. */
const VIRTUES = nameSet(
  "blessing comfort patience precious gift innocent lovemore goodluck sunday friday monday charity mercy grace hope faith joy praise godwill progress fortune memory trust lucky happy wisdom justice prince princess queen victory favour favor glory peace prosper promise miracle destiny beauty pretty brilliant clever knowledge learnmore givemore success sweetness thankful trymore talent honest honesty prudence constance clemency providence temperance modesty purity verity felicity bright righteous gladness loveness witness prayer surprise",
);
/** What forms say of kin instead of a name. */
const STATES = nameSet(
  "deceased separated divorced widowed single married estranged adopted living alive late dead none unknown engineering marketing sales staff root leaf internal external",
);
/** Makers, programs and clubs, which stand where people do. */
const BRANDS = nameSet(
  "google github gitlab bitbucket jira slack zoom ubuntu debian fedora windows linux macos android python java node npm docker kubernetes jenkins nvidia intel amd cisco microsoft azure amazon aws apple adobe oracle sap ibm dell lenovo canon epson xerox sony sonos samsung siemens bosch philips nokia huawei xiaomi toyota honda nissan mazda ford audi bmw volvo fiat tesla skoda renault peugeot citroen nike adidas puma ikea lego visa mastercard paypal stripe shopify facebook instagram twitter linkedin youtube netflix spotify telegram whatsapp firefox chrome safari mozilla apache nginx grafana prometheus datadog sentry kafka redis postgres mysql mongodb elastic hetzner cloudflare salesforce hubspot zendesk deloitte kpmg accenture capgemini pwc airbus boeing maersk hapag kuehne dhl fedex ups allianz generali axa contoso borussia bayern juventus arsenal chelsea everton villa betis liverpool tottenham valencia sevilla benfica ajax feyenoord galatasaray inter milan",
);
const BETWEEN_NAMES =
  /^(?:[Ll]e|[Ll]a|[Dd]e|[Dd]u|[Dd]es|[Dd]el|[Dd]i|[Dd]a|[Dd]os|[Vv]an|[Vv]on|[Dd]er|[Dd]en|[Tt]e|[Tt]en|[Tt]er|[Ee]l|[Aa]l|[Ii]|[Yy]|N[ií]|U[ií]|Mac|[ÓO]|bin|binti|bint|ibn|ap)$/u;

/** Two words with capitals at least, none of which belongs to everyday language; one word for family and friends. */
export function isBrand(word: string): boolean {
  return BRANDS.has(fold(word));
}

export function fillsRole(role: Role, words: readonly string[], field: FieldName): boolean {
  // "Goal Keeper" under `keeper` is no name.
  if (words.some((word) => field.words.includes(word.toLowerCase()))) return false;
  if (role === "weak") return words.length > 1 && isGivenName((words[0] as string).replace(/,$/, ""));
  if (words.some(isBrand) && !isSurelyAName(words)) return false;
  if (words.length > 1 && readsLikeAName(words)) return true;
  const last = words.at(-1) as string;
  const told = words.filter((word, at) => at === 0 || word === last || !BETWEEN_NAMES.test(word));
  if (told.length === 1)
    return role === "close" ? isNoWord(last) && !STATES.has(fold(last)) : wordKind(last) === "given";
  if (VIRTUES.has(fold(told[0] as string))) return told.slice(1).every(isNoWord);
  if (role !== "likely" && told.length === 2 && wordKind(last) === "family")
    return !namesAThing(told[0] as string);
  // "Tom Baker" beside "Slow Cook": who is known may be called after a trade.
  return told.every(isNoWord) || (isGivenName(told[0] as string) && told.length < 4);
}

function isNoWord(word: string): boolean {
  return wordKind(word) !== "ordinary";
}
