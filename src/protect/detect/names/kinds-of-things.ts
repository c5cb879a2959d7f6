// Words of many languages for what is called after people: schools, streets, ships, prizes. They stand before the name in
// some languages and behind it in others. Written without accents, as `fold` leaves them.

import { nameSet } from "../field-name.ts";
import { fold } from "./fold.ts";

const SCHOOLS =
  "school academy university college institute escuela escola colegio colexio liceo lyceum lycee ecole college scuola istituto licej licee liceul liceum gimnaziu gimnaziul gymnazium gymnazia gimnazjum gimnazija szkola szkole szkoly skola skolan skolans skole skolen koulu koulun koulussa lukio iskola iskolaban altalanos gimnazium okul okulu ilkokulu ortaokulu anaokulu lisesi fakultesi universitesi universidad universidade universita universitat universiteit uniwersytet univerzita univerzitet sveuciliste egyetem yliopisto universitas sekolah sdn smpn sman smkn shule truong skoly uciliste ucilishte preescolar guarderia creche maternelle asilo nido kita kindergarten grundschule realschule gesamtschule hochschule volksschule mittelschule forskola forskolan barnehage bornehave paivakoti ovoda vrtic przedszkole skolka basisschool facultate scoala primaria secundaria instituto facultad faculdade faculte facolta fakultat";
const STOPS =
  "estacion estacao estacio stazione fermata arret haltestelle halte haltepunkt metro metroul tramway tranvia tramvaj tramvai statie statia stanica postaja stajaliste zastavka przystanek przystanku dworzec stacja stacji petla rondo pysakki asema aseman megallo allomas palyaudvar durak duragi istasyon istasyonu havalimani havaalani terminali iskelesi stasiun bandara pelabuhan stesheni kituo aeropuerto aeroporto aeroport aeroportul flughafen lufthavn flygplats flygplatsen lentoasema lotnisko lotnisku letiste letisko aerodrom repuloter luchthaven parada paragem apeadero nadrazi vlaknadrazi aeroporti hlavni";
const STREETS =
  "calle avenida plaza paseo rua praca largo alameda viale piazza piazzale corso vicolo rue place boulevard quai strasse platz allee straat plein laan gracht ulica ulice ulici ulicy uliczka aleja aleje alei plac placu rynek namesti nam trida nabrezi strada bulevardul piata piatei calea soseaua utca utcai utcaban korut cadde caddesi sokak sokagi bulvari meydani meydan mahallesi katu katua katulla aukio tori gata gatan vagen torg torget gaten gate vej gade plads pladsen plass plassen jalan lorong duong pho ngo barabara odos plateia leoforos kobeinkatu carrer passeig placa rambla rruga sheshi trg prospekt ploshchad kuja polku straatje rondweg";
const BUILDINGS =
  "kho xuong toa-nha hangar pavilion pabellon pavilhao pavillon padiglione batiment batiments edificiul bloque bloco blok espace espacio espaco spazio espai foyer amphi amphitheatre amphitheater anfiteatro rotonda magazzino magazijn sklad skladiste magazyn almacen armazem entrepot depot lagerhaus warehouse hall halle gymnase mediatheque ludotheque maison-de-quartier residence residencia residenza puente ponte pont brug brucke most mostu podul kopru koprusu hid silta bron broen jembatan cau daraja torre turm toren wieza vez kule kulesi torony torni tarnet menara thap edificio edifici edificiul budynek budova zgrada bina binasi epulet rakennus byggnad bygning gedung palacio palazzo palais palast paleis palac palata saray sarayi palota palatsi istana hospital hospitais ospedale policlinico hopital clinique clinica krankenhaus klinik klinikum ziekenhuis szpital szpitala przychodnia nemocnice nemocnica bolnica spital spitalul korhaz hastane hastanesi sairaala sjukhus sjukhuset sykehus sygehus puskesmas iglesia igreja chiesa eglise kirche kerk kosciol parafia kostel crkva biserica templom kilise camii moskee mosque mezquita synagoga catedral cattedrale duomo parroquia parrocchia paroisse pfarrei ermita capilla chapelle kapelle zatoka tunel tunnel centro centrum center centre zentrum keskus centrul kozpont merkezi pusat";
const HONORS =
  "premio premi premia prix preis prijs nagroda nagrody cena ceny nagrada premiul dij odul odulu palkinto mitali pris priset medalla medaglia medaille medal medalj medalje medalja stipendium beca bolsa borsa bourse stypendium trofeo trophee trofeu pokal puchar pohar kupa kupasi copa coppa coupe memorial torneo tournoi turnier turniej turneul turnuvasi regata maraton marathon lauf zawody orden";
