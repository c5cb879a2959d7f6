// The Nordic and Baltic countries, Poland, Czechia, Hungary, the Balkans, Turkey, Russia, Ukraine.

import { passesLuhn, passesMod11And10, weightedSum } from "../checksums.ts";
import { type IdRegion, isDay, scheme, startsWithDay, startsWithDayFirst } from "./id-scheme.ts";

export const NORTHERN_AND_EASTERN_EUROPE: IdRegion = {
  schemes: [
    scheme({
      country: "SE personnummer, with sign",
      pattern: "(?:19|20)?\\d{6}[-+]\\d{4}",
      isValid: isSwedish,
      anywhere: [6, 4],
    }),
    scheme({ country: "SE personnummer", pattern: "(?:19|20)?\\d{10}", isValid: isSwedish, alone: true }),
    scheme({
      country: "FI hetu",
      pattern: "[0-3]\\d[01]\\d{3}[-+A-FU-Y]\\d{3}[0-9A-Y]",
      isValid: isFinnish,
      anywhere: [6, 4],
    }),
    scheme({
      country: "DK cpr",
      pattern: "[0-3]\\d[01]\\d{3}[- ]?\\d{4}",
      isValid: startsWithDayFirst,
      after: /cpr/i,
    }),
    scheme({ country: "NO number", pattern: "\\d{6} ?\\d{5}", isValid: isNorwegian, alone: true }),
    scheme({ country: "IS kennitala", pattern: "\\d{6}-?\\d{4}", isValid: isIcelandic }),
    scheme({ country: "EE LT code", pattern: "[1-6]\\d{10}", isValid: isBaltic, alone: true }),
    scheme({ country: "LV code", pattern: "\\d{6}-?\\d{5}", isValid: startsWithDayFirst, after: /kods/i }),
    scheme({ country: "PL pesel", pattern: "\\d{11}", isValid: isPesel, alone: true }),
    scheme({
      country: "PL nip",
      pattern: "\\d{3}-?\\d{3}-?\\d{2}-?\\d{2}|\\d{3}-\\d{2}-\\d{2}-\\d{3}",
      isValid: (id) => weightedSum(id, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(id[9]),
    }),
    scheme({ country: "PL id card", pattern: "[A-Z]{3} ?\\d{6}", isValid: isPolishCard, alone: true }),
    scheme({
      country: "CZ SK birth number",
      pattern: "\\d{6}/\\d{4}",
      isValid: isCzech,
      anywhere: [9, 3],
    }),
    scheme({
      country: "CZ SK birth number, plain",
      pattern: "\\d{6}/?\\d{3,4}",
      isValid: isCzech,
      after: /rod|r\./i,
    }),
    scheme({
      country: "HU taj",
      pattern: "\\d{3}[ -]?\\d{3}[ -]?\\d{3}",
      isValid: (id) => weightedSum(id, [3, 7, 3, 7, 3, 7, 3, 7]) % 10 === Number(id[8]),
    }),
    scheme({
      country: "HU tax",
      pattern: "8\\d{9}",
      isValid: (id) => weightedSum(id, [1, 2, 3, 4, 5, 6, 7, 8, 9]) % 11 === Number(id[9]),
    }),
    scheme({ country: "HU personal", pattern: "[1-8][ -]?\\d{6}[ -]?\\d{4}", after: /szem/i }),
    scheme({ country: "RO cnp", pattern: "[1-8]\\d{12}", isValid: isRomanian, alone: true }),
    scheme({ country: "BG egn", pattern: "\\d{10}", isValid: isBulgarian }),
    scheme({ country: "HR oib", pattern: "\\d{11}", isValid: passesMod11And10 }),
    scheme({ country: "SI RS jmbg", pattern: "\\d{13}", isValid: isJmbg, alone: true }),
    scheme({ country: "TR tckn", pattern: "[1-9]\\d{10}", isValid: isTurkish, alone: true }),
    scheme({
      country: "RU snils",
      pattern: "\\d{3}-\\d{3}-\\d{3}[ -]\\d{2}",
      isValid: isSnils,
      anywhere: [11, 3],
    }),
    scheme({ country: "RU inn", pattern: "\\d{12}", isValid: isInn, alone: true }),
    scheme({ country: "RU passport", pattern: "\\d{2} ?\\d{2} \\d{6}", after: /паспорт/i }),
    scheme({ country: "UA tax", pattern: "\\d{10}", after: /рнокпп|ипн|інн/i }),
  ],
  fields:
    "personnummer personnr fodselsnummer fodselsnr fnr cpr cprnumber cprnummer cprnr hetu henkilotunnus kennitala isikukood asmenskodas personaskods pesel nrpesel nip nipnumber dowod dowodosobisty numerdowodu nrdowodu " +
    "rodnecislo rc taj tajszam adoazonosito adoazonositojel szemelyiszam cnp codnumericpersonal egn oib emso jmbg jmb егн ЕГН единенграждански јмбг ЈМБГ матичниброј identifikacnicislo tckn tckimlikno tckimlik tckimliknumarasi kimlikno tcno tcnumarasi snils инн снилс ипн рнокпп",
  cues:
    "personnummer|personnr|fødselsnummer|fødselsnr|cpr|cpr-?nr|cpr-?nummer|hetu|henkilötunnus|kennitala|isikukood|asmens kodas|personas kods|pesel|nip|dow[óo]d|dowodu|rodné číslo|rod\\. č|r\\. ?č|" +
    "taj|adóazonosító|személyi|cnp|cod numeric|codul numeric|cod numeric personal|codul numeric personal|egn|егн|oib|emšo|jmbg|jмбг|t\\.?c\\.? ?kimlik|tckn|tc no|kimlik no|kimlik numaram|kimlik numarası|инн|снилс|паспорт|рнокпп|ипн",
};

/** The day of coordination numbers is 60 too high. */
function isSwedish(id: string): boolean {
  const digits = id.replace(/\D/g, "").slice(-10);
  const day = Number(digits.slice(4, 6));
  return isDay(digits.slice(2, 4), String(day > 60 ? day - 60 : day)) && passesLuhn(digits);
}

function isFinnish(id: string): boolean {
  const digits = id.slice(0, 6) + id.slice(-4, -1);
  return startsWithDayFirst(id) && "0123456789ABCDEFHJKLMNPRSTUVWXY"[Number(digits) % 31] === id.at(-1);
}

function isNorwegian(id: string): boolean {
  const day = Number(id.slice(0, 2));
  return (
    isDay(id.slice(2, 4), String(day > 40 ? day - 40 : day)) &&
    weightedSum(id, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11 === 0 &&
    weightedSum(id, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0
  );
}

function isIcelandic(id: string): boolean {
  return startsWithDayFirst(id) && weightedSum(id, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
}

function isBaltic(id: string): boolean {
  if (!startsWithDay(id.slice(1))) return false;
  const first = weightedSum(id, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11;
  const check = first < 10 ? first : (weightedSum(id, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11) % 10;
  return check === Number(id[10]);
}

/** The month tells the century: plus 80, 20, 40 or 60. */
function isPesel(id: string): boolean {
  const sum = weightedSum(id, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]);
  return (
    isDay(String(Number(id.slice(2, 4)) % 20), id.slice(4, 6)) && (10 - (sum % 10)) % 10 === Number(id[10])
  );
}

function isPolishCard(id: string): boolean {
  const values = [...id].map((character) => Number.parseInt(character, 36));
  const weights = [7, 3, 1, 0, 7, 3, 1, 7, 3];
  const sum = values.reduce((total, value, index) => total + value * (weights[index] as number), 0);
  return sum % 10 === values[3];
}

/** Women's months are 50 too high, and 20 more where a day's numbers ran out. */
function isCzech(id: string): boolean {
  const month = (Number(id.slice(2, 4)) % 50) % 20;
  return isDay(String(month), id.slice(4, 6)) && (id.length === 9 || Number(id) % 11 === 0);
}

function isRomanian(id: string): boolean {
  const rest = weightedSum(id, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
  return startsWithDay(id.slice(1)) && (rest === 10 ? 1 : rest) === Number(id[12]);
}

function isBulgarian(id: string): boolean {
  const month = String(Number(id.slice(2, 4)) % 20);
  const check = (weightedSum(id, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10;
  return isDay(month, id.slice(4, 6)) && check === Number(id[9]);
}

function isJmbg(id: string): boolean {
  const check = 11 - (weightedSum(id, [7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11);
  return startsWithDayFirst(id) && (check > 9 ? 0 : check) === Number(id[12]);
}

function isTurkish(id: string): boolean {
  const tenth = ((weightedSum(id, [7, -1, 7, -1, 7, -1, 7, -1, 7]) % 10) + 10) % 10;
  return tenth === Number(id[9]) && weightedSum(id, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) % 10 === Number(id[10]);
}

function isSnils(id: string): boolean {
  return (weightedSum(id, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101) % 100 === Number(id.slice(9));
}

function isInn(id: string): boolean {
  const first = (weightedSum(id, [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10;
  const second = (weightedSum(id, [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10;
  return first === Number(id[10]) && second === Number(id[11]);
}
