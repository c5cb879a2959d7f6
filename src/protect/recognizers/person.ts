// Names of people, by the name of the field: a plain `name` counts only beside an e-mail, a phone or the like.

import { endsIn, type FieldName, hasWord, nameSet } from "../field-name.ts";
import type { Leaf, Recognizer } from "../recognizer.ts";

const NAME_FIELDS = nameSet(
  "firstname lastname fullname surname middlename givenname familyname maidenname forename nickname legalname preferredname birthname patronymic " +
    "fname lname mothersmaidenname vorname nachname familienname zuname vollername geburtsname prenom nomdefamille nomcomplet apellido apellidos " +
    "nombrecompleto primernombre cognome nomeecognome nomecompleto sobrenome primeironome voornaam achternaam naamvoluit imie nazwisko " +
    "fornamn efternamn etunimi sukunimi 姓名 名字 氏名 이름 имя фамилия",
);
/** `customer_name`, `nameOfPatient`; and, as a whole field, `author: "Ann Lee"`. */
const PERSON_WORDS = nameSet(
  "customer client contact user patient employee author assignee reporter owner recipient sender payer payee cardholder accountholder holder " +
    "member guest attendee participant applicant candidate student teacher manager supervisor agent driver tenant subscriber buyer seller " +
    "person passenger beneficiary requester approver reviewer organizer speaker invitee spouse mother father parent guardian nominee signer signatory " +
    "doctor physician nurse lawyer caller emergencycontact kontakt kunde ansprechpartner mitarbeiter cliente contacto paciente titular utilisateur medewerker",
);
const ROLE_FIELDS = nameSet(
  "author authors assignee assignees reporter owner owners recipient sender customer contact patient employee attendees attendee participants members " +
    "reviewer reviewers approver organizer manager supervisor passenger passengers beneficiary cardholder accountholder guest guests contacts speakers " +
    "createdby updatedby assignedto requestedby approvedby reportedby signedby ansprechpartner from to cc",
);
const PLAIN_FIELDS = nameSet("name displayname realname username nombre nom nome naam");
const PERSONAL_SIBLINGS = nameSet(
  "email emails emailaddress mail phone phonenumber mobile telephone tel firstname lastname dob dateofbirth birthdate birthday ssn gender login " +
    "telefon telefono correo courriel vorname nachname jobtitle passport age",
);
const THING_WORDS = nameSet(
  "file product company organization organisation org project repo repository server host domain event brand team department class category table column key bucket package app service tool",
);
const WORD =
  "(?:[\\p{Lu}\\p{Lo}][\\p{L}\\p{M}'’.-]{0,30}|(?:van|von|de|der|den|da|di|del|della|la|le|bin|al|dos|du|y|e|zu|ter|ten)|[dDO]['’]\\p{Lu}[\\p{L}\\p{M}]{1,30})";
const NAME_SHAPE = new RegExp(`^(?:\\p{L}{1,4}\\.? )?${WORD}(?:,? ${WORD}){0,5}$`, "u");
const LOOSE_NAME = /^\p{L}[\p{L}\p{M}'’. ,-]{0,80}$/u;
const NOBODY =
  /^(?:unknown|none|null|n\/?a|admin|administrator|root|system|test|user|anonymous|guest|bot|support|true|false|everyone|all|na|tbd|undefined|default|other|me|self|unassigned)$/i;

export const person: Recognizer = {
  class: "PERSON",
  needsAny: 0,
  minDigits: 0,
  minRun: 1,
  fieldOnly: true,
  hint: (field, parent) => isNameField(field) || isPlainName(field, parent) || endsIn(field, ROLE_FIELDS),
  find(leaf, _hinted, found) {
    const value = leaf.text.trim();
    if (value.length < 2 || value.length > 80 || NOBODY.test(value) || !LOOSE_NAME.test(value)) return;
    if (!isSomebody(leaf, value)) return;
    const start = leaf.text.indexOf(value);
    found(start, start + value.length, value.normalize("NFC"), 3);
  },
  examples: [
    { text: "Ann", field: "first_name" },
    { text: "O'Brien-Smith", field: "lastName" },
    { text: "Ann Lee", field: "customer_name" },
    { text: "Ann Lee", field: "name", siblings: { name: "Ann Lee", email: "ann@example.com" } },
    { text: "Jürgen von der Heide", field: "Vollername" },
    { text: "García Márquez", field: "apellidos" },
    { text: "王小明", field: "姓名" },
    { text: "Ann Lee", field: "name", parent: "assignee" },
    { text: "Dr. Ann Lee", field: "author" },
    { text: "ann lee", field: "full_name" },
    { text: "Lee, Ann", field: "display_name", siblings: { display_name: "Lee, Ann", phone: "1" } },
  ],
  nearMisses: [
    { text: "report.pdf", field: "file_name" },
    { text: "Blue Chair", field: "product_name" },
    { text: "Blue Chair", field: "name", siblings: { name: "Blue Chair", price: 3 } },
    { text: "Fernhill Ltd", field: "company_name" },
    { text: "unknown", field: "first_name" },
    { text: "backend-team", field: "assignee" },
    { text: "Build Bot 7", field: "author" },
    {
      text: "Fernhill",
      field: "name",
      siblings: { name: "Fernhill", email: "a@example.com", type: "Organization" },
    },
    { text: "Paris", field: "to" },
  ],
};

function isNameField(field: FieldName): boolean {
  if (hasWord(field, THING_WORDS)) return false;
  if (endsIn(field, NAME_FIELDS)) return true;
  const [last] = field.tails;
  const before = field.tails[1].slice(0, -last.length);
  return (last === "name" || last === "names") && PERSON_WORDS.has(before);
}

function isPlainName(field: FieldName, parent: FieldName): boolean {
  return PLAIN_FIELDS.has(field.words.join("")) && !hasWord(parent, THING_WORDS);
}

function isSomebody(leaf: Leaf, value: string): boolean {
  if (isNameField(leaf.field)) return true;
  if (isPlainName(leaf.field, leaf.parent))
    return isPersonal(leaf) && (NAME_SHAPE.test(value) || / /.test(value));
  // A role holds a name only when it reads like one: two capitalized words at least.
  return NAME_SHAPE.test(value) && / /.test(value);
}

function isPersonal(leaf: Leaf): boolean {
  const parent = leaf.parent.words.join("").replace(/s$/, "");
  const kind = leaf.siblings?.["type"];
  if (typeof kind === "string" && /^(?:org|organi[sz]ation|company|business|bot|group|team)/i.test(kind))
    return false;
  if (PERSON_WORDS.has(parent)) return true;
  for (const key of Object.keys(leaf.siblings ?? {})) {
    if (PERSONAL_SIBLINGS.has(key.toLowerCase().replace(/[^\p{L}]/gu, ""))) return true;
  }
  return false;
}