const VESSELS =
  "buque barco velero navio nave traghetto motonave navire paquebot bateau ferry ferri schiff segelschiff fregatte dampfer schip veerboot fregata statek parnik brod trajekt nava gemi gemisi vapur feribot hajo komp laiva fartyg fartyget skip skipet skib skibet faerge ferje fergen farjan kapal meli crucero destructor fragata submarino sottomarino sous-marin u-boot lighthouse icebreaker trawler frigate destroyer submarine schooner tender rrs hmcs hmas hmnzs rfa usns uscgc usav fgs bns hnlms hnoms hdms hswms locomotive locomotora lokomotive locomotiva";
const TRAINS =
  "tren treno train zug trein pociag vlak vonat juna tog taget kereta kereta-api intercity pendolino eurocity tgv";
const STORMS =
  "huracan tormenta ciclon tifon furacao tempestade ciclone uragano tempesta ouragan tempete cyclone typhon orkan sturm sturmtief orkaan sztorm huragan cyklon boure hurikan furtuna uraganul vihar kasirga firtina myrsky hirmumyrsky badai topan dhoruba oluja uragan taifuun stormen ovaer hurricane storm typhoon comet cometa comete komet kometa kuyruklu asteroid asteroide crater volcan vulkan galaxy nebula";
const CULTURE =
  "teatro theater teatr teatru divadlo divadla pozoriste kazaliste teatrul szinhaz tiyatro tiyatrosu teatteri teatern museo muzeum muzeul muzej museet muzesi cinema kino kinoteatr auditorio auditorium sala salle saal zaal salon salonu aula biblioteca bibliotheque bibliothek bibliotheek biblioteka knihovna kniznica knjiznica kutuphanesi konyvtar kirjasto bibliotek perpustakaan galeria galleria galerie conservatorio conservatoire estadio stadio stade stadion stadionul stadyumu stadionas filharmonia filharmonie opera operahuset pelicula film filme filmul novela romanzo romanul kniha knjiga ksiazka powiesc cancion canzone chanson piosenka piosenki pisen pjesma cantec sarki sarkisi dal laulu sang lagu phim exposicion exposition ausstellung mostra wystawa vystava izlozba naytelma kappale levy romaani elokuva commissario comisario kommissar detektyw serial serie szobor patung pomnik pomnika pomnik spomenik monumento denkmal statuia heykeli patsas estatua statua statue busto";
const CLUBS =
  "club klub klubu clube circolo kulubu kerho yhdistys egyesulet fc cf sc ac fk vfb vfl tsv psv asd rcd fundacion fundacao fondazione fondation stiftung stichting fundacja nadace nadacia zaklada fundatia alapitvany vakfi saatio stiftelsen yayasan tienda negozio boutique magasin laden winkel sklep obchod trgovina magazin dukkan magaza kauppa butik butikken toko duka kios warung rumah-makan";
const GOODS =
  "phe ca-phe fauteuil canape lampe lampada lampara luminaria chaise silla sedia tavolo schrank regal sofa sessel stuhl tisch bett kommode vitrine bureau-d-angle tapis tappeto alfombra moka barolo chianti amaro chablis rioja brunello lambrusco grappa cognac rhum champagne prosecco doce biscoito bombon galleta vino vinho vin vins wein wijn viini wino jamon queso fromage kase kaas pizza farina pasta harina galletas turron whisky ginebra cerveza birra biere bier pivo piwo olut kahve kahvesi cayi caffe herbata kopi susu salsa salame prosciutto torta kuchen kage ciasto chocolate cioccolato schokolade jacke regenjacke hose schuhe rucksack hemd kleid chaussures veste chemise scarpe giacca camisa zapatos buty kurtka fiat renault peugeot citroen skoda toyota opel volkswagen modelo modello";
const CALLED_AFTER = "imienia imeni";

const wordsOf = (...lists: string[]) => new Set(fold(lists.join(" ")).split(" "));
/** Somebody may own the others: "la boutique de Claire". */
const PUBLIC_KINDS = wordsOf(STOPS, STREETS, HONORS, STORMS, CALLED_AFTER);
const KINDS = wordsOf(SCHOOLS, BUILDINGS, VESSELS, TRAINS, CULTURE, CLUBS, GOODS);

