// Names in scripts without capitals, by the words of respect around them: 佐藤様, 王先生, 김민수님, السيد …, श्री ….

import { matchesOf } from "../matches-of.ts";
import type { Found } from "../recognizer.ts";
import { HAN_PAIRS, HANGUL, HANGUL_PAIRS, SURNAMES } from "./names-written-together.ts";

const BEYOND_LATIN = /[\u0370-\u1fff\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2}/u;
/** Words of respect for nobody in particular. */
const NOBODY = new Set([
  "皆",
  "各位",
  "客",
  "神",
  "奥",
  "同",
  "何",
  "王",
  "お客",
  "仏",
  "고객",
  "회원",
  "선생",
  "사장",
  "여러분",
  "손님",
  "부모",
  "शाखा प्रबंधक",
  "प्रबंधक",
  "महोदय",
  "ग्राहक",
  "अधिकारी",
  "العميل",
  "المدير",
  "하나",
  ..."माता पिता गुरु माँ मां पापा भाई बहन सर मैडम डॉक्टर साहब हाँ नहीं".split(" "),
  ..."仕 同 多 模 一 有 異 子 嬢 皆々 兄 姉 母 父 爺 婆 坊 若 宮 姫 主 赤 嫁 婿 貴 各 患者 利用者 会員 生徒 保護者 担当者 担当 取引先 社長 部長 店長 関係者 参加者 受講者 入居者 旦那 息子 奴 王 殿 両 神 仏 他 方 客 店員 駅員 職員 医者 看護師".split(
    " ",
  ),
  ..."使用 利用 併記 表記 変更 不明 小时 小時 小计 小計 小组 小組 小区 小區 小学 小學 小说 小說 小费 小費 小结 小結 小程 小型 小号 小數 小数 小写 小票 小节 小節 阿里 老师 老師 老板 老闆 老家 老人".split(
    " ",
  ),
  ..."گفت گفتند است بود هستند برای این آن که های ها را می هم نیز والمعتمر من في على عن مع إلى هذا هذه".split(
    " ",
  ),
  ..."여러 관리 담당 우리 모든 해당 신규 일반 기존 전체 단골 개인 법인 외국 해외 국내 가입 이용 구매 대상 탈퇴 유료 무료 우수 방문 주문 잠재 예약 정회 비회 준회 본인 당사 귀하".split(
    " ",
  ),
]);

const HAN = "\\p{Script=Han}";
const HAN_NAME = `(?:(?:${HAN_PAIRS})${HAN}{1,2}|[${SURNAMES}]${HAN}{1,2})`;
const ARABIC_FAMILY = "(?: [\\p{Script=Arabic}]{1,12}(?:ی|زاده|پور|نیا|یان|فر|راد)(?![\\p{Script=Arabic}]))?";
/** Words before a name in Chinese and Japanese, also without a colon. */
const HAN_CUES =
  "姓名|名字|联系人|联络人|聯絡人|聯繫人|收件人|收货人|收貨人|寄件人|寄货人|发件人|客户|客戶|患者|病人|申请人|申請人|负责人|負責人|经办人|户名|戶名|持卡人|旅客|司机|司機|快递员|业主|监护人|家长|签收人|代收人|订票人|预订人|投保人|被保险人|员工|借款人|收款人|付款人|法定代表人|班主任|主治医生|承办人";
/** What somebody does right behind the name. */
const HAN_DOES =
  "反馈|反饋|来电|來電|致电|表示|要求|投诉|投訴|申请|申請|咨询|諮詢|需要|希望|称|的|于|在|已|电话|電話|手机|手機|身份证|身分證|地址|预约|購買|购买|下单|下單|想|将|請|请|先生|女士";
const JAPANESE_CUES = "組|班|番|号室|担当|担当者|氏名|名前|旧姓|代表|宛名|受取人|申込者|予約者";

