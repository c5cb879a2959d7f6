// Field names that speak of phone numbers, in the languages of the world: a word for phones, and after it only words
// that say which one. `phone_verified_at`, `phone_model` and `phone_number_id` are no numbers of phones.

import type { JsonObject } from "../../../vocabulary.ts";
import type { FieldName } from "../field-name.ts";

const NAMED_THINGS = /^(?:micro|head|ear|smart|saxo|mega|gramo|xylo|dicta|franco|anglo|vibra|i)phones?$/;
const PHONE_WORD = new RegExp(
  `^(?:${[
    "\\p{L}{0,14}phones?(?:no|nr|num|number|numbers)?|phon|phn|phnum|ph|f[ao]no?s?|fone|fonos",
    "tel|tels|tele|tell?(?:no|nr|num|number|home|work|mobile|cell)|tlf|tlfnr|tlfno|tlfn|tfno|telf|tln|telp|telpon|telepon\\p{L}{0,6}|telecom",
    "\\p{L}{0,12}telefon(?!i[ae]|ic)\\p{L}{0,12}|telephon(?!y)\\p{L}{0,10}|\\p{L}{0,8}telefoon\\p{L}{0,10}|telemove(?:l|is)|telefax|telekontakt",
    "mobiles?|mobil|mobil(?:e|nr|no|num|nummer|number|enumber|eno|enum|ephone|telefon|szam|ni|ny|nyi|tel|numer|numara)|mobiel\\p{L}{0,7}|mob|mob(?:no|nr|num|number|tel)",
    "movil|moviles|celular|celulares|cel|cell|cells|cellulare|cellulari|cellular|cell(?:no|num|number|phone)|gsm|gsm(?:no|nr|nummer|numero)|msisdns?",
    "handy|handy(?:nr|nummer)|festnetz\\p{L}{0,8}|rufnummer|rufnr|durchwahl|natel|portable|fax|fax(?:no|nr|nummer|number|num)|faks|whatsapp|whatsapp(?:no|number|nummer)|viber|waid|zap",
    "land|landline|hotline|hot|helpline|pager|ddi|callerid|recapit[oi]|telecopie|fijo|fixe|fixo|mobitel|kontakttelefon|komorka|komorkow[aey]|kom",
    "puhelin\\p{L}{0,8}|puh|matkapuhelin|simi|farsimi|simanumer|talrun\\p{L}{0,6}|vast[ae]lijn|ceptel\\p{L}{0,7}|cep|nohp|nomorhp|hp|sdt|s\u0111t|thoai|dienthoai|sodienthoai|didong|dong|\u0111ong|simu|namba",
    "телефон\\p{L}{0,4}|тел|моб|мобильн\\p{L}{1,4}|мобилен|мобілн\\p{L}{1,4}|мобільн\\p{L}{1,4}|сотов\\p{L}{1,3}|факс|номертелефона|τηλεφων[οα]|τηλ|κινητο|φαξ",
    "\\p{L}{0,4}(?:هاتف|جوال|موبايل|محمول|تلفن|موبایل)|טלפון|נייד|הנייד|פלאפון|סלולרי",
  ]
    .join("|")
    .normalize("NFC")})$`,
  "u",
);
/** Scripts that write words together. */
const TOGETHER =
  /(?:电话|電話|手机|手機|移动电话|行動電話|携帯|联系方式|聯絡方式|連絡先|传真|傳真|ファックス|ファクス|전화|휴대폰|핸드폰|휴대전화|연락처|팩스|โทร|มือถือ|फोन|फ़ोन|मोबाइल|ফোন|மொபைல்|フォン|모바일)(?:号码?|號碼?|番号|번호|नंबर|\p{Script=Thai}{0,6}|[0-9一二]|本人|自宅|勤務先)?$/u;