/** The unchanging beginnings of such words in languages that inflect them. */
const STEMS = new Set(
  fold(
    "школ гимназ лице универс институт академи училищ колледж садик техникум консерватор факульт станци остановк метро вокзал аэропорт аеропорт платформ трамва автобус маршрут зупинк летищ спирк улиц вулиц площад проспект бульвар булев переул шоссе набереж майдан больниц госпитал поликлин клиник лікарн болниц преми медал стипенд кубок кубк турнир награ орден ледокол теплоход пароход корабл судн паром крейсер фрегат яхт буксир танкер " +
      "поезд поїзд ураган шторм тайфун циклон театр музе библиотек бібліотек кинотеатр галере стадион стадіон филармон фильм фільм спектакл опер балет пьес книг песн поэм сериал картин повест памятник пам'ятник церк храм собор монастыр мечет клуб фонд команд магазин мост парк имени імені пристан порт самолет самолёт комет кратер выставк фестивал " +
      "δρομο οδος οδου πλατεια λεωφορ γεφυρα πλοιο πλοια σταση σταθμο σχολει λυκει γυμνασι δημοτικο νοσοκομει αεροδρομι βραβει θεατρ σταδι μουσει βιβλιοθηκ εκκλησ ναος πανεπιστημ ιδρυμα κυκλων ταινια βιβλιο παρκο",
  ).split(" "),
);
const SHORTEST_STEM = 3;
const LONGEST_STEM = 10;
const LONGEST_ENDING = 4;
const HAS_STEM = /^[\u0370-\u04ff]/;

/** `folded`: one word as `fold` leaves it. */
export function isKindOfThing(folded: string): boolean {
  if (KINDS.has(folded) || PUBLIC_KINDS.has(folded)) return true;
  if (!HAS_STEM.test(folded)) return false;
  const from = Math.max(SHORTEST_STEM, folded.length - LONGEST_ENDING);
  for (let length = Math.min(folded.length, LONGEST_STEM); length >= from; length--)
    if (STEMS.has(folded.slice(0, length))) return true;
  return false;
}

/** Between the kind of thing and the name: "Escola Municipal …", "Liceo Classico …", "SP nr 41 im. …". */
const MODIFIERS = nameSet(
  "municipal municipale estadual estatal nacional national nationale statale comprensivo classico scientifico artistico tecnico superior superiore primaria primario primaire secundaria secondaria secondaire publica publico publique pubblica elementar elementare basica basico general regional central centrale centrala nationala narodni narodowe narodowy panstwowe panstwowy miejski miejska gminne podstawowa podstawowej srednja osnovna zakladni stredni internacional international internationale internazionale universitario universitaire universitaria nr no num numer numero av mega sveti svetog",
);
/** What counts its pieces: a number stands between the kind and the name. */
const NUMBERED = new Set(
  "vlak zug train tren treno pociag trein vonat juna tog taget поезд поезда поїзд влак воз ec ic ice tgv re sp szkola szkoly szkole zs lo школа школы школи гимназия лицей rejs рейс".split(
    " ",
  ),
);

export function isPublicKind(folded: string): boolean {
  return PUBLIC_KINDS.has(folded);
}

export function isModifier(folded: string): boolean {
  return MODIFIERS.has(folded);
}

export function isNumbered(folded: string): boolean {
  return NUMBERED.has(folded);
}

/** One word that holds its kind: Huizingalaan, Clausbrug, Scoutläger, Regenjacke. */
const COMPOUND =
  /\p{L}{3}(?:laan|straat|plein|brug|gracht|kade|dijk|strasse|straße|platz|allee|gasse|brücke|gatan|vägen|torget|gaten|veien|gade|plads|katu|kuja|puisto|aukio|stadion|halle|schule|gymnasium|läger|lager|senter|senteret|sentrum|zentrum|center|centret|centrum|kontor|verein|skola|skolan|skole|skolen|koulu|museum|museet|sjukhus|sjukhuset|sykehus|sygehus|krankenhaus|klinik|apotheke|apotek|kirche|kirke|kyrka|kyrkan|kirkko|bahnhof|stasjon|stasjonen|stationen|jacke|schuhe|kuchen|turnier|pokal|preis|prijs|priset|prisen|medaille|stiftung|stichting|stiftelsen|bibliothek|bibliotheek|theater|teatern|teateret|denkmal|brunnen|wagen|kaffee|schokolade)$/iu;

export function isCompoundThing(word: string): boolean {
  return word.length > 6 && COMPOUND.test(word);
}
