// Names of fields that speak of bank accounts: alone, or only beside others that do (`account` beside `routing`).

import { endsIn, type FieldName, hasWord, nameSet, readFieldName } from "../field-name.ts";
import type { Leaf } from "../recognizer.ts";

export const ROUTING_FIELDS = nameSet(
  "routing routingnumber routingno routingnum routingcode routingtransit routingtransitnumber rtnumber abarouting abanumber abacode aba abartn rtn rtnno transitnumber transitno sortcode sortingcode bsb bsbnumber bsbcode bankcode bankleitzahl blz micr micrcode " +
    "numeroderuta numeroruta rutabancaria codigobanco codigoderuta clearingnummer clearingnr clearingnumber codigobancario codebanque codeguichet kodbanku bankkod",
);
export const ACCOUNT_FIELDS = nameSet(
  "accountnumber accountno accountnum acctnumber acctno acctnum bankaccount bankacct bankaccountnumber bankaccountno bankacctno accountnr kontonummer kontonr kontonum numerocuenta numerodecuenta nrocuenta nocuenta numcuenta cuentano cuentanumero numeroctacte " +
    "cuentabancaria ctabancaria cuentacorriente cuentadeahorros clabe clabeinterbancaria cuentaclabe cbu cvu numerocompte numerodecompte ncompte comptebancaire rib contocorrente numeroconto numconto ncc numeroconta numerodaconta numconta contabancaria contacorrente " +
    "rekeningnummer rekeningnr bankrekening bankrekeningnummer norekening norek nomorrekening checkingaccount savingsaccount depositaccount beneficiaryaccount beneficiaryacct creditoraccount debtoraccount payeeaccount payoutaccount payrollaccount settlementaccount " +
    "numerkonta nrkonta numerrachunku nrrachunku rachunekbankowy kontobankowe cislouctu bankovniucet szamlaszam bankszamla bankszamlaszam contbancar numarcont numarulcontului tilinumero pankkitili bankkonto bankkontonummer bankkontonr girokonto " +
    "hesapno hesapnumarasi bankahesabi sotaikhoan taikhoannganhang broiracuna brojracuna ziroracun tekuciracun stevilkaracuna saskaitosnumeris kontanumurs pangakonto arvelduskonto bankareikningur reikningsnumer reikningur " +
    "номерсчета расчетныйсчет банковскийсчет банковскасметка банковскаясметка банковасметка номерсметка номеррахунку αριθμοςλογαριασμου λογαριασμος חשבוןבנק מספרחשבון 계좌번호 은행계좌 口座番号 銀行口座 銀行帳號 银行账号 银行账户 银行帐号 رقمالحساب حساببنكي رقمالحسابالبنكي شمارهحساب खातासंख्या เลขที่บัญชี เลขบัญชี บัญชีธนาคาร",
);
/** Accounts only beside a bank: logins, customers and ledgers have them, too. */
const WEAK_FIELDS = nameSet(
  "account acct ac dda checking savings chequing acc sort bankgiro plusgiro postgiro konto kto cuenta cta compte conto conta rekening rachunek hesap ucet szamla cont tili racun racunа stk счет сметка рахунок חשבון 계좌 口座 账号 帐号 帳號 账户 حساب الحساب खाता บัญชี beneficiary payee destination to",
);
const NUMBER_FIELDS = nameSet("number no num nr numero nummer full code");
const BANK_SIBLINGS = nameSet(
  "routing routingnumber routingno routingtransit routingtransitnumber aba abanumber abarouting rtn rtg sortcode bsb bsbnumber bic biccode swift swiftcode bicswift swiftbic bank bankname banknaam banco banca banque nombanque nomebanca nombrebanco nombanco bankcode bankleitzahl blz ifsc ifsccode " +
    "transit transitnumber transitno wirerouting achrouting institutionnumber financialinstitution numeroderuta rutabancaria codigobanco agencia clearingnummer clearingnr micr clabe iban bankasi bankaadi nganhang nazwabanku nazevbanky bankneve numebanca pankki банк бик trapeza τραπεζα בנק 은행 银行 開戶行 开户行 銀行名 银行名称 البنك บธนาคาร ธนาคาร accounttype accountkind accttype",
);
const BANK_HOLDERS = nameSet(
  "ach eft wire wiretransfer bacs fedwire directdeposit banking bank bankaccount bankaccounts bankdetails bankinfo bankinginfo bankdata bankaccountdetails bankverbindung bankgegevens girokonto datosbancarios cuentabancaria coordonneesbancaires datibancari dadosbancarios checkingaccount savingsaccount externalaccount beneficiarybank",
);
const HOLDERS_OF_NUMBERS = nameSet(
  "bankaccount bankaccounts checkingaccount savingsaccount externalaccount girokonto kontonummer cuentabancaria comptebancaire contocorrente contabancaria bankrekening bankkonto",
);
/** Accounts of these are no bank accounts. */
const OTHER_ACCOUNTS = nameSet(
  "aws azure gcp cloud customer user client email service git github ledger gl storage parent child cost tax utility loyalty game social twitter instagram",
);
const FORMS = nameSet("format mask pattern type last4 length name count status");
const MOST_SIBLINGS = 60;

export function namesBankAccount(field: FieldName, parent: FieldName): boolean {
  if (hasWord(field, OTHER_ACCOUNTS) || hasWord(field, FORMS)) return false;
  if (endsIn(field, ROUTING_FIELDS) || endsIn(field, ACCOUNT_FIELDS)) return true;
  return isWeak(field) || isNumberOfAccount(field, parent);
}

/** A name that says it by itself, or one that a neighbor or the holder explains. */
export function isSurelyBank({ field, parent, siblings, isPart }: Leaf): boolean {
  if (endsIn(field, CODES_OF_BANKS) && !isPart && !hasAccountBeside(siblings)) return false;
  if (endsIn(field, ROUTING_FIELDS) || endsIn(field, ACCOUNT_FIELDS) || isNumberOfAccount(field, parent))
    return true;
  if (endsIn(parent, BANK_HOLDERS)) return true;
  let count = 0;
  for (const key in siblings) {
    if (++count > MOST_SIBLINGS) return false;
    if (speaksOfBank(key)) return true;
  }
  return false;
}

/** The code of a bank alone is nobody's. */
const CODES_OF_BANKS = nameSet("bankcode codebanque codigobanco codigobancario kodbanku bankkod");

function hasAccountBeside(siblings: Leaf["siblings"]): boolean {
  let count = 0;
  for (const key in siblings) {
    if (++count > MOST_SIBLINGS) return false;
    const field = readFieldName(key);
    if (endsIn(field, ACCOUNT_FIELDS) || isWeak(field) || field.tails.includes("iban")) return true;
  }
  return false;
}

function isWeak(field: FieldName): boolean {
  return WEAK_FIELDS.has(field.tails[0]) || WEAK_FIELDS.has(field.tails[1]);
}

function isNumberOfAccount(field: FieldName, parent: FieldName): boolean {
  return NUMBER_FIELDS.has(field.tails[0]) && endsIn(parent, HOLDERS_OF_NUMBERS);
}

/** `Wire routing:`, `bank_code`: the last one or two words, whatever stands before them. */
function speaksOfBank(key: string): boolean {
  if (key.length > 40) return false;
  const words = key
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const last = words.at(-1) ?? "";
  const two = (words.at(-2) ?? "") + last;
  return BANK_SIBLINGS.has(last) || BANK_SIBLINGS.has(two) || BANK_SIBLINGS.has(words.join(""));
}
