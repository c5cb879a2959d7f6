// National id numbers by country. `unique` schemes are strong enough (layout and checksum) to be found anywhere;
// the others are plain digits or short codes and need a field name or a cue word.

import { passesLuhn, passesMod11And10, passesVerhoeff, weightedSum } from "./checksums.ts";

export type IdScheme = {
  country: string;
  unique: boolean;
  pattern: RegExp;
  isValid(compact: string): boolean;
  /** A text whose longest number or word is shorter cannot hold one; only unique schemes set these. */
  minNumber: number;
  minWord: number;
};

/** Country → longest number, longest word. */
const LEAST: Record<string, [number, number]> = {
  "GB nino, spaced": [6, 2],
  "FR nir": [5, 1],
  "IT codice fiscale": [2, 16],
  "BR cpf, dotted": [11, 3],
  "CH ahv": [13, 4],
  "FI hetu": [6, 4],
  "CN resident id": [17, 17],
  "MX curp": [6, 18],
  "KR rrn": [13, 7],
};

const DNI_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE";

export const ID_SCHEMES: IdScheme[] = [
  scheme("GB nino, spaced", true, "[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] \\d{2} \\d{2} \\d{2} [A-D]", isNino),
  scheme("GB nino", false, "[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\\d{6}[A-D]", isNino),
  scheme("GB nhs", false, "\\d{3}[ -]?\\d{3}[ -]?\\d{4}", isNhs),
  scheme("DE tax id", false, "[1-9]\\d(?: ?\\d{3}){3}", passesMod11And10),
  scheme(
    "FR nir",
    true,
    "[12] ?\\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\\d) ?(?:\\d{2}|2[AB]) ?\\d{3} ?\\d{3} ?\\d{2}",
    isNir,
  ),
  scheme("ES dni", false, "\\d{8}-?[A-Z]", (id) => DNI_LETTERS[Number(id.slice(0, 8)) % 23] === id[8]),
  scheme(
    "ES nie",
    false,
    "[XYZ]-?\\d{7}-?[A-Z]",
    (id) => DNI_LETTERS[Number(`${"XYZ".indexOf(id[0] as string)}${id.slice(1, 8)}`) % 23] === id[8],
  ),
  scheme(
    "IT codice fiscale",
    true,
    "[A-Z]{6}[0-9LMNP-V]{2}[ABCDEHLMPRST][0-9LMNP-V]{2}[A-Z][0-9LMNP-V]{3}[A-Z]",
    isCodiceFiscale,
  ),
  scheme(
    "NL bsn",
    false,
    "\\d{9}",
    (id) => weightedSum(id, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0 && id !== "000000000",
  ),
  scheme("BR cpf, dotted", true, "\\d{3}\\.\\d{3}\\.\\d{3}-\\d{2}", isCpf),
  scheme("BR cpf", false, "\\d{11}", isCpf),
  scheme("IN aadhaar", false, "[2-9]\\d{3} ?\\d{4} ?\\d{4}", passesVerhoeff),
  scheme("IN pan", false, "[A-Z]{3}[ABCFGHLJPT][A-Z]\\d{4}[A-Z]", () => true),
  scheme(
    "PL pesel",
    false,
    "\\d{11}",
    (id) => (10 - (weightedSum(id, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10 === Number(id[10]),
  ),
  scheme("CH ahv", true, "756\\.\\d{4}\\.\\d{4}\\.\\d{2}", isAhv),
  scheme(
    "FI hetu",
    true,
    "[0-3]\\d[01]\\d{3}[-+A]\\d{3}[0-9A-Y]",
    (id) => "0123456789ABCDEFHJKLMNPRSTUVWXY"[Number(id.slice(0, 6) + id.slice(-4, -1)) % 31] === id.at(-1),
  ),
  scheme("SE personnummer", false, "(?:19|20)?\\d{6}[-+]?\\d{4}", (id) => passesLuhn(id.slice(-10))),
  scheme("BE register", false, "\\d{2}\\.?\\d{2}\\.?\\d{2}-?\\d{3}\\.?\\d{2}", isBelgian),
  scheme(
    "CN resident id",
    true,
    "[1-9]\\d{5}(?:19|20)\\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\\d|3[01])\\d{3}[0-9X]",
    isChinese,
  ),
  scheme(
    "MX curp",
    true,
    "[A-Z][AEIOUX][A-Z]{2}\\d{6}[HM][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}[A-Z0-9]\\d",
    () => true,
  ),
  scheme("SG nric", false, "[STFG]\\d{7}[A-Z]", isNric),
  scheme("CA sin", false, "[1-79]\\d{2}[ -]?\\d{3}[ -]?\\d{3}", passesLuhn),
  scheme(
    "AU tfn",
    false,
    "\\d{3} ?\\d{3} ?\\d{3}",
    (id) => weightedSum(id, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0,
  ),
  scheme("ZA id", false, "\\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\\d|3[01])\\d{7}", passesLuhn),
  scheme("KR rrn", true, "\\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\\d|3[01])-[1-4]\\d{6}", isKorean),
  scheme("TR tckn", false, "[1-9]\\d{10}", isTurkish),
  scheme("US itin", false, "9\\d{2}-?[5-9]\\d-?\\d{4}", () => true),
];

function scheme(country: string, unique: boolean, source: string, isValid: IdScheme["isValid"]): IdScheme {
  const [minNumber, minWord] = LEAST[country] ?? [0, 0];
  return {
    country,
    unique,
    minNumber,
    minWord,
    pattern: new RegExp(`(?<![\\w.-])${source}(?![\\w]|[.-]\\w)`, "gi"),
    isValid,
  };
}

function isNino(id: string): boolean {
  return !/^(?:BG|GB|KN|NK|NT|TN|ZZ)/.test(id);
}

function isNhs(id: string): boolean {
  const check = 11 - (weightedSum(id, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return (check === 11 ? 0 : check) === Number(id[9]);
}

/** Corsica writes 2A and 2B for the departments 19 and 18. */
function isNir(id: string): boolean {
  const digits = id.slice(0, 13).replace("2A", "19").replace("2B", "18");
  return /^\d{13}$/.test(digits) && 97 - (Number(digits) % 97) === Number(id.slice(13));
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

function isCpf(id: string): boolean {
  if (/^(\d)\1+$/.test(id)) return false;
  const first = ((weightedSum(id, [10, 9, 8, 7, 6, 5, 4, 3, 2]) * 10) % 11) % 10;
  const second = ((weightedSum(id, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) * 10) % 11) % 10;
  return first === Number(id[9]) && second === Number(id[10]);
}

function isAhv(id: string): boolean {
  return (10 - (weightedSum(id, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3]) % 10)) % 10 === Number(id[12]);
}

function isBelgian(id: string): boolean {
  const check = Number(id.slice(9));
  return [id.slice(0, 9), `2${id.slice(0, 9)}`].some((digits) => 97 - (Number(digits) % 97) === check);
}

function isChinese(id: string): boolean {
  return (
    "10X98765432"[weightedSum(id, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11] === id[17]
  );
}

function isNric(id: string): boolean {
  const shift = id[0] === "T" || id[0] === "G" ? 4 : 0;
  const letters = id[0] === "S" || id[0] === "T" ? "JZIHGFEDCBA" : "XWUTRQPNMLK";
  return letters[(weightedSum(id.slice(1), [2, 7, 6, 5, 4, 3, 2]) + shift) % 11] === id[8];
}

function isKorean(id: string): boolean {
  return (11 - (weightedSum(id, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11)) % 10 === Number(id[12]);
}

function isTurkish(id: string): boolean {
  const tenth = ((weightedSum(id, [7, -1, 7, -1, 7, -1, 7, -1, 7]) % 10) + 10) % 10;
  return tenth === Number(id[9]) && weightedSum(id, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) % 10 === Number(id[10]);
}
