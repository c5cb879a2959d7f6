// Names of people that in the data of a business are hardly ever people: brands, airports, methods, works of art and the
// long dead. Lower case, as they are looked up.

import { nameSet } from "../field-name.ts";
import { fold } from "./fold.ts";

const BRANDS =
  "samuel_adams jack_daniel jim_beam johnnie_walker captain_morgan don_julio jose_cuervo tom_ford calvin_klein ralph_lauren hugo_boss tommy_hilfiger michael_kors paul_smith ted_baker ben_sherman christian_dior " +
  "mary_kay estee_lauder laura_ashley jo_malone charles_schwab ernst_young morgan_stanley aston_martin alfa_romeo tim_hortons aunt_jemima uncle_ben dr_oetker dr_pepper dr_martens dr_scholl ben_jerry betty_crocker sara_lee oscar_mayer " +
  "marie_callender jimmy_choo karl_lagerfeld jil_sander kate_spade tory_burch vera_wang alexander_mcqueen stella_mccartney vivienne_westwood giorgio_armani gianni_versace mercedes_benz john_deere john_lewis marks_spencer fred_perry " +
  "henry_schein william_hill philip_morris peter_pan wendy_hill jean_paul_gaultier yves_saint_laurent yves_rocher louis_vuitton louis_philippe jacob_delafon patek_philippe franck_muller daniel_wellington raymond_weil perrier_jouet dom_perignon " +
  "victor_hugo aloe_vera jack_russell mann_whitney kruskal_wallis kolmogorov_smirnov anderson_darling cavalier_king pink_lady granny_smith king_edward king_charles shirley_temple crepe_suzette peach_melba cherry_garcia tom_yum tom_collins bloody_mary mary_jane dorian_gray billy_elliot billie_jean eleanor_rigby miss_saigon ruy_lopez caro_kann elizabeth_arden helena_rubinstein bobbi_brown charlotte_tilbury rosa_mundi bella_napoli veuve_clicquot moet_chandon remy_martin earl_grey granny_smith santa_claus dow_jones";
const PLACES =
  "charles_de_gaulle john_f_kennedy john_wayne franz_josef_strauss willy_brandt lester_pearson george_bush simon_bolivar jose_marti benito_juarez adolfo_suarez marco_polo galileo_galilei leonardo_da_vinci " +
  "novi_sad novi_pazar nova_gorica nova_scotia santa_monica santa_barbara santa_cruz santa_maria santa_fe san_marino sierra_leone burkina_faso monte_rosa ciudad_juarez port_louis saint_louis baden_baden bergisch_gladbach castrop_rauxel frankfurt_am halle_saale villa_maria vila_nova rio_grande dar_es_salaam addis_ababa phnom_penh kuala_lumpur hong_kong ho_chi_minh tel_aviv abu_dhabi ras_al_khaimah la_paz las_vegas el_salvador walvis_bay alice_springs cluj_napoca alba_iulia satu_mare stara_zagora veliko_tarnovo ceske_budejovice hradec_kralove banska_bystrica zielona_gora bielsko_biala nowy_sacz stara_lubovna victoria_falls victoria_line elizabeth_line jubilee_line san_jose los_angeles buenos_aires monte_carlo sierra_nevada costa_rica puerto_rico santa_clara";
const HISTORY =
  "albert_einstein isaac_newton marie_curie ada_lovelace alan_turing charles_darwin nikola_tesla thomas_edison alexander_graham_bell galileo_galilei johann_sebastian_bach wolfgang_amadeus_mozart ludwig_van_beethoven william_shakespeare jane_austen florence_nightingale louis_pasteur robert_koch max_planck michael_jackson elvis_presley marilyn_monroe charlie_chaplin bob_marley freddie_mercury john_lennon indira_gandhi martin_luther jeanne_d " +
  "charles_dickens mark_twain oscar_wilde victor_hugo leo_tolstoy franz_kafka johann_wolfgang_von_goethe friedrich_schiller karl_marx sigmund_freud immanuel_kant abraham_lincoln george_washington thomas_jefferson benjamin_franklin winston_churchill " +
  "martin_luther martin_luther_king rosa_parks nelson_mandela mahatma_gandhi anne_frank vincent_van_gogh pablo_picasso claude_monet frida_kahlo george_orwell virginia_woolf ernest_hemingway agatha_christie grace_hopper linus_torvalds " +
  "marc_o'polo vasco_da_gama mona_lisa christopher_columbus cristobal_colon simon_bolivar santiago_bernabeu humberto_delgado fatih_sultan sabiha_gokcen marie_skłodowska_curie simone_de_beauvoir jean_jaures jean_moulin leon_blum konrad_adenauer";
const CHARACTERS =
  "madame_bovary doctor_zhivago frau_holle sherlock_holmes harry_potter tom_sawyer huckleberry_finn oliver_twist david_copperfield anna_karenina robinson_crusoe james_bond peter_parker bruce_wayne clark_kent mickey_mouse donald_duck luke_skywalker han_solo frodo_baggins jane_eyre " +
  "elizabeth_bennet emma_bovary don_quixote don_juan robin_hood king_arthur john_doe jane_doe max_mustermann erika_mustermann jan_kowalski juan_perez jean_dupont mario_rossi lorem_ipsum";

const NAMES = nameSet(fold(`${BRANDS} ${PLACES} ${HISTORY} ${CHARACTERS}`));
const FIRST_WORDS = new Set([...NAMES].map((name) => name.slice(0, name.indexOf("_"))));
const LONGEST = 4;

/** True when the words begin with one of these names: "Samuel Adams Lager", "Harry Potter and …". */
export function isWellKnown(name: string): boolean {
  const first = /^[^ .,'’-]*/.exec(name)?.[0] ?? "";
  if (!FIRST_WORDS.has(fold(first))) return false;
  const words = fold(name)
    .replace(/['’]s\b/g, "")
    .split(/[ .,-]+/)
    .slice(0, LONGEST);
  for (let count = 2; count <= words.length; count++)
    if (NAMES.has(words.slice(0, count).join("_"))) return true;
  return false;
}
