// Names of people: by the name of the field, where a plain `name` counts only beside an e-mail, a phone or the like,
// and by the words around them in sentences.

import { HAS_SPACE, HAS_UPPER, MAY_HIDE } from "../detect/leaf-shape.ts";
import { exceptInColumnsOfThings } from "../detect/names/columns-of-things.ts";
import { findNamesBeyondLatin } from "../detect/names/names-beyond-latin.ts";
import {
  findWholeField,
  isNameField,
  isPlaceName,
  isPlainName,
  isThingsName,
  wholeName,
} from "../detect/names/names-in-fields.ts";
import { findNamesInOtherScripts } from "../detect/names/names-in-other-scripts.ts";
import { findNamesInText } from "../detect/names/names-in-text.ts";
import { findLowerNames } from "../detect/names/names-without-capitals.ts";
import { NAME_FIELDS } from "../detect/names/person-fields.ts";
import { withRepeatedNames } from "../detect/names/repeated-names.ts";
import { roleOf } from "../detect/names/role-fields.ts";
import type { Found, Recognizer } from "../detect/recognizer.ts";

const HAS_LOWER_WORD =
  /^(?:Mr|Mrs|Ms|Miss|Dr|Prof|Herr|Frau|Mme|Mlle|Sr|Sra|Dhr|Mevr)\.? |(?:^|[\s([,.>])\p{Ll}{2,}|[,:!]/u;
const SHORTEST_SENTENCE = 8;
const SHORTEST_INTRODUCTION = 10;

export const person: Recognizer = {
  class: "PERSON",
  about: {
    finds:
      "Names of people: by field, after titles, greetings, closings, introductions and roles, and known given names with a surname.",
    validation:
      "A plain `name` counts only beside an e-mail, a phone and the like; firms, places, teams and products stay.",
    cues: [
      "Dear, Hallo, Bonjour, Hola",
      "Mr, Frau, Mme, 様, 先生, 님",
      "my name is, ich heiße",
      "regards, Grüße, cordialement",
      "customer, patient, Kunde",
    ],
    fields: [...NAME_FIELDS],
  },
  needsAny: HAS_UPPER | MAY_HIDE | HAS_SPACE,
  minDigits: 0,
  minRun: 2,
  hint: (field, parent) => isNameField(field) || isPlainName(field, parent) || roleOf(field) !== null,
  find(leaf, hinted, found) {
    if (hinted && findWholeField(leaf, found)) return;
    if (isThingsName(leaf) || isPlaceName(leaf)) return;
    if (leaf.text.length >= SHORTEST_INTRODUCTION) findLowerNames(leaf.text, leaf.shape.cues, found);
    if ((leaf.shape.bits & (HAS_UPPER | MAY_HIDE)) === 0) return;
    if ((leaf.shape.bits & MAY_HIDE) !== 0) findNamesElsewhere(leaf.text, found);
    const whole = wholeName(leaf);
    if (whole !== null) {
      const start = leaf.text.indexOf(whole);
      found(start, start + whole.length, whole.normalize("NFC"), 2);
      return;
    }
    if (leaf.text.length < SHORTEST_SENTENCE || !/[ \n]/.test(leaf.text)) return;
    const isSentence = HAS_LOWER_WORD.test(leaf.text) || leaf.text.includes("\n");
    withRepeatedNames(leaf.text, exceptInColumnsOfThings(leaf.text, found), (report) =>
      findNamesInText(leaf.text, { shape: leaf.shape, found: report, isSentence }),
    );
  },
  isRuledOut: (leaf) => isThingsName(leaf) || isPlaceName(leaf),
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
    { text: "नेहा शर्मा", field: "applicant_name" },
    { text: "김서연", field: "고객이름" },
    { text: "opened for cn=Marit Solberg,ou=people", value: "Marit Solberg" },
    { text: "محمد الأحمد", field: "customer_name" },
    { text: "hi, my name is david miller", value: "david miller" },
    { text: "David Johnson" },
    { text: "Ship to: BETTY HARRINGTON", value: "BETTY HARRINGTON" },
    { text: "Met Femke Hendriks at noon", value: "Femke Hendriks" },
    { text: "Mum (Concepción) collects at 3", value: "Concepción" },
    { text: "Passenger: CASTELLANO/ALISON MS", value: "CASTELLANO/ALISON" },
    { text: "BEGIN:VCARD\nN:Schäfer;Annegret;;;\nEND:VCARD", value: "Schäfer" },
    { text: "Mireille Assouline said yes; tell the board about Assouline", value: "Assouline" },
    { text: "his mother's maiden name Kowalewski", value: "Kowalewski" },
    { text: "欧阳志远", field: "客户" },
    { text: "我叫王小明，订单没到", value: "王小明" },
    { text: "私は山田太郎です。", value: "山田太郎" },
    { text: "Yılmaz", field: "soyad" },
    { text: "佐藤様、お世話になっております", value: "佐藤" },
    { text: "尊敬的王小明先生，您好", value: "王小明" },
    { text: "김민수님 안녕하세요", value: "김민수" },
    { text: "Уважаемая Ольга Петровна, заказ готов", value: "Ольга Петровна" },
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
    { text: "subject CN=www.example.com, O=Fernhill" },
    { text: "Die Marie Curie Allee wird saniert" },
    { text: "お客様、皆様へのお知らせ" },
    { text: "고객님 안녕하세요" },
    { text: "Samuel Adams", field: "beer" },
    { text: "a statue of Albert Einstein stands there" },
    { text: "Open Smith Chart and Print Preview Window" },
    { text: "Holder: a generous file does not help" },
    { text: "this is fine, i am here" },
    { text: "Stadtwerke Rostock", field: "name", siblings: { name: "Stadtwerke Rostock", iban: "x" } },
    { text: "Réunion en salle Victor Hugo demain" },
  ],
};

function findNamesElsewhere(text: string, found: Found): void {
  findNamesBeyondLatin(text, found);
  findNamesInOtherScripts(text, found);
}
