// For each recognizer a unit of text that, repeated, makes it work hardest: many beginnings, no end.

import type { PiiClass } from "../../src/vocabulary.ts";

export type WorstCase = [name: PiiClass, field: string, unit: string];

export const WORST_CASES: WorstCase[] = [
  ["URL_CREDENTIALS", "note", "https://a:b?password=a -u a"],
  ["API_KEY", "token", "password token is secret= key: sk-a1 "],
  ["EMAIL", "mail", "a.b@c.d at e dot f [at] g"],
  ["IBAN", "iban", "DE89 3704 0044 "],
  ["CREDIT_CARD", "card", "4111 1111 1111 "],
  ["CRYPTO_WALLET", "wallet", "1A1zP1eP5QGefi2DMPTfTL5SLmv7Div bc1q0x12 "],
  ["PASSPORT", "note", "passport AB1234 "],
  ["NATIONAL_ID", "note", "tax id AB 12 34 56 driving license no "],
  ["US_SSN", "note", "ssn 536-90-"],
  ["DATE_OF_BIRTH", "note", "born 12. mar "],
  ["PHONE", "note", "call +1 415 (0) 5/"],
  ["MAC_ADDRESS", "note", "3c:22:fb:9a:01:3c22.fb9a."],
  ["IP_ADDRESS", "note", "1.2.3.::ffff:1:"],
  ["PERSON", "note", "Dear Ann van der Lee Dr. "],
  ["ADDRESS", "note", "12 Main Road am Calle de la Rua 5, 1 rue de "],
  ["BANK_ACCOUNT", "note", "bank account no 123 routing number "],
  ["COORDINATES", "location", "52.521912,gps "],
  ["USERNAME", "username", "a.b_c-"],
];
