// Britain and Ireland, the German-speaking countries, the Benelux, France, Spain, Portugal, Italy, Greece.

import { passesLuhn, passesMod11And10, passesVerhoeff, weightedSum } from "../checksums.ts";
import { type IdRegion, isDay, isOneDigit, scheme, startsWithDayFirst } from "./id-scheme.ts";

const NINO = "[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]";
const DNI_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE";

export const WESTERN_EUROPE: IdRegion = {
  schemes: [
    scheme({
      country: "GB nino, spaced",
      pattern: `${NINO} ?\\d{2} \\d{2} \\d{2} ?[A-D]`,
      isValid: isNino,
      anywhere: [6, 2],
    }),
    scheme({ country: "GB nino", pattern: `${NINO} ?\\d{6} ?[A-D]`, isValid: isNino, alone: true }),
    scheme({ country: "GB nhs", pattern: "\\d{3}[ -]?\\d{3}[ -]?\\d{4}", isValid: isNhs, alone: true }),
    scheme({ country: "GB utr", pattern: "\\d{5} ?\\d{5}", isValid: isUtr }),
    scheme({
      country: "GB driving licence",
      pattern:
        "(?=[A-Z9]{5}\\d)[A-Z]{1,5}9{0,4}\\d[0156]\\d[0-3]\\d{2}[A-Z9]{2}[A-Z0-9][A-Z0-9]{2}(?: ?\\d{2})?",
      isValid: isBritishLicence,
      anywhere: [6, 16],
    }),
    scheme({ country: "IE pps", pattern: "\\d{7}[A-W][A-IW]?", isValid: isPps, alone: true }),
    scheme({ country: "DE tax id", pattern: "[1-9]\\d(?: ?\\d{3}){3}", isValid: isGermanTaxId, alone: true }),
    scheme({
      country: "DE pension",
      pattern: "\\d{2} ?\\d{6} ?[A-Z] ?\\d{3}",
      isValid: isGermanPension,
      anywhere: [8, 3],
    }),
    scheme({
      country: "DE id card",
      pattern: "[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}\\d?",
      after: /ausweis/i,
    }),
    scheme({
      country: "AT social insurance",
      pattern: "\\d{4} ?[0-3]\\d[01]\\d{3}",
      isValid: isAustrian,
      alone: true,
    }),
    scheme({
      country: "CH ahv",
      pattern: "756\\.\\d{4}\\.\\d{4}\\.\\d{2}",
      isValid: isAhv,
      anywhere: [13, 4],
    }),
    scheme({ country: "CH ahv, plain", pattern: "756 ?\\d{4} ?\\d{4} ?\\d{2}", isValid: isAhv, alone: true }),
    scheme({
      country: "FR nir",
      pattern: "[12] ?\\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\\d) ?(?:\\d{2}|2[AB]) ?\\d{3} ?\\d{3} ?\\d{2}",
      isValid: isNir,
      anywhere: [5, 1],
    }),
    scheme({ country: "FR tax", pattern: "[0-3]\\d(?: ?\\d{2})(?: ?\\d{3}){3}", isValid: isFrenchTax }),
    scheme({
      country: "ES dni",
      pattern: "\\d{1,2}\\.?\\d{3}\\.?\\d{3}-?[A-Z]",
      isValid: isDni,
      anywhere: [7, 4],
    }),
    scheme({ country: "ES nie", pattern: "[XYZ]-?\\d{7}-?[A-Z]", isValid: isNie, anywhere: [7, 7] }),
    scheme({ country: "PT nif", pattern: "[1-35689]\\d{2} ?\\d{3} ?\\d{3}", isValid: isPortuguese }),
    scheme({ country: "PT citizen card", pattern: "\\d{8} ?\\d ?[A-Z0-9]{2}\\d", after: /cart/i }),
    scheme({
      country: "IT codice fiscale",
      pattern: "[A-Z]{6}[0-9LMNP-V]{2}[ABCDEHLMPRST][0-9LMNP-V]{2}[A-Z][0-9LMNP-V]{3}[A-Z]",
      isValid: isCodiceFiscale,
      anywhere: [2, 16],
    }),
    scheme({
      country: "NL bsn",
      pattern: "\\d{9}|\\d{4}[ .]\\d{2}[ .]\\d{3}|\\d{3} \\d{3} \\d{3}",
      isValid: isBsn,
    }),
    scheme({
      country: "BE register",
      pattern: "\\d{2}\\.\\d{2}\\.\\d{2}[-.]\\d{3}[-.]\\d{2}",
      isValid: isBelgian,
      anywhere: [11, 2],
    }),
    scheme({
      country: "BE register, plain",
      pattern: "\\d{2}[ .]?\\d{2}[ .]?\\d{2}[ -]?\\d{3}[ .-]?\\d{2}",
      isValid: isBelgian,
      alone: true,
    }),
    scheme({ country: "LU matricule", pattern: "(?:19|20)\\d{11}", isValid: isLuxembourgish, alone: true }),
    scheme({ country: "GR afm", pattern: "\\d{9}", isValid: isAfm }),
    scheme({
      country: "GR amka",
      pattern: "\\d{11}",
      isValid: (id) => startsWithDayFirst(id) && passesLuhn(id),
    }),
  ],
  fields:
    "nationalinsurance nationalinsurancenumber nino ninumber nhs nhsnumber nhsno utr utrnumber uniquetaxpayerreference pps ppsn ppsnumber " +
    "steuerid steuernummer steueridnr steueridentifikationsnummer idnr steueridentnr ausweisnummer personalausweis personalausweisnummer ausweisnr sozialversicherungsnummer svnr svnummer " +
    "sozialversicherungsnr rentenversicherungsnummer rvnr versichertennummer krankenversichertennummer ahv ahvnummer ahvnr avs numeroavs avsnumber " +
    "nir numerosecu securitesociale numerosecuritesociale numsecu numerosecuritesoc insee numeroinsee numerofiscal spi cni numerocni " +
    "dni nie nif dninie documentoidentidad documentodeidentidad numerodni numerodocumento numerodedocumento numerodeidentidad seguridadsocial numeroseguridadsocial contribuinte numerocontribuinte " +
    "numerodecontribuinte cartaocidadao cartaodecidadao codicefiscale codfiscale cartadidentita cartaidentita bsn burgerservicenummer sofinummer bsnnummer " +
    "rijksregisternummer rijksregister registrenational numeroregistrenational numeronational nationaalnummer insz niss matricule afm amka ΑΦΜ ΑΜΚΑ αριθμοςταυτοτητας ταυτοτητα αδτ bsnr",
  cues:
    "national insurance|nino|ni number|ni no|nhs|nhs number|utr|pps|ppsn|pps number|steuer-?id|steuer-?idnr|steuernummer|steueridentifikationsnummer|idnr|svnr|sv-?nummer|sozialversicherungsnummer|" +
    "rentenversicherungsnummer|versicherungsnummer|ausweis|personalausweis|ausweisnummer|ahv|avs|nir|sécurité sociale|numéro de sécu|numéro fiscal|num[ée]ro d['’]insee|dni|nie|nif|documento de identidad|" +
    "seguridad social|contribuinte|cartão de cidadão|codice fiscale|cod\\. fisc|c\\.f|carta d['’]identità|bsn|burgerservicenummer|sofinummer|identiteitskaart|rijksregisternummer|rijksregister|" +
    "registre national|numéro national|insz|niss|matricule|αφμ|αμκα",
};

