// Words that announce a phone number in a sentence, by language, and words that say the number is that of a thing.

import { wordsBefore } from "../nearby-words.ts";

const ENGLISH =
  "call|called|calls|calling|phone|phones|phoned|tel|telephone|telephoned|mobile|mobiles|cell|cellphone|fax|ring|rang|rung|buzz|bell|sms|whatsapp|whats app|viber|skype|signal|imessage|facetime|telegram|dial|dialed|dialled|reach|" +
  "reached|reachable|contactable|get (?:me|him|her|them|us)|get hold of|text|texted|voicemail|voice|pager|contact|contacted|emergenc\\p{L}{1,3}|next of kin|office|landline|(?:personal|private|own|home|work|mobile) line|direct line|direct|hotline|helpline|switchboard|callback|call back|" +
  "caller|msisdn|number is|my number|contact number|(?:my|his|her|their|our|your|best|new|direct) (?:\\w{1,9} )?(?:number|digits|line)|otp (?:was )?(?:sent|delivered) to|code (?:was )?sent to|ph|mob|cel|(?<![\\d-])[mtpf]|[cohwd](?=\\s?[:.)])|tf|tlf|wa";
const GERMANIC =
  "telefon\\p{L}{0,8}|anrufen|ruf|rufen|rückruf\\p{L}{0,3}|rückfragen unter|erreichbar|erreichen|durchwahl|zentrale|festnetz\\p{L}{0,6}|natel|fon|handy|mobil\\p{L}{0,7}|handynummer|handynr|rufnummer|" +
  "bel|bellen|belt|bel me|bereikbaar|mobiel\\p{L}{0,7}|telefoon\\p{L}{0,7}|nummer\\p{L}{0,3}|ringa|ringer|når mig|nå meg|nås|telm|hringdu|sím\\p{L}{1,4}";
const ROMANCE =
  "téléphon\\p{L}{0,6}|tél|tel fixe|portable|bureau|domicile|fixe|contactez|contacter|appel\\p{L}{1,4}|appeler|joindre|joignable|composez|rappel\\p{L}{1,4}|numéro|num|texto|standard|télécopie|" +
  "fones?|telefo\\p{L}{0,8}|teléfono\\p{L}{0,1}|teléf|telf|tfno|fono|móvil|celular\\p{L}{0,2}|celu|fijo|urgencias?|contact[oae]\\p{L}{0,4}|llam\\p{L}{1,5}|llám\\p{L}{1,6}|marc[aeo]\\p{L}{0,2}|número|numero|wsp|wasap|whats|escríb\\p{L}{1,5}|" +
  "telem[óo]vel|tlm|contat\\p{L}{1,3}|ligue|ligar|liga|ligo|zap|cellulare|cellulari|recapit[oi]|contatt\\p{L}{1,4}|chiam\\p{L}{1,6}|sun[aă]\\p{L}{0,4}|sunați|apela\\p{L}{1,3}|num[ăa]r\\p{L}{0,4}";
const SLAVIC =
  "zadzwoń|dzwoni\\p{L}{1,4}|numer\\p{L}{0,3}|kom[óo]rk\\p{L}{0,4}|komórkowy|kom|kontakt\\p{L}{0,3}|mobiln\\p{L}{0,6}|mobilt\\p{L}{0,7}|volejte|volajte|zavolej\\p{L}{0,3}|zavolajte|čísl[oeua]|nazov\\p{L}{1,4}|pozov\\p{L}{1,4}|pokli[čc]\\p{L}{1,5}|broj|" +
  "тел|телефон\\p{L}{0,3}|моб\\p{L}{0,8}|сот\\p{L}{0,6}|звони\\p{L}{0,4}|позвони\\p{L}{0,4}|дзвон\\p{L}{1,4}|телефонуйте|набер\\p{L}{1,4}|номер\\p{L}{0,3}|обадете|факс";
const OTHER_EUROPEAN =
  "τηλ\\p{L}{0,8}|κιν\\p{L}{0,5}|καλ[έε]σ\\p{L}{1,4}|αριθμό\\p{L}{0,2}|hív\\p{L}{1,6}|telefonsz\\p{L}{1,4}|puh\\p{L}{0,9}|soit\\p{L}{1,5}|numero\\p{L}{1,3}|skambin\\p{L}{1,5}|zvan\\p{L}{1,5}|tālr\\p{L}{0,6}|helista\\p{L}{0,3}|" +
  "gsm|cep|ara|arayın|arayabilir\\p{L}{0,6}|numara\\p{L}{0,4}|hattı\\p{L}{0,3}";
