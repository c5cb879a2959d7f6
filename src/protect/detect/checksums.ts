// Check digits. Each function takes text that was already stripped of separators.

export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    sum += index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

/** ISO 7064 mod 97 as IBAN uses it: letters count as 10 to 35. */
export function mod97(text: string): number {
  let rest = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    rest = code <= 57 ? (rest * 10 + code - 48) % 97 : (rest * 100 + code - 55) % 97;
  }
  return rest;
}

/** Sum of digit × weight over the first `weights.length` digits. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (const [index, weight] of weights.entries()) sum += (digits.charCodeAt(index) - 48) * weight;
  return sum;
}

/** ISO 7064 mod 11,10, as on German tax ids. */
export function passesMod11And10(digits: string): boolean {
  let product = 10;
  for (let index = 0; index < digits.length - 1; index++) {
    const sum = (digits.charCodeAt(index) - 48 + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === digits.charCodeAt(digits.length - 1) - 48;
}

const VERHOEFF_PRODUCT = [
  "0123456789",
  "1234067895",
  "2340178956",
  "3401289567",
  "4012395678",
  "5987604321",
  "6598710432",
  "7659821043",
  "8765932104",
  "9876543210",
];
const VERHOEFF_PERMUTATION = [
  "0123456789",
  "1576283094",
  "5803796142",
  "8916043527",
  "9453126870",
  "4286573901",
  "2793806415",
  "7046913258",
];

export function passesVerhoeff(digits: string): boolean {
  let state = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const permuted = (VERHOEFF_PERMUTATION[index % 8] as string).charCodeAt(digit) - 48;
    state = (VERHOEFF_PRODUCT[state] as string).charCodeAt(permuted) - 48;
  }
  return state === 0;
}