const WHICH = new Set(
  (
    "telefonico telefonici numeris line dial number numbers no nos nr num numero numer nummer numara numarasi numaran cislo szam номер number1 home work mobile mobil cell cellular office business private personal main primary secondary alt alternate alternative " +
    "other second first emergency contact day evening daytime night direct local national international intl e164 e raw formatted normalized normalised canonical full plain clean display digits value val text str " +
    "string form c pc r line voice sms mms fax whatsapp from to de do da del di du dei la le el des d of for with area ext fijo fixe fixo perso pessoal personale privat private pro professionnel prof casa cellulare oficina ufficio trabajo trabalho " +
    "lavoro bureau domicile portable celular movil geschaeftlich geschaftlich dienstlich buro buero zuhause company firm customer client user caller patient guest driver sender recipient receiver consignee mother father parent " +
    "guardian spouse partner owner tenant employee student applicant agent traveler traveller passenger member household kin relative lead subscriber telephone telephonenumber phone phonenumber tel list privado particular comercial " +
    "residencial rezidencial resid contacto contato contatto kontakt kontaktowy kontaktni komorkowy komorkowa kom stacjonarny dom sluzbowy sluzbova prywatny domu pracy domaci otthoni munkahelyi ev is cep personnel mobitel mobilni mobile2 contact1 " +
    "контактныи рабочии домашнии мобильныи рабочего личныи σπιτιου εργασιας العمل المنزل המשרד הבית numberraw numberformatted complete current new old previous original नंबर номері номеру номера"
  ).split(" "),
);
/** Beside these words a number is that of a phone only where a plan knows it. */
const PARTIES =
  /^(?:caller|callers|callee|calling|called|dialed|dialled|dialer|ani|dnis|cli|contact|contacts|contacto|contatto|contato|kontakt|subscriber|callback|reach|reachable|sms|imessage|signal|recipient|voicemail|helpdesk|emergency|notify|calledparty|callingparty|callernumber|contactno|contactnumber|contactnum|fromnumber|tonumber|callfrom|callto|fromphone|wa|direct|kontaktnummer)$/;
const PARTY_WHICH = new Set(
  "telefonico telefonici numeris line dial number numbers no nr num at on by from to party line info details detail value raw nummer numer numero 1 2 3".split(
    " ",
  ),
);
const LEADING = new Set(
  "from to a b source destination origin originating terminating dest src number call".split(" "),
);

const ENDS = new Set(
  "to from sender recipient destination dest dst src source originator receiver addressee target caller callee ani dnis party subscriber number user da oa destaddr sourceaddr destinationaddr destinationaddress sourceaddress".split(
    " ",
  ),
);
const MESSAGE_KEYS = new Set(
  "carrier operator mcc mnc smsc segments numsegments smssid messagesid callsid messageuuid msgid messageid smsid dlr dlrstatus errcode body text message content channel duration durationsec callduration direction trunk sipcallid disposition network networkcode imsi hlr".split(
    " ",
  ),
);

/** The name says that a phone number stands there. */
export function namesPhone({ words, tails }: FieldName): boolean {
  if (tails[1] === "waid" || tails[1] === "callerid") return true;
  const at = words.findLastIndex(isPhoneWord);
  return at >= 0 && words.slice(at + 1).every(saysWhich);
}

/** The name says who was called or written to; what stands there may be anything else, too. */
export function namesParty({ words }: FieldName): boolean {
  const at = words.findIndex((word) => PARTIES.test(word));
  if (at >= 0) return words.slice(at + 1).every((word) => PARTY_WHICH.has(word) || PARTIES.test(word));
  return (
    words.length >= 2 &&
    words.length <= 3 &&
    words.every((word) => LEADING.has(word) || word === "number" || word === "no")
  );
}

/** `{ to: 4915207745318, carrier: … }`: ends of a message or a call that do not say so by themselves. */
export function namesEnd({ words, tails }: FieldName): boolean {
  return (words.length === 1 && ENDS.has(tails[0])) || (words.length === 2 && ENDS.has(tails[1]));
}

/** What messages and calls have beside their ends. */
export function isMessage(siblings: JsonObject | null): boolean {
  for (const key in siblings) if (MESSAGE_KEYS.has(key.replace(/[^A-Za-z]/g, "").toLowerCase())) return true;
  return false;
}

/** `phones: { home: … }`, `mobile: { number: … }` */
export function saysWhichPhone({ words }: FieldName): boolean {
  return words.length > 0 && words.every(saysWhich);
}

function isPhoneWord(word: string): boolean {
  return (PHONE_WORD.test(word) && !NAMED_THINGS.test(word)) || TOGETHER.test(word);
}

function saysWhich(word: string): boolean {
  return WHICH.has(word) || /^\d{1,3}$/.test(word) || /^[a-z]$/.test(word);
}
