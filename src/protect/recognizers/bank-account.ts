// Bank account numbers that are no IBAN: US routing and account numbers, British sort codes, CLABE, by field name, or in
// a sentence that speaks of a bank.

import { weightedSum } from "../detect/checksums.ts";
import { endsIn, hasWord, nameSet } from "../detect/field-name.ts";
import { MAY_TELL_ACCOUNT } from "../detect/glance/cue-bits.ts";
import { BANK_WORDS } from "../detect/glance/cue-patterns.ts";
import { HAS_COLON, HAS_EQUALS, HAS_SPACE, maySpeak } from "../detect/leaf-shape.ts";
import { matchesOf } from "../detect/matches-of.ts";
import type { Found, Leaf, Recognizer } from "../detect/recognizer.ts";

const ROUTING_FIELDS = nameSet(
  "routing routingnumber routingno abarouting abanumber aba rtn transitnumber sortcode bsb bsbnumber bankcode bankleitzahl blz",
);
const ACCOUNT_FIELDS = nameSet(
  "accountnumber accountno accountnum acctnumber acctno bankaccount bankaccountnumber bankaccountno accountnr kontonummer kontonr numerocuenta numerodecuenta " +
    "cuentabancaria numerocompte numerodecompte contocorrente numeroconta rekeningnummer clabe checkingaccount savingsaccount depositaccount beneficiaryaccount creditoraccount debtoraccount",
);
/** Accounts of these are no bank accounts. */
const OTHER_ACCOUNTS = nameSet(
  "aws azure gcp cloud customer user client email service git github ledger gl storage parent child cost tax",
);
const FORMS = nameSet("format mask pattern type last4");
const CODE = /^(?:[A-Z]{2}\d{2}[ -]?)?\d(?:[ -]?\d){4,17}$/;
const ROUTING =
  /(?<![\p{L}\d])(?:routing|aba|rtn)(?: (?:transit|number|no\.?|code|#)){0,2}[\s.:#]{1,4}(?:is )?(\d{9})(?![\d-])/giu;
const SORT_CODE = /(?<![\p{L}\d])sort code[\s.:#]{1,4}(?:is )?(\d{2}[ -]?\d{2}[ -]?\d{2})(?![\d-])/giu;
const ACCOUNT =
  /(?<![\p{L}\d])(?:account|acct|a\/c|konto|kontonummer|kto|compte|cuenta|conto)(?:[ .]{1,2}(?:number|no|nr|num|n[º°]|#))?[\s.:#]{1,4}(?:is )?(\d{3}(?:[ -]?\d){3,14})(?![\d-])/giu;

export const bankAccount: Recognizer = {
  class: "BANK_ACCOUNT",
  needsAny: HAS_SPACE | HAS_COLON | HAS_EQUALS,
  minDigits: 6,
  minNumber: 6,
  minRun: 2,
  about: {
    finds:
      "US routing and account numbers, British sort codes, CLABE and other account numbers that are no IBAN.",
    validation: "6 to 18 digits; a routing number in a sentence must pass the ABA check digit.",
    cues: ["routing", "aba", "sort code", "account no", "acct", "konto", "compte", "cuenta"],
    fields: [...ROUTING_FIELDS, ...ACCOUNT_FIELDS],
  },
  hint: (field) =>
    (endsIn(field, ROUTING_FIELDS) || endsIn(field, ACCOUNT_FIELDS)) &&
    !hasWord(field, OTHER_ACCOUNTS) &&
    !hasWord(field, FORMS),
  find(leaf, hinted, found) {
    if (hinted && findWholeField(leaf, found)) return;
    if ((leaf.shape.cues & MAY_TELL_ACCOUNT) === 0 || !maySpeak(leaf.shape, leaf.text)) return;
    if (!BANK_WORDS.test(leaf.text)) return;
    for (const match of matchesOf(ROUTING, leaf.text))
      if (isRouting(match[1] as string)) report(match, found);
    for (const match of matchesOf(SORT_CODE, leaf.text)) report(match, found);
    for (const match of matchesOf(ACCOUNT, leaf.text)) report(match, found);
  },
  examples: [
    { text: "021000021", field: "routing_number" },
    { text: "000123456789", field: "accountNumber" },
    { text: "20-00-00", field: "sort_code" },
    { text: "wire to routing 121000248 account 4418820093", value: "121000248" },
    { text: "wire to routing 121000248 account 4418820093", value: "4418820093" },
    { text: "Sort code: 20-00-00, account no. 55779911 at the bank", value: "55779911" },
    { text: "032180000118359719", field: "clabe" },
  ],
  nearMisses: [
    { text: "Routing table 10 has 120000 routes" },
    { text: "routing number 121000249" },
    { text: "123456789012", field: "aws_account_number" },
    { text: "account 4418820093" },
    { text: "NN-NNNN", field: "account_number_format" },
    { text: "pending", field: "account_number" },
  ],
};

function findWholeField(leaf: Leaf, found: Found): boolean {
  const value = leaf.text.trim();
  if (!CODE.test(value)) return false;
  const start = leaf.text.indexOf(value);
  found(start, start + value.length, value.replace(/[ -]/g, ""), 3);
  return true;
}

function report(match: RegExpExecArray, found: Found): void {
  const value = match[1] as string;
  const start = match.index + match[0].lastIndexOf(value);
  found(start, start + value.length, value.replace(/[ -]/g, ""), 2);
}

function isRouting(digits: string): boolean {
  return weightedSum(digits, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0;
}
