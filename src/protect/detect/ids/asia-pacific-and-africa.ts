// East, South-East and South Asia, the Middle East, Oceania, Africa.

import { passesLuhn, passesVerhoeff, weightedSum } from "../checksums.ts";
import { type IdRegion, isDay, isOneDigit, scheme, startsWithDay } from "./id-scheme.ts";

export const ASIA_PACIFIC_AND_AFRICA: IdRegion = {
  schemes: [
    scheme({
      country: "CN resident id",
      pattern: "[1-9]\\d{5}(?:19|20)\\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\\d|3[01])\\d{3}[0-9X]",
      isValid: isChinese,
      anywhere: [17, 17],
    }),
    scheme({
      country: "HK id",
      pattern: "[A-Z]{1,2}\\d{6}\\([0-9A]\\)",
      isValid: isHongKong,
      anywhere: [6, 7],
    }),
    scheme({
      country: "TW id",
      pattern: "[A-Z][1289]\\d{8}",
      isValid: isTaiwanese,
      alone: true,
      after: /身|證/,
    }),
    scheme({
      country: "JP my number",
      pattern: "\\d{4}[ -]?\\d{4}[ -]?\\d{4}",
      isValid: isJapanese,
      alone: true,
      after: /マイ|個人|my number/i,
    }),
    scheme({
      country: "KR rrn",
      pattern: "\\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\\d|3[01])-[1-8]\\d{6}",
      isValid: isKorean,
      anywhere: [13, 7],
    }),
    scheme({
      country: "KR rrn, plain",
      pattern: "\\d{6}[1-8]\\d{6}",
      isValid: isKorean,
      alone: true,
      after: /주민|rrn/i,
    }),
    scheme({
      country: "KR rrn, announced",
      pattern: "\\d{6}-?[1-8]\\d{6}",
      isValid: startsWithDay,
      after: /주민/,
    }),
    scheme({ country: "SG nric", pattern: "[STFGM]\\d{7}[A-Z]", isValid: isNric, anywhere: [7, 9] }),
    scheme({
      country: "TH id",
      pattern: "[1-8]-\\d{4}-\\d{5}-\\d{2}-\\d",
      isValid: isThai,
      anywhere: [13, 5],
    }),
    scheme({
      country: "TH id, plain",
      pattern: "[1-8](?: ?\\d){12}",
      isValid: isThai,
      alone: true,
      after: /เลข|thai/i,
    }),
    scheme({
      country: "MY nric",
      pattern: "\\d{6}-\\d{2}-\\d{4}",
      isValid: startsWithDay,
      anywhere: [12, 6],
    }),
    scheme({ country: "ID nik", pattern: "[1-9]\\d{15}", after: /nik|ktp/i }),
    scheme({
      country: "ID npwp",
      pattern: "\\d{2}\\.\\d{3}\\.\\d{3}\\.\\d-\\d{3}\\.\\d{3}",
      anywhere: [15, 3],
    }),
    scheme({ country: "ID npwp, plain", pattern: "\\d{15,16}", after: /npwp/i }),
    scheme({
      country: "TZ nida",
      pattern: "(?:19|20)\\d{6}-\\d{5}-\\d{5}-\\d{2}",
      isValid: (id) => startsWithDay(id.slice(2)),
      anywhere: [20, 8],
    }),
    scheme({ country: "VN id", pattern: "0\\d{11}", after: /cccd|cmnd|căn/i }),
    scheme({
      country: "PH numbers",
      pattern: "\\d{2}-\\d{7}-\\d|\\d{3}-\\d{3}-\\d{3}(?:-\\d{3})?",
      after: /tin|tax|sss|philhealth/i,
    }),
    scheme({
      country: "IN aadhaar",
      pattern: "[2-9]\\d{3}([ -])\\d{4}\\1\\d{4}",
      isValid: isAadhaar,
      anywhere: [12, 4],
    }),
    scheme({
      country: "IN aadhaar, plain",
      pattern: "[2-9]\\d{11}",
      isValid: isAadhaar,
      alone: true,
      after: /aadha|आधार|uid/i,
    }),
    scheme({ country: "IN pan", pattern: "[A-Z]{3}[ABCFGHLJPT][A-Z]\\d{4}[A-Z]", anywhere: [4, 10] }),
    scheme({ country: "IN voter", pattern: "[A-Z]{3}\\d{7}", after: /voter|elect|epic/i }),
    scheme({ country: "PK cnic", pattern: "[1-7]\\d{4}-\\d{7}-\\d", anywhere: [13, 7] }),
    scheme({ country: "LK nic", pattern: "\\d{9}[VX]|(?:19|20)\\d{10}", after: /nic/i }),
    scheme({ country: "AE id", pattern: "784-(?:19|20)\\d{2}-\\d{7}-\\d", anywhere: [15, 7] }),
    scheme({
      country: "AE id, plain",
      pattern: "784(?:19|20)\\d{10}",
      isValid: passesLuhn,
      alone: true,
      after: /emirates/i,
    }),
    scheme({ country: "SA id", pattern: "[12]\\d{9}", isValid: passesLuhn, after: /iqama|الهوية/i }),
    scheme({
      country: "IL id",
      pattern: "\\d{8,9}",
      isValid: (id) => passesLuhn(id.padStart(9, "0")),
      after: /zehut|ת/i,
    }),
    scheme({
      country: "EG id",
      pattern: "[23]\\d{13}",
      isValid: (id) => startsWithDay(id.slice(1)),
      after: /الهوية|egypt/i,
    }),
    scheme({
      country: "AU tfn",
      pattern: "\\d{3} \\d{3} \\d{3}",
      isValid: isTfn,
      alone: true,
      after: /tfn|tax file/i,
    }),
    scheme({ country: "AU tfn, plain", pattern: "\\d{9}", isValid: isTfn, after: /tfn|tax file/i }),
    scheme({
      country: "AU medicare",
      pattern: "[2-6]\\d{3}[ -]\\d{5}[ -]\\d(?:[ /-]\\d)?",
      isValid: isMedicare,
      anywhere: [10, 5],
    }),
    scheme({
      country: "AU medicare, plain",
      pattern: "[2-6]\\d{9,10}",
      isValid: isMedicare,
      alone: true,
      after: /medicare/i,
    }),
    scheme({
      country: "AU abn",
      pattern: "[1-9]\\d(?: ?\\d{3}){3}",
      after: /abn/i,
      isValid: isAbn,
      alone: true,
    }),
    scheme({
      country: "AU acn",
      pattern: "\\d{3} \\d{3} \\d{3}",
      isValid: isAcn,
      alone: true,
      after: /acn/i,
    }),
    scheme({ country: "NZ ird", pattern: "\\d{2,3}[ -]?\\d{3}[ -]?\\d{3}", isValid: isIrd, after: /ird/i }),
    scheme({ country: "NZ nhi", pattern: "[A-HJ-NP-Z]{3}\\d{4}", after: /nhi/i }),
    scheme({
      country: "ZA id",
      pattern: "\\d{6} ?\\d{4} ?[01]\\d{2}",
      isValid: isSouthAfrican,
      alone: true,
      after: /sa id|rsa id|id n/i,
    }),
    scheme({ country: "NG nin", pattern: "\\d{11}", after: /^(?:nin|bvn)/i }),
    scheme({ country: "GH card", pattern: "GHA-\\d{9}-\\d", anywhere: [10, 9] }),
    scheme({ country: "KE id", pattern: "\\d{7,8}", after: /^(?:national id|id card)/i }),
  ],
  fields:
    "aadhaar aadhar aadhaarnumber aadharnumber aadhaarno uidai pan pannumber pancard panno voterid votercard epic epicnumber nric nricnumber fin finnumber mykad hkid hkidnumber nik ktp noktp cccd cmnd cnic nicop emiratesid iqama " +
    "iqamanumber teudatzehut tfn taxfilenumber medicare medicareno ird irdnumber nhi nhinumber said saidnumber rsaid nin bvn ninnumber ghanacard nationalidno mynumber kojinbango " +
    "身份证 身份证号 身份证号码 身分證 身分證字號 証件号码 证件号码 证件号 マイナンバー 個人番号 주민등록번호 주민번호 rrn npwp nonpwp nomornpwp nida kitambulisho namba_ya_kitambulisho philsys sssnumber umid tz תז תעודתזהות מספרזהות מספרתעודתזהות رقمالهوية الهوية هوية رقمالهويةالوطنية الهويةالوطنية رقمالاقامة رقمالإقامة الرقمالوطني الرقمالقومي رقمقومي کدملی شمارهملی کدملي mãsốthuế socancuoc sốcăncước socccd socmnd căncước masothue 주민 公民身份号码 公民身份證號 居民身份证 统一编号 統一編號 आधारसंख्या आधार आधारनंबर เลขบัตรประชาชน",
  cues:
    "npwp|nida|kitambulisho|abn|acn|aadhaar|aadhar|uid no|pan|pan card|pan number|pan no|voter id|voter card|election card|nric|mykad|hkid|nik|ktp|cccd|cmnd|căn cước|cnic|emirates id|iqama|teudat zehut|ת\\.ז|tfn|tax file|medicare|ird|nhi|" +
    "sa id|rsa id|nin|bvn|ghana card|身份证|身份证号|身份证号码|身分證|證號|证件号|マイナンバー|マイナンバーは|個人番号|주민등록번호|주민번호|आधार|आधार नंबर|رقم الهوية|الهوية|เลขบัตรประชาชน",
};

