// Every scheme, and the names and words that announce any of them.

import { AMERICAS } from "./americas.ts";
import { ASIA_PACIFIC_AND_AFRICA } from "./asia-pacific-and-africa.ts";
import type { IdRegion } from "./id-scheme.ts";
import { NORTHERN_AND_EASTERN_EUROPE } from "./northern-and-eastern-europe.ts";
import { WESTERN_EUROPE } from "./western-europe.ts";

export const REGIONS: readonly IdRegion[] = [
  WESTERN_EUROPE,
  NORTHERN_AND_EASTERN_EUROPE,
  AMERICAS,
  ASIA_PACIFIC_AND_AFRICA,
];

export const ID_SCHEMES = REGIONS.flatMap((region) => region.schemes);

/** Names of documents that many countries have, besides those of the schemes. */
const SHARED_FIELDS =
  "nationalno nationalnr taxno taxnr taxidno nationalid nationalidnumber nationalidentifier nationalidentitynumber nationalnumber idcard idcardnumber idcardno identitycard identitycardnumber identitynumber idnumber idno citizenid personalid personalidnumber personalnumber personalcode " +
  "personalidentitynumber personalidentificationnumber governmentid govid govtid documentid documentnumber iddocument taxpayerid taxpayernumber driverslicense driverslicensenumber driverlicense licensenumber licencenumber driverlicensenumber driverlicence driverlicencenumber driverslicence driverslicencenumber drivinglicence " +
  "drivinglicencenumber drivinglicense drivinglicensenumber driverslicenseno dlnumber dlno fuhrerschein fuhrerscheinnr fuhrerscheinnummer fuehrerschein fuehrerscheinnr fuehrerscheinnummer permisdeconduire numeropermis numeropermisconduire carnetdeconducir permisodeconducir " +
  "carnetconducir permisoconducir licenciaconducir licenciadeconducir patente patentediguida numeropatente rijbewijs rijbewijsnummer korkort korkortsnummer prawojazdy cnh numerocnh medicallicense medicallicence medicallicensenumber";

const SHARED_CUES =
  "national id|id number|id no|fahrerlaubnis|id card|identity card|identity number|citizen id|personal id|tax number|taxpayer|driver'?s? licen[sc]e|driving licen[sc]e|licen[sc]e number|licen[sc]e no|dl ?#|dl ?:|dl no|dl number|führerschein|permis de conduire|" +
  "permiso de conducir|carnet de conducir|patente di guida|patente|rijbewijs|körkort|prawo jazdy|cnh";

export const ID_FIELDS = [SHARED_FIELDS, ...REGIONS.map(({ fields }) => fields)].join(" ");
export const ID_CUES = [SHARED_CUES, ...REGIONS.map(({ cues }) => cues)].join("|");