function isNino(id: string): boolean {
  return !/^(?:BG|GB|KN|NK|NT|TN|ZZ)/i.test(id);
}

function isNhs(id: string): boolean {
  const check = 11 - (weightedSum(id, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return (check === 11 ? 0 : check) === Number(id[9]) && !isOneDigit(id);
}

function isUtr(id: string): boolean {
  return "21987654321"[weightedSum(id.slice(1), [6, 7, 8, 9, 10, 5, 4, 3, 2]) % 11] === id[0];
}

/** Surname, then birth: decade, month (women's plus 50), day, year. */
function isBritishLicence(id: string): boolean {
  return isDay(String(Number(id.slice(6, 8)) % 50), id.slice(8, 10));
}

function isPps(id: string): boolean {
  const letters = "WABCDEFGHIJKLMNOPQRSTUV";
  const second = id.length > 8 ? letters.indexOf(id[8] as string) * 9 : 0;
  return letters[(weightedSum(id, [8, 7, 6, 5, 4, 3, 2]) + second) % 23] === id[7];
}

/** Of the first ten digits exactly one stands there twice or three times. */
function isGermanTaxId(id: string): boolean {
  const counts = [..."0123456789"].map((digit) => id.slice(0, 10).split(digit).length - 1);
  const repeated = counts.filter((count) => count > 1);
  return repeated.length === 1 && (repeated[0] as number) <= 3 && passesMod11And10(id);
}

function isGermanPension(id: string): boolean {
  if (!startsWithDayFirst(id.slice(2))) return false;
  const letter = String(id.charCodeAt(8) - 64).padStart(2, "0");
  const digits = id.slice(0, 8) + letter + id.slice(9, 11);
  let sum = 0;
  for (const [index, weight] of [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1].entries()) {
    const product = Number(digits[index]) * weight;
    sum += Math.floor(product / 10) + (product % 10);
  }
  return sum % 10 === Number(id[11]);
}

function isAustrian(id: string): boolean {
  return (
    isDay(id.slice(6, 8), id.slice(4, 6)) &&
    weightedSum(id, [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 === Number(id[3])
  );
}

function isAhv(id: string): boolean {
  return (10 - (weightedSum(id, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3]) % 10)) % 10 === Number(id[12]);
}

/** Corsica writes 2A and 2B for the departments 19 and 18. */
function isNir(id: string): boolean {
  const digits = id.slice(0, 13).replace("2A", "19").replace("2B", "18");
  return /^\d{13}$/.test(digits) && 97 - (Number(digits) % 97) === Number(id.slice(13));
}

function isFrenchTax(id: string): boolean {
  return Number(id.slice(0, 10)) % 511 === Number(id.slice(10));
}

function isDni(id: string): boolean {
  return id.length > 7 && DNI_LETTERS[Number(id.slice(0, -1)) % 23] === id.at(-1);
}

function isNie(id: string): boolean {
  return DNI_LETTERS[Number(`${"XYZ".indexOf(id[0] as string)}${id.slice(1, 8)}`) % 23] === id[8];
}

function isPortuguese(id: string): boolean {
  const check = 11 - (weightedSum(id, [9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return (check > 9 ? 0 : check) === Number(id[8]);
}

const CODICE_ODD = "1,0,5,7,9,13,15,17,19,21,2,4,18,20,11,3,6,8,12,14,16,10,22,25,24,23"
  .split(",")
  .map(Number);

function isCodiceFiscale(id: string): boolean {
  let sum = 0;
  for (let index = 0; index < 15; index++) {
    const code = id.charCodeAt(index);
    const value = code <= 57 ? code - 48 : code - 65;
    sum += index % 2 === 0 ? (CODICE_ODD[value] as number) : value;
  }
  return sum % 26 === id.charCodeAt(15) - 65;
}

function isBsn(id: string): boolean {
  return weightedSum(id, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0 && !isOneDigit(id);
}

function isBelgian(id: string): boolean {
  const check = Number(id.slice(9));
  return [id.slice(0, 9), `2${id.slice(0, 9)}`].some((digits) => 97 - (Number(digits) % 97) === check);
}

function isLuxembourgish(id: string): boolean {
  return (
    isDay(id.slice(4, 6), id.slice(6, 8)) &&
    passesLuhn(id.slice(0, 12)) &&
    passesVerhoeff(id.slice(0, 11) + id[12])
  );
}

function isAfm(id: string): boolean {
  return (weightedSum(id, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(id[8]) && !isOneDigit(id);
}
