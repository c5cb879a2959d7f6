// Names in scripts without capitals, by the words of respect around them: 佐藤様, 王先生, 김민수님, السيد …, श्री ….

import { matchesOf } from "../matches-of.ts";
import type { Found } from "../recognizer.ts";

const HAS_RESPECT =
  /[様殿님씨]|さん|さま|先生|女士|小姐|尊敬的|亲爱的|السيد|الأستاذ|عزيز|حضرة|श्री|प्रिय|לכבוד|גב|מר |уважаем|шановн|поштован|почитаем|драг|пан|αγαπητ|αξιότιμ|κύρι|κυρί|κ\.|κα |дорог|г-н|г-ж|зовут|我叫|我是|私は|です|申します|이름은|저는|اسمي|मेरा नाम|שמי|με λένε|λέγομαι|นาย|นาง|คุณ|น\.ส\.|ชื่อ/iu;
export const SURNAMES =
  "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤張劉陳楊黃趙吳孫馬鄭謝許韓馮鄧";
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
]);

const PATTERNS = [
  /(?<![\p{L}\p{N}])([\p{Script=Han}]{1,4}(?:[ \u3000][\p{Script=Han}]{1,3})?|[\p{Script=Katakana}ー]{2,10}(?:[・＝= \u3000][\p{Script=Katakana}ー]{2,12}){0,2})[ \u3000]?(?:様|さん|さま|殿)(?![\p{Script=Han}])/dgu,
  /(?:尊敬的|亲爱的|敬爱的)([\p{Script=Han}]{2,4}?)(?=先生|女士|小姐|[,，:：!！\s])/dgu,
  new RegExp(`(?<![\\p{L}])([${SURNAMES}][\\p{Script=Han}]{0,2})(?=先生|女士|小姐|老师|老師)`, "dgu"),
  /(?<![\p{L}\p{N}])([\p{Script=Hangul}]{2,4}) ?(?:님|씨)(?![\p{Script=Hangul}]{2})/dgu,
  /(?<![\p{L}])(?:السيدة|السيد|الأستاذة|الأستاذ|عزيزتي|عزيزي|حضرة)\s([\p{Script=Arabic}]{2,15}(?: (?:عبد|بن|بنت|آل|أبو) [\p{Script=Arabic}]{2,15})?(?: [\p{Script=Arabic}]{2,15}(?: (?:عبد|بن|بنت|آل|أبو) [\p{Script=Arabic}]{2,15})?){0,2}(?: ال[\p{Script=Arabic}]{2,12}ي(?![\p{Script=Arabic}]))?)/dgu,
  /(?<![\p{L}])(?:श्रीमती|श्री|प्रिय)\s([\p{Script=Devanagari}]{2,15}(?: [\p{Script=Devanagari}]{2,15}){0,2})/dgu,
  /(?<![\p{L}])(?:לכבוד|גב['׳]|מר)\s([\p{Script=Hebrew}]{2,15}(?: [\p{Script=Hebrew}]{2,15}){0,2})/dgu,
  /(?<![\p{L}])(?:[Уу]важаем(?:ый|ая|и)|[Шш]ановн(?:ий|а)|[Пп]оштован[иа]|[Дд]раг[иа]|[Пп]ан[іи]?|[Пп]ане|[Дд]орог(?:ой|ая)|[Гг]-н|[Гг]-жа)\s([\p{Lu}][\p{Ll}]{1,20}(?: [\p{Lu}][\p{Ll}]{1,20}){0,2})/dgu,
  /(?<![\p{L}])(?:[Αα]γαπητ(?:έ|ή)|[Αα]ξιότιμ(?:ε|η)|[Κκ]ύριος|[Κκ]ύριε|[Κκ]υρία|[Κκ]\.|[Κκ]α)\s([\p{Lu}][\p{Ll}\p{M}]{1,20}(?: [\p{Lu}][\p{Ll}\p{M}]{1,20}){0,2})/dgu,
  // Introductions.
  new RegExp(
    `(?:我叫|我的名字是|我是)((?:欧阳|司马|上官|诸葛|东方|歐陽|司馬|諸葛|東方|[${SURNAMES}])[\\p{Script=Han}]{1,3}?)(?=[,，。;；、!！\\s]|$)`,
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

export function findNamesBeyondLatin(text: string, found: Found): void {
  if (!HAS_RESPECT.test(text)) return;
  for (const pattern of PATTERNS) {
    for (const match of matchesOf(pattern, text)) {
      const name = match[1] as string;
      const [start] = match.indices?.[1] ?? [0];
      if (!NOBODY.has(name)) found(start, start + name.length, name.normalize("NFC"), 2);
    }
  }
}
