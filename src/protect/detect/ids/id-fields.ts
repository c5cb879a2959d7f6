// Which field names speak of a number of identity, and which only beside others that speak of a person.

import { endsIn, type FieldName, nameSet } from "../field-name.ts";
import type { Leaf } from "../recognizer.ts";
import { ID_FIELDS, ID_SCHEMES } from "./all-id-schemes.ts";
import { compactId, isValidUnder } from "./announced-ids.ts";

export const FIELDS = nameSet(ID_FIELDS);
const LICENSES =
  /^(?:driv(?:er|ing)s?(?:license|licence)|license|licence|fuhrerschein|fuehrerschein|permisdeconduire|rijbewijs|patente(?:diguida)?|cnh|idcard|identitycard|nationalid|gov(?:ernment|t)?id|identitydocument|iddocument|governmentid|cedula|dni)$/;
const NUMBERS = nameSet("number no num nr id value code numero nummer full");
const GLUED = /(?:nummer|number|numero|num|nr|no)$/;
/** Columns of people from several countries: `| Country | Name | ID |`. */
const BARE = nameSet("id idno idnum ident identifier document documentno docno docnumber docnum personno");
const PEOPLE = nameSet(
  "nationality citizenship dob birthdate dateofbirth born nationalite nationalitat staatsangehorigkeit issuingcountry passportcountry",
);
/** `{ state: "WA", dl: … }` */
const LICENSE = nameSet("dl dln dlnum license licence lic");
const LICENSE_HOLDERS = nameSet(
  "dob dateofbirth birthdate born class restrictions endorsements state issuedstate dlstate",
);
/** Words that are no names of numbers as often as they are: only a number with its check digit counts. */
const ONLY_VALID = nameSet("run rrn");
/** Behind these words in a text stands a number with a check digit, or none at all. */
const CHECKED = nameSet(
  "bsn burgerservicenummer cpf nhs nhsnumber nhsno pesel dni nie nif nir steuerid steueridnr codicefiscale aadhaar aadhaarnumber nric tfn sin sinnumber personnummer hetu rrn tckn tckimlikno egn cnp oib",
);
/** "srv-lon-0412" */
const WORDS = /[a-z]{2,}[^A-Za-z]+[a-z]{2,}|[A-Za-z]{7,}/;
const MOST_SIBLINGS = 60;

export function namesId(field: FieldName, parent: FieldName): boolean {
  return (
    namesSurely(field, parent) ||
    BARE.has(field.tails[0]) ||
    BARE.has(field.tails[1]) ||
    LICENSE.has(field.tails[0])
  );
}

function namesSurely(field: FieldName, parent: FieldName): boolean {
  if (endsIn(field, FIELDS)) return true;
  const bare = field.tails[0].replace(GLUED, "");
  if (bare.length >= 3 && bare !== field.tails[0] && FIELDS.has(bare)) return true;
  return NUMBERS.has(field.tails[0]) && field.words.length === 1 && isLicense(parent);
}

function isLicense({ tails }: FieldName): boolean {
  return tails.some((tail) => LICENSES.test(tail));
}

/** A field of data is believed; a word in a text is not where the number's own check digit fails. */
export function isCredible(leaf: Leaf, value: string): boolean {
  if (WORDS.test(value)) return false;
  const { field, parent } = leaf;
  if (!namesSurely(field, parent)) return isNumberOfSomebody(leaf, value);
  // Most often the number of an employee.
  if (field.tails[0] === "matricule" && value.replace(/\D/g, "").length < 9) return false;
  const isChecked = endsIn(field, ONLY_VALID) || (leaf.isPart && endsIn(field, CHECKED));
  return !isChecked || isValidUnder([...field.tails, ...(field.stems ?? [])], value);
}

function isNumberOfSomebody(leaf: Leaf, value: string): boolean {
  if (LICENSE.has(leaf.field.tails[0]))
    return stands(leaf, LICENSE_HOLDERS) && /^[A-Z0-9*-]{6,16}$/.test(value);
  return stands(leaf, PEOPLE) && ID_SCHEMES.some((scheme) => isChecked(scheme, value));
}

function isChecked(scheme: (typeof ID_SCHEMES)[number], value: string): boolean {
  if (!scheme.hasCheckDigit) return false;
  scheme.pattern.lastIndex = 0;
  return scheme.pattern.exec(value)?.[0] === value && scheme.isValid(compactId(value));
}

function stands({ siblings }: Leaf, names: ReadonlySet<string>): boolean {
  let count = 0;
  for (const key in siblings) {
    if (++count > MOST_SIBLINGS) return false;
    if (names.has(key.toLowerCase().replace(/[^\p{L}]/gu, ""))) return true;
  }
  return false;
}
