// Names of fields that hold names of people, and of those beside them that say whether a plain `name` is a person's.

import { type FieldName, nameSet, readFieldName } from "../field-name.ts";
import { ID_FIELDS } from "../ids/all-id-schemes.ts";

export const NAME_FIELDS = nameSet(
  "fn apellidosnombre nombreapellidos apellidosynombre nombreyapellidos nomeesobrenome cognomenome фио полноеимя ονοματεπώνυμο الاسم اسم नाम 客户姓名 收件人姓名 お名前 고객명 " +
    "kundenname kundename mitarbeitername patientenname empfangername absendername kontaktname kontoinhaber karteninhaber inhabername bestellername mietername fahrername gastname teilnehmername nomclient nompatient nomprenom nombrecliente nombrepaciente nomecliente nomepaziente klantnaam naamklant fromname toname replytoname firstname lastname fullname surname middlename givenname familyname maidenname forename legalname preferredname birthname patronymic " +
    "fname lname givennames contactperson contactname debtorname creditorpersonname nameoncard accountholdername mothersmaidenname vorname nachname familienname zuname vollername geburtsname prenom nomdefamille nomcomplet apellido apellidos " +
    "nombrecompleto primernombre cognome nomeecognome nomecompleto sobrenome primeironome voornaam achternaam naamvoluit imie nazwisko " +
    "geslachtsnaam roepnaam soyad soyadi soyisim adsoyad adisoyadi jmeno prijmeni keresztnev vezeteknev csaladnev prenume numefamilie priezvisko krestnimeno prezime όνομα επώνυμο nama namalengkap namadepan namabelakang hoten hovaten tenkhachhang primerapellido segundoapellido secondname othernames additionalname nomusage nomnaissance nomprenom fornavn efternavn etternavn fornamn efternamn etunimi sukunimi 姓名 名字 氏名 이름 성명 성함 имя фамилия",
);
/** `customer_name`, `nameOfPatient`; and, as a whole field, `author: "Ann Lee"`. */
export const PERSON_WORDS = nameSet(
  "customer client contact user patient employee author assignee reporter owner recipient sender payer payee cardholder accountholder holder " +
    "member guest attendee participant applicant candidate student teacher manager supervisor agent driver tenant subscriber buyer seller " +
    "person passenger beneficiary requester approver reviewer organizer speaker invitee spouse mother father parent guardian nominee signer signatory " +
    "responsavel responsable aluno aluna alumno alumna estudiante eleve etudiant etudiante schuler schulerin professor professora docente profesor profesora enseignant lehrer lehrerin tutor encargado vendedor comprador proprietario propietario inquilino locataire mieter arrendatario socio socia medico docteur arzt patiente mitglied membre miembro membro teilnehmer participante asistente client klijent kupac zakaznik ugyfel клиент пациент получатель отправитель заказчик сотрудник العميل المريض المستلم ग्राहक 客户 顾客 患者 联系人 收件人 寄件人 申请人 员工 担当者 担当 고객 환자 담당자 수령인 doctor physician nurse lawyer caller emergencycontact debtor insured policyholder claimant witness traveler traveller donor resident borrower lender landlord colleague lead prospect visitor user profile attendee actor creator editor commenter poster submitter originator responder initiator plaintiff defendant kontakt kunde kundin patientin klant klient beneficiario beneficiaria empleado empleada remitente destinatario ansprechpartner mitarbeiter cliente contacto paciente titular utilisateur medewerker",
);
export const ROLE_FIELDS = nameSet(
  "author authors assignee assignees reporter owner owners recipient sender customer contact patient employee attendees attendee participants members " +
    "reviewer reviewers approver organizer manager supervisor passenger passengers beneficiary cardholder accountholder guest guests contacts speakers " +
    "createdby updatedby modifiedby lastmodifiedby submittedby assignedto requestedby approvedby reportedby signedby ansprechpartner beneficiario titular destinatario remitente cliente kunde klant patientin paciente " +
    "responsavel responsable aluno aluna alumno alumna estudiante eleve etudiant etudiante schuler schulerin professor professora docente profesor profesora enseignant lehrer lehrerin tutor encargado vendedor comprador proprietario propietario inquilino locataire mieter arrendatario socio socia medico docteur arzt patiente mitglied membre miembro membro teilnehmer participante asistente client klijent kupac zakaznik ugyfel клиент пациент получатель отправитель заказчик сотрудник العميل المريض المستلم ग्राहक 客户 顾客 患者 联系人 收件人 寄件人 申请人 员工 担当者 担当 고객 환자 담당자 수령인 witness witnesses guarantor guarantors squad players interviewer interviewers watcher watchers approvers followers subscribers signatories volunteers mentors mentees crew landlords tenants candidates applicants students teachers employees people_list kontaktos 受取人 送付先 heir executor trustee godparent bride groom landlady chair chairperson secretary treasurer captain player scorer referee chef barber stylist doctor physician nurse caregiver carer salesrep rep representative accountmanager technician inspector trainer coach mentor advisor adviser consultant lawyer attorney notary therapist dentist surgeon accountant receptionist openedby closedby handledby preparedby authorizedby soldby performedby sentby postedby raisedby uploadedby ownedby completedby verifiedby requester requestor applicant candidate caller claimant debtor insured policyholder traveler traveller passengername instructor teacher student lead poc signer signatory payer payee " +
    "nominee nextofkin emergencycontact spouse tenant landlord driver holder person people user users client editor presenter host invitee buyer seller donor",
);
/** Names of places stand here as often as names of people: only a known given name decides. */
export const WEAK_ROLES = nameSet(
  "from to cc bcc by who whom subject value text label content answer entity mention",
);
/** Whatever stands here is the name of a thing, even if it reads like a person. */
export const THING_FIELDS = nameSet(
  "brands products tools titles items models movies films books songs albums teams projects companies name title label product brand model codename release version architecture vendor supplier company organization organisation firm team project theme font song album track book movie film station venue place " +
    "city town state region country county street location room park school university hotel restaurant award prize ship vessel cluster server env environment branch tag category type status kind contract agreement slug " +
    "description heading caption collection series game character district province neighborhood nbhd destination origin airport hub placeholder example sample hint format pattern site campus building floor store shop outlet wing gate",
);
export const PLAIN_FIELDS = nameSet(
  "name names nickname display displayname realname ad isim jmeno ime meno nev nume nimi nombre nom nome naam navn namn formatted given family first last middle",
);
export const PERSONAL_SIBLINGS = nameSet(
  "email emails emailaddress mail phone phonenumber mobile telephone tel firstname lastname dob dateofbirth birthdate birthday ssn gender login " +
    "telefon telefono correo courriel vorname nachname jobtitle passport age apellido apellidos cognome prenom achternaam efternamn nazwisko sobrenome givenname familyname " +
    "person user people given family cpf dni bsn nif codicefiscale movil celular cellulare handy hiredate salary employeeid patientid mrn nationality role occupation iban cardnumber expmonth expyear expirymonth expiryyear cvc cvv",
);
const FIRMS_IDS = nameSet(
  "taxid taxidnumber taxnumber tin nip nipnumber rfc cuit cnpj documentnumber documentid licensenumber licencenumber afm oib contribuinte",
);
export const PERSONAL_IDS = nameSet(
  `${ID_FIELDS} ssn socialsecurity socialsecuritynumber passportnumber passportno passport soyad soyadi prenume prijmeni nama tarifa`
    .split(" ")
    .filter((name) => !FIRMS_IDS.has(name))
    .join(" "),
);
/** A firm, a place or a product has these; a person has none. */
export const BUSINESS_SIBLINGS = nameSet(
  "industry vat vatid vatnumber ein employees employeecount openinghours rating capacity domain isbn publisher genre pages paperback runtime barcode ean stock weight founded price sku category headquarters ticker cuisine",
);
export const ADDRESS_HOLDERS = nameSet("shipping billing delivery mailing ship bill shipto billto");
export const THING_WORDS = nameSet(
  "file product company organization organisation org project repo repository server host domain event brand team department class category table column key bucket package app service tool",
);

type KeyKind = "person" | "business" | "neither";
const keyKinds = new Map<string, KeyKind>();

/** Keys repeat in every row; what they say is worked out once. */
export function kindOfKey(key: string): KeyKind {
  let kind = keyKinds.get(key);
  if (kind === undefined) {
    const plain = readFieldName(key).words.join("").replace(/\d/g, "");
    kind =
      PERSONAL_SIBLINGS.has(plain) || PERSONAL_IDS.has(plain)
        ? "person"
        : BUSINESS_SIBLINGS.has(plain)
          ? "business"
          : "neither";
    if (keyKinds.size > 10_000) keyKinds.clear();
    keyKinds.set(key, kind);
  }
  return kind;
}

/** merged_by, uploadedBy; a list is sorted by something else. */
export function isDoneBy(field: FieldName): boolean {
  return field.tails[0] === "by" && /(?:ed|en|pt|nt|ld|de)by$/.test(field.tails[1]);
}