const ASIAN =
  "号码|號碼|手机\\p{L}{0,2}|手機\\p{L}{0,2}|电话|電話\\p{L}{0,2}|携帯|联系\\p{L}{0,2}|聯絡\\p{L}{0,2}|致电|致電|拨打|撥打|請撥|请拨|打给我?|打給我?|打(?=[我他她你您])|直通|传真|傳真|热线|短信|連絡先|番号|내선|연락처|전화|휴대폰|핸드폰|번호|문자|" +
  "फोन|फ़ोन|मोबाइल|नंबर|कॉल|(?:و|ب|ل|ع)?(?:ال)?هاتف\\p{L}{0,2}|(?:و|ب)?(?:ال)?محمول|للاستفسار|جوال\\p{L}{0,2}|الجوال|الهاتف|موبايل\\p{L}{0,2}|اتصل|الاتصال|للتواصل|واتساب|رقم\\p{L}{0,2}|تلفن|موبایل|تماس|שלי|טל|[בלהמוש]{0,2}טלפון|[בלהמוש]{0,2}נייד|[בלהמוש]{0,2}וואטסאפ|מספרו|תתקשר\\p{L}{0,2}|התקשר\\p{L}{0,2}|להתקשר|" +
  "โทร\\p{L}{0,8}|ติดต่อ|เบอร์\\p{L}{0,6}|มือถือ|gọi\\p{L}{0,3}|điện thoại|liên hệ|zalo|sđt|đt|hubungi|telp|telepon|telpon|hp|no\\.? hp|tawag\\p{L}{0,3}|simu|piga|namba|nambari";

export const CUE_WORDS = [ENGLISH, GERMANIC, ROMANCE, SLAVIC, OTHER_EUROPEAN, ASIAN].join("|");
export const CUES = wordsBefore(CUE_WORDS);
/** Languages that say what to do with a number behind it. */
export const BEHIND =
  /^(?:['’]\p{L}{1,4}|[-\u00a0 ]?\p{L}{1,4}(?<=számon|числу|로|으로|에|へ|に|まで))?[\s,]{0,2}(?:numara\p{L}{1,6} )?(?:ara(?:yın|yabilir\p{L}{0,6}|ması)|(?:へ|に|まで)?(?:お)?電話|(?:로|으로|에)?\s?(?:전화|연락|문자)|(?:als|as|come|como|comme|som|jako|ως) (?:mobile|mobil|cell|phone|handy|mobiel|portable|móvil|celular|cellulare|telefon|κινητό|τηλέφωνο)(?=\s?(?:[.,;:!?)]|$))|számon|an(?:rufen|zurufen)|is (?:my|his|her|the best|their) (?:\p{L}{2,8} )?(?:number|phone|mobile|cell|tel)|\((?:mobile|cell|phone|home|work|office|tel|fax|mob|handy|mobil|privat|portable|móvil|celular|whatsapp|landline|direct)\))/iu;
export const AGAINST = wordsBefore(
  "order|invoice|ticket|ref|reference|id|sku|case|account|acct|tracking|isbn|version|build|serial|part|po|batch|transaction|sha|commit|" +
    "vorgang|auftrag|aktenzeichen|charge|lagerplatz|artikel|dossier|expediente|exp|prot|protokoll|protocollo|protocolo|pratica|no resi|nomor resi|resi|remito|zaak|zaaknummer|ärende|ärendenr|sak|sprawa|sprawy|spis|případ|zásilka|дел[оаy]|справа|протокол|накладн\\p{L}{1,3}|заявк\\p{L}{1,2}|πρωτόκολλο|πρωτ|αίτηση|παραγγελία|פנייה|קריאה|بلاغ|mã đơn|mã vận đơn|request id|correlation|triggered|last seen|updated|since|epoch|" +
    "bestellung|rechnung|commande|pedido|issue|pr|fig|row|(?<!(?:personal|private|own|home|work|mobile|direct) )line|port|pid|timestamp|epoch|model|drawing|catalog|catalogue|meter|article|item|lot|customer no|member no|policy no|routing|iban|siret|siren|vat|" +
    "booking|confirmation|shipment|consignment|waybill|awb|parcel|claim|receipt|quote|asset|号单|订单\\p{L}{0,2}|证件\\p{L}{0,2}|證件\\p{L}{0,2}|身份证\\p{L}{0,2}|护照\\p{L}{0,2}|账号|帐号|卡号|会员\\p{L}{0,2}|学号|合同\\p{L}{0,2}|发票\\p{L}{0,2}|快递\\p{L}{0,2}|הזמנה|חשבונית|الطلب|طلب|فاتورة|folio|訂單\\p{L}{0,2}|单号|單號|运单\\p{L}{0,2}|编号|編號|注文\\p{L}{0,2}|伝票\\p{L}{0,2}|주문\\p{L}{0,2}|송장\\p{L}{0,2}|заказ\\p{L}{0,2}|счет\\p{L}{0,2}|артикул\\p{L}{0,2}",
);