function isChinese(id: string): boolean {
  return (
    "10X98765432"[weightedSum(id, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11] === id[17]
  );
}

/** A single letter has a blank before it, which counts 36. */
function isHongKong(id: string): boolean {
  const plain = id.replace(/[()]/g, "");
  const values = [...plain].map((character) => Number.parseInt(character, 36));
  const filled = plain.length === 8 ? [36, ...values] : values;
  const sum = filled.reduce((total, value, index) => total + value * (9 - index), 0);
  return sum % 11 === 0;
}

function isTaiwanese(id: string): boolean {
  const code = "ABCDEFGHJKLMNPQRSTUVXYWZIO".indexOf(id[0] as string) + 10;
  const sum = Math.floor(code / 10) + (code % 10) * 9 + weightedSum(id.slice(1), [8, 7, 6, 5, 4, 3, 2, 1, 1]);
  return sum % 10 === 0;
}

function isJapanese(id: string): boolean {
  const rest = weightedSum(id, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return (rest <= 1 ? 0 : 11 - rest) === Number(id[11]) && !isOneDigit(id);
}

function isKorean(id: string): boolean {
  const check = (11 - (weightedSum(id, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11)) % 10;
  return startsWithDay(id) && check === Number(id[12]);
}

function isNric(id: string): boolean {
  const shifts: Record<string, number> = { S: 0, F: 0, T: 4, G: 4, M: 3 };
  const letters = "ST".includes(id[0] as string)
    ? "JZIHGFEDCBA"
    : id[0] === "M"
      ? "KLJNPQRTUWX"
      : "XWUTRQPNMLK";
  const rest = (weightedSum(id.slice(1), [2, 7, 6, 5, 4, 3, 2]) + (shifts[id[0] as string] ?? 0)) % 11;
  return letters[id[0] === "M" ? 10 - rest : rest] === id[8];
}

function isThai(id: string): boolean {
  return (11 - (weightedSum(id, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === Number(id[12]);
}

function isAadhaar(id: string): boolean {
  return passesVerhoeff(id) && id !== [...id].reverse().join("");
}

function isTfn(id: string): boolean {
  return weightedSum(id, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0 && !isOneDigit(id);
}

function isMedicare(id: string): boolean {
  return weightedSum(id, [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === Number(id[8]);
}

function isAbn(id: string): boolean {
  const reduced = `${Number(id[0]) - 1}${id.slice(1)}`;
  return weightedSum(reduced, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 === 0;
}

function isAcn(id: string): boolean {
  return (10 - (weightedSum(id, [8, 7, 6, 5, 4, 3, 2, 1]) % 10)) % 10 === Number(id[8]) && !isOneDigit(id);
}

function isIrd(id: string): boolean {
  const digits = id.padStart(9, "0");
  const first = (11 - (weightedSum(digits, [3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  const second = (11 - (weightedSum(digits, [7, 4, 3, 2, 5, 2, 7, 6]) % 11)) % 11;
  return (first < 10 ? first : second) === Number(digits[8]);
}

function isSouthAfrican(id: string): boolean {
  return isDay(id.slice(2, 4), id.slice(4, 6)) && passesLuhn(id);
}