const PATTERNS = [
  /(?<![\p{Script=Han}\p{Script=Katakana}\p{N}A-Za-z])([\p{Script=Han}]{1,4}(?:[ \u3000][\p{Script=Han}]{1,3})?|[\p{Script=Katakana}ー]{2,10}(?:[・＝= \u3000][\p{Script=Katakana}ー]{2,12}){0,2})[ \u3000]?(?:様|さん|さま|殿|くん|ちゃん)(?![\p{Script=Han}])/dgu,
  /(?:尊敬的|亲爱的|敬爱的)([\p{Script=Han}]{2,4}?)(?=先生|女士|小姐|[,，:：!！\s])/dgu,
  new RegExp(
    `(?<![\\p{L}])([${SURNAMES}][\\p{Script=Han}]{0,2})(?=先生|女士|小姐|老师|老師|同学|同學|经理|經理|主任|医生|醫生|大夫|师傅|師傅|教授|律师|律師|护士|阿姨|叔叔)`,
    "dgu",
  ),
  new RegExp(`(?:${HAN_CUES}) ?[:是为叫]? ?(${HAN_NAME})(?=${HAN_DOES}|(?!${HAN}))`, "dgu"),
  new RegExp(
    `(?:${JAPANESE_CUES})(?:[ :]{1,2}|は)(${HAN}{1,4} ${HAN}{1,3}|[\\p{Script=Katakana}ー]{2,10}・[\\p{Script=Katakana}ー${HAN}]{1,10})(?![\\p{L}])`,
    "dgu",
  ),
  new RegExp(`旧姓[ :]?(${HAN}{1,4})(?![\\p{L}])`, "dgu"),
  /(?<=^|\n)([小阿老][\p{Script=Han}])(?=: ?)/dgu,
  new RegExp(
    `(?<![\\p{L}])((?:${HANGUL_PAIRS})\\p{Script=Hangul}{1,2}|[${HANGUL}]\\p{Script=Hangul}{2})(?= (?:고객|회원|환자|학생|대리|과장|차장|부장|팀장|사원|교수|원장|기사|이사|대표|주임|선생|간호사|매니저|변호사|어머니|아버지)(?!\\p{Script=Hangul}{2}))`,
    "dgu",
  ),
  // Titles and neighbors in scripts without capitals.
  new RegExp(
    `(?<![\\p{L}])(?:خانم|آقای|آقا|جناب|دکتر|مهندس|استاد|حاج)\\s([\\p{Script=Arabic}]{3,15}${ARABIC_FAMILY})(?![\\p{Script=Arabic}])`,
    "dgu",
  ),
  /(?<![\p{L}])(?:الدكتورة|الدكتور|المهندسة|المهندس|الآنسة|الشيخ|الحاجة|الحاج|الأخت|الأخ|العم|أم|أبو|جارتي|جاري|زوجتي|زوجي|ابني|ابنتي|أخي|أختي)\s([\p{Script=Arabic}]{3,15}(?: ال[\p{Script=Arabic}]{2,12})?)(?![\p{Script=Arabic}])/dgu,
  /(?<![\p{L}])(?:ד"ר|עו"ד|פרופ'|גברת|האדון|השכן|השכנה|השליח|הנהג|הנהגת|אשתי|בעלי|אחותי|אחי|הבן שלי|הבת שלי|סבתא)\s([\p{Script=Hebrew}]{2,15}(?:[-־][\p{Script=Hebrew}]{2,15})?)(?![\p{Script=Hebrew}])/dgu,
  /(?<![\p{L}\p{M}])(?:डॉ\.?|डॉक्टर|सुश्री|कुमारी|জনাবা?|বেগম|ডা\.|ড\.|শ্রী|শ্রীমতী|মিসেস|திரு\.?|திருமதி|டாக்டர்|శ్రీమతి|శ్రీ|డా\.|ಶ್ರೀಮತಿ|ಶ್ರೀ|ശ്രീമതി|ശ്രീ|શ્રીમતી|શ્રી|ਸ੍ਰੀਮਤੀ|ਸ੍ਰੀ|ბატონი|ქალბატონი|ბატონო|ქალბატონო|պարոն|Պարոն|տիկին|Տիկին|አቶ|ወይዘሮ|ወ\/ሮ|លោកស្រី|លោក|ທ່ານ|ທ້າວ|ນາງ|ဦး|ဒေါ်)\s(\p{L}[\p{L}\p{M}]{1,24}(?: \p{L}[\p{L}\p{M}]{1,24})?)(?![\p{L}\p{M}])/dgu,
  /(?<![\p{L}\p{N}])([\p{Script=Hangul}]{2,4}) ?(?:님|씨)(?![\p{Script=Hangul}]{2})/dgu,
  /(?<![\p{L}])(?:السيدة|السيد|الأستاذة|الأستاذ|عزيزتي|عزيزي|حضرة)\s([\p{Script=Arabic}]{2,15}(?: (?:عبد|بن|بنت|آل|أبو) [\p{Script=Arabic}]{2,15})?(?: [\p{Script=Arabic}]{2,15}(?: (?:عبد|بن|بنت|آل|أبو) [\p{Script=Arabic}]{2,15})?){0,2}(?: ال[\p{Script=Arabic}]{2,12}ي(?![\p{Script=Arabic}]))?)/dgu,
  /(?<![\p{L}\p{M}])(?:ग्राहक|मरीज|मरीज़|रोगी|कर्मचारी|आवेदक|छात्र|छात्रा|यात्री|अभ्यर्थी)\s(?!सेवा|सहायता|केंद्र|संतुष्टि|पोर्टल|विभाग|डेटा|खाता|संख्या)([\p{Script=Devanagari}]{2,15} [\p{Script=Devanagari}]{2,15})(?=\s(?:ने|का|की|के|को|से|द्वारा)(?![\p{L}\p{M}]))/dgu,
  /(?<![\p{L}])(?:श्रीमती|श्री|प्रिय)\s([\p{Script=Devanagari}]{2,15}(?: [\p{Script=Devanagari}]{2,15}){0,2})/dgu,
  /(?<![\p{L}])(?:לכבוד|גב['׳]|מר)\s([\p{Script=Hebrew}]{2,15}(?: [\p{Script=Hebrew}]{2,15}){0,2})/dgu,
  /(?<![\p{L}])(?:[Уу]важаем(?:ый|ая|ые|и|а|о)|[Шш]ановн(?:ий|а)|[Пп]оштован[иа]|[Дд]раг[иа]|[Пп]ан[іи]?|[Пп]ане|[Дд]орог(?:ой|ая)|[Гг]-н|[Гг]-жа|[Гг]-жо|[Гг]-не|[Гг]-ну|[Гг]-же|[Гг]-жу|[Гг]осподин(?:е|у|ом|а)?|[Гг]оспож(?:а|о|и|е|у|ой)|[Гг]оспођ[аоеиу]|[Тт]овариш|[Дд]октор|[Тт]ётя|[Тт]етя|[Дд]ядя|[Бб]аба|[Дд]ед|[Лл]еля|[Тт]ітка|[Дд]ядько)\s([\p{Lu}][\p{Ll}]{1,20}(?: [\p{Lu}][\p{Ll}]{1,20}){0,2})/dgu,
  /(?<![\p{L}])(?:[Αα]γαπητ(?:έ|ή)|[Αα]ξιότιμ(?:ε|η)|[Κκ]ύριος|[Κκ]ύριε|[Κκ]υρία|[Κκ]\.|[Κκ]α|[Κκ]ος|[Κκ]υρίου|[Κκ]υρίας|[Κκ]ύριο|[Δδ]ρ\.|[Θθ]εία|[Θθ]είος)\s([\p{Lu}][\p{Ll}\p{M}]{1,20}(?: [\p{Lu}][\p{Ll}\p{M}]{1,20}){0,2})/dgu,
  /(?<![\p{L}])(?:שלום|היי) (?!לך|לכם|לכל|רב|וברכה)([\p{Script=Hebrew}]{3,15})(?=[,!])/dgu,
  /(?<![\p{L}\p{M}])([\p{Script=Devanagari}]{3,15}) जी(?![\p{L}\p{M}])/dgu,
  /(?:こんにちは|もしもし|お世話になっております|初めまして)[、。, ]{0,2}([\p{Script=Han}]{2,3})(?=です|と申します)/dgu,
  // Introductions.
  new RegExp(
    `(?:我叫|我的名字是|我是)((?:${HAN_PAIRS}|[${SURNAMES}])[\\p{Script=Han}]{1,3}?)(?=[,，。;；、!！\\s]|$)`,
    "dgu",
  ),
  /(?:私は|わたしは|名前は)([\p{Script=Han}]{2,5}(?:[ \u3000][\p{Script=Han}]{1,3})?)(?=です|と申します|といいます)/dgu,
  /(?<=^|[。、.,\n\s])([\p{Script=Han}]{3,5}|[\p{Script=Han}]{1,3}[ \u3000][\p{Script=Han}]{1,3})(?=です(?:[。、.,]|$)|と申します|といいます)/dgu,
  /(?<![\p{L}\p{M}])(?:นางสาว|น\.ส\.|นาง|นาย|คุณ|ด\.ช\.|ด\.ญ\.) ?([\p{Script=Thai}]{2,20} [\p{Script=Thai}]{2,24})(?![\p{L}\p{M}])/dgu,
  /(?:ผมชื่อ|ดิฉันชื่อ|ฉันชื่อ|หนูชื่อ|ชื่อ-สกุล|ชื่อ-นามสกุล) ?:? ?([\p{Script=Thai}]{2,20} [\p{Script=Thai}]{2,24})(?![\p{L}\p{M}])/dgu,
  /(?:제 이름은|이름은|저는) ?([\p{Script=Hangul}]{2,4}?)(?=입니다|이고|이라고|라고|예요|이에요)/dgu,
  /(?:اسمي|إسمي|أنا اسمي)\s([\p{Script=Arabic}]{2,15}(?: (?:بن|بنت|ابن|آل|أبو) [\p{Script=Arabic}]{2,15}){0,2} [\p{Script=Arabic}]{2,15})(?![\p{Script=Arabic}])/dgu,
  /(?:मेरा नाम)\s([\p{Script=Devanagari}]{2,15}(?: [\p{Script=Devanagari}]{2,15})?)(?= है)/dgu,
  /(?:שמי|קוראים לי)\s([\p{Script=Hebrew}]{2,15}(?: [\p{Script=Hebrew}]{2,15})?)(?=[\s,.]|$)/dgu,
  /(?:[Мм]еня зовут|[Мм]оё имя|[Мм]ене звати)\s([\p{Lu}][\p{Ll}]{1,20}(?: [\p{Lu}][\p{Ll}]{1,20}){0,2})/dgu,
  /(?:[Μμ]ε λένε|[Λλ]έγομαι|[Οο]νομάζομαι)\s([\p{Lu}][\p{Ll}\p{M}]{1,20}(?: [\p{Lu}][\p{Ll}\p{M}]{1,20}){0,2})/dgu,
];

/** Each pattern is tried where the text has letters of its script. */
const BY_SCRIPT = [
  /[\u0370-\u03ff]/,
  /[\u0400-\u04ff]/,
  /[\u0590-\u05ff]/,
  /[\u0600-\u06ff]/,
  /[\u0e00-\u0e7f]/,
  /[\u0530-\u058f\u0900-\u0dff\u0e80-\u13ff\u1780-\u17ff]/,
  /[\uac00-\ud7af]/,
  /[\u3040-\u30ff\u3400-\u9fff]/,
].map((script) => ({ script, patterns: PATTERNS.filter(({ source }) => script.test(source)) }));

export function findNamesBeyondLatin(text: string, found: Found): void {
  if (!BEYOND_LATIN.test(text)) return;
  for (const { script, patterns } of BY_SCRIPT) if (script.test(text)) findBy(patterns, text, found);
}

function findBy(patterns: readonly RegExp[], text: string, found: Found): void {
  for (const pattern of patterns) {
    for (const match of matchesOf(pattern, text)) {
      const name = match[1] as string;
      const [start] = match.indices?.[1] ?? [0];
      if (!NOBODY.has(name)) found(start, start + name.length, name.normalize("NFC"), 2);
    }
  }
}
