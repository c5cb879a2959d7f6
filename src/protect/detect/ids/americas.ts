// The United States, Canada, Mexico, Brazil and the other countries of the Americas.

import { passesLuhn, weightedSum } from "../checksums.ts";
import { type IdRegion, isOneDigit, scheme, startsWithDay } from "./id-scheme.ts";

const MBI_LETTER = "[AC-HJKMNP-RT-Y]";
const MBI_ANY = "[0-9AC-HJKMNP-RT-Y]";

export const AMERICAS: IdRegion = {
  schemes: [
    scheme({
      country: "US itin",
      pattern: "9\\d{2}-(?:5\\d|6[0-5]|7\\d|8[0-8]|9[0-24-9])-\\d{4}",
      anywhere: [9, 4],
    }),
    scheme({
      country: "US itin, plain",
      pattern: "9\\d{2} ?(?:5\\d|6[0-5]|7\\d|8[0-8]|9[0-24-9]) ?\\d{4}",
      after: /itin|tax|tin/i,
    }),
    scheme({
      country: "US medicare, dashed",
      pattern: `[1-9]${MBI_LETTER}${MBI_ANY}\\d-${MBI_LETTER}${MBI_ANY}\\d-${MBI_LETTER}{2}\\d{2}`,
      anywhere: [1, 4],
    }),
    scheme({
      country: "US medicare",
      pattern: `[1-9]${MBI_LETTER}${MBI_ANY}\\d${MBI_LETTER}${MBI_ANY}\\d${MBI_LETTER}{2}\\d{2}`,
      alone: true,
    }),
    scheme({ country: "US dea", pattern: "[ABCDEFGHJKLMPRSTUX][A-Z9]\\d{7}", isValid: isDea, alone: true }),
    scheme({
      country: "CA sin",
      pattern: "[1-79]\\d{2}([ -])\\d{3}\\1\\d{3}",
      isValid: passesLuhn,
      alone: true,
    }),
    scheme({ country: "CA sin, plain", pattern: "[1-79]\\d{8}", isValid: passesLuhn }),
    scheme({
      country: "CA health",
      pattern: "\\d{4}[ -]?\\d{3}[ -]?\\d{3}(?:[ -]?[A-Z]{2})?|[A-Z]{4} ?\\d{4} ?\\d{4}",
      after: /health|ramq/i,
    }),
    scheme({
      country: "MX curp",
      pattern: "[A-Z][AEIOUX][A-Z]{2}\\d{6}[HMX][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}[A-Z0-9]\\d",
      isValid: isCurp,
      anywhere: [6, 18],
    }),
    scheme({
      country: "MX rfc",
      pattern: "[A-ZÑ&]{4}\\d{6}[A-Z0-9]{3}",
      isValid: (id) => startsWithDay(id.slice(4)),
      alone: true,
    }),
    scheme({ country: "MX nss", pattern: "\\d{11}", isValid: passesLuhn, after: /nss/i }),
    scheme({
      country: "BR cpf, dotted",
      pattern: "\\d{3}\\.\\d{3}\\.\\d{3}-\\d{2}",
      isValid: isCpf,
      anywhere: [11, 3],
    }),
    scheme({ country: "BR cpf", pattern: "\\d{11}|\\d{9}-\\d{2}", isValid: isCpf, alone: true }),
    scheme({
      country: "AR cuil, dashed",
      pattern: "2[0347]-\\d{8}-\\d",
      isValid: isCuil,
      anywhere: [11, 8],
    }),
    scheme({ country: "AR cuil", pattern: "2[0347]\\d{9}", isValid: isCuil }),
    scheme({
      country: "CL rut, dotted",
      pattern: "\\d{1,2}\\.\\d{3}\\.\\d{3}-[\\dK]",
      isValid: isRut,
      anywhere: [7, 3],
    }),
    scheme({ country: "CL rut", pattern: "\\d{7,8}-?[\\dK]", isValid: isRut }),
    scheme({
      country: "BR rg",
      pattern: "\\d{1,2}\\.\\d{3}\\.\\d{3}-[\\dX]",
      after: /^(?:rg|identidade)/i,
    }),
    scheme({ country: "EC cedula", pattern: "\\d{10}", isValid: passesLuhn, after: /dula/i }),
    scheme({
      country: "AR CO PE UY card",
      pattern: "\\d{1,3}(?:\\.\\d{3}){2,3}(?:-\\d)?|\\d{7,10}",
      after: /^(?:dni|d\.n\.i|c[eé]dula|c\.c|documento)/i,
    }),
  ],
  fields:
    "itin taxid taxidnumber taxnumber tin mbi medicarenumber medicareid medicarebeneficiaryid deanumber sin sinnumber socialinsurance socialinsurancenumber healthcard healthcardnumber phn ramq " +
    "curp rfc nss cpf cpfnumber cpfcnpj rg numerorg pis pispasep nis cuil cuit rut run rutnumber cedula ci cedulaciudadania cedulaidentidad numerocedula identificacion numeroidentificacion",
  cues: "rg|identidade|itin|tax id|tin|medicare|mbi|dea|dea number|sin|social insurance|health card|ramq|curp|rfc|nss|cpf|cpf/mf|cuil|cuit|rut|cédula|cedula|c\\.c|d\\.n\\.i|documento",
};

function isCurp(id: string): boolean {
  const order = "0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ";
  let sum = 0;
  for (let index = 0; index < 17; index++) sum += order.indexOf(id[index] as string) * (18 - index);
  return startsWithDay(id.slice(4)) && (10 - (sum % 10)) % 10 === Number(id[17]);
}

function isDea(id: string): boolean {
  const digits = id.slice(2);
  return weightedSum(digits, [1, 2, 1, 2, 1, 2]) % 10 === Number(digits[6]);
}

function isCpf(id: string): boolean {
  if (isOneDigit(id)) return false;
  const first = ((weightedSum(id, [10, 9, 8, 7, 6, 5, 4, 3, 2]) * 10) % 11) % 10;
  const second = ((weightedSum(id, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) * 10) % 11) % 10;
  return first === Number(id[9]) && second === Number(id[10]);
}

function isCuil(id: string): boolean {
  const check = 11 - (weightedSum(id, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11);
  return (check === 11 ? 0 : check === 10 ? 9 : check) === Number(id[10]);
}

function isRut(id: string): boolean {
  const digits = [...id.slice(0, -1)].reverse();
  const sum = digits.reduce((total, digit, index) => total + Number(digit) * (2 + (index % 6)), 0);
  return "0K987654321"[sum % 11] === id.at(-1);
}
