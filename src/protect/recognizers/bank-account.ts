// Bank account numbers that are no IBAN: US routing and account numbers, British sort codes, CLABE, by field name, in a
// sentence that speaks of a bank, or in the lines that banks exchange.

import {
  ACCOUNT_FIELDS,
  isSurelyBank,
  namesBankAccount,
  ROUTING_FIELDS,
} from "../detect/banks/bank-names.ts";
import { findBankLines, findBankTexts, isRouting } from "../detect/banks/bank-texts.ts";
import { HAS_ANGLE, HAS_COLON, HAS_EQUALS, HAS_SPACE } from "../detect/leaf-shape.ts";
import type { Found, Leaf, Recognizer } from "../detect/recognizer.ts";

const CODE = /^(?:[A-Z]{2}\d{2}[ -]?)?\d(?:[ ./-]?\d){4,27}$/;
const DATE = /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:19|20)\d{2}|(?:19|20)\d{2})$/;
/** "067000438/2000417720918": routing number and account. */
const BOTH = /^(\d{9})[/:|-](\d{4,17})$/;

export const bankAccount: Recognizer = {
  class: "BANK_ACCOUNT",
  needsAny: HAS_SPACE | HAS_COLON | HAS_EQUALS | HAS_ANGLE,
  minDigits: 6,
  minNumber: 6,
  minRun: 2,
  about: {
    finds:
      "US routing and account numbers, British sort codes, CLABE and other account numbers that are no IBAN, also on cheques and in ACH, SWIFT and Fedwire lines.",
    validation:
      "6 to 28 digits; a routing number in a sentence must pass the ABA check digit. `account`, `konto` and the like count beside a bank's name or code.",
    cues: [
      "routing",
      "aba",
      "sort code",
      "bsb",
      "account no",
      "acct",
      "konto",
      "compte",
      "cuenta",
      "conta",
      "rachunek",
    ],
    fields: [...ROUTING_FIELDS, ...ACCOUNT_FIELDS],
  },
  hint: namesBankAccount,
  find(leaf, hinted, found) {
    if (hinted && findWholeField(leaf, found)) return;
    findBankLines(leaf.text, found);
    findBankTexts(leaf.text, leaf.shape, found);
  },
  examples: [
    { text: "021000021", field: "routing_number" },
    { text: "000123456789", field: "accountNumber" },
    { text: "20-00-00", field: "sort_code" },
    { text: "wire to routing 121000248 account 4418820093", value: "121000248" },
    { text: "wire to routing 121000248 account 4418820093", value: "4418820093" },
    { text: "Sort code: 20-00-00, account no. 55779911 at the bank", value: "55779911" },
    { text: "032180000118359719", field: "clabe" },
    { text: "4418820093", field: "account", siblings: { routing: "121000248" } },
    { text: "4418820093", field: "acct", parent: "direct_deposit" },
    { text: "0072218834", field: "number", parent: "bankAccount" },
    { text: "121000248/4418820093", field: "to" },
    { text: "19-2000145399/0800", field: "číslo_účtu" },
    { text: "8601.11.17947", field: "kontonummer" },
    { text: "check ⑈001042⑈ ⑆121000248⑆ 4418 820 093⑈", value: "4418 820 093" },
    { text: "BSB 062-000 Acc 1055 7799 at the bank", value: "062-000" },
    { text: "ruta 121000248, cuenta de ahorros 4418820093 del banco", value: "4418820093" },
    { text: "Überweisung auf Konto 4418820093, BLZ 100 500 00", value: "100 500 00" },
    { text: ":59:/4418820093\nANN LEE", value: "4418820093" },
  ],
  nearMisses: [
    { text: "Routing table 10 has 120000 routes" },
    { text: "routing number 121000249" },
    { text: "123456789012", field: "aws_account_number" },
    { text: "account 4418820093" },
    { text: "NN-NNNN", field: "account_number_format" },
    { text: "pending", field: "account_number" },
    { text: "4418820093", field: "account", siblings: { plan: "pro" } },
    { text: "4418820093", field: "number", parent: "order" },
    { text: "441882/93", field: "to" },
    { text: "2024-05-01", field: "account", siblings: { bank: "First" } },
    { text: "622121000248 units in transit" },
    { text: "savings of 120000 tonnes of transfer stock" },
  ],
};

function findWholeField(leaf: Leaf, found: Found): boolean {
  const value = leaf.text.trim();
  const start = leaf.text.indexOf(value);
  const both = BOTH.exec(value);
  const isBoth = both !== null && isRouting(both[1] as string);
  if (!isBoth && (!CODE.test(value) || DATE.test(value) || !isSurelyBank(leaf))) return false;
  found(start, start + value.length, value.replace(/[ ./-]/g, ""), 3);
  return true;
}
