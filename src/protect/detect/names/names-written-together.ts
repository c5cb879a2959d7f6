// Names of China, Japan and Korea, which no space divides: a family name of a known set and one to three characters more.

import { FAMILY } from "./lists/other-names.ts";

/** Family names that hardly begin another word before a title. */
export const SURNAMES =
  "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤張劉陳楊黃趙吳孫馬鄭謝許韓馮鄧" +
  "樊殷施洪翟颜倪芦俞葛伍尤聂焦柳邢岳庄祝涂祁舒耿牟卜詹凌靳欧甄裴鲍霍翁隋柯阮闵冉饶瞿戚滕邬臧褚娄奚邸姬屠郜晏栾窦鄢仇蓝卞佟匡荆岑蔺簡賴莊葉蕭蘇鍾龔嚴溫紀鄔藍歐聶盧呂譚陸賈韋鄒閻賀顧萬錢羅駱蔣廖魯費鮑竇顏";
const MORE =
  "兰翁安温牛季章鲁申毕丛沿梅辛管左谷时路关苗费纪盛童项曲成游阳席卫查屈位植甘景薄单包司宁桂解强柴华车房边辜吉刁丘古米池晋苑畅宫来嵺苟全廉简盖符穆木党燕郎冀谈连郁商计喻揭迟宇敖冷卓花艾都巩稽井练仲乐虞封竺冼原官衣楚栗宗应台巫鞠僧桑谌银扬明沙伏习胥保和連蘭項齊盛游溫衛單寧華車邊練樂應喬乔尚巴贝麦麥闞阚鹿於刑初库庫扈燧容";
const PAIRS =
  "欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 东方 東方 皇甫 尉迟 尉遲 公孙 公孫 慕容 令狐 宇文 长孙 長孫 司徒 司空 夏侯 闻人 聞人 澹台 濮阳 濮陽 淳于 单于 單于 申屠 轩辕 軒轅 钟离 鍾離 南宫 南宮 西门 西門 独孤 獨孤 端木 百里 呼延 东郭 拓跋 赫连 赫連 梁丘 左丘 宗政 太史 公羊 羊舌 第五 张简 張簡 范姜 欧陽";
export const HANGUL =
  "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구나민진지엄채원천방공현함변염여추도소석선설마길연위표명기반라왕금옥육인맹제모탁국";
export const HANGUL_PAIRS = "남궁|황보|제갈|사공|선우|서문|독고|동방|망절|어금";

const FAMILIES = new Set(`${SURNAMES}${MORE}`);
const PAIR_FAMILIES = new Set(PAIRS.split(" "));
const JAPANESE = new Set(FAMILY.split(" ").filter((name) => /^\p{Script=Han}{1,3}$/u.test(name)));
export const HAN_PAIRS = PAIRS.replaceAll(" ", "|");
const HAN_NAME = /^\p{Script=Han}{2,5}$/u;
const HANGUL_NAME = new RegExp(
  `^(?:(?:${HANGUL_PAIRS})[\\p{Script=Hangul}]{1,2}|[${HANGUL}]\\p{Script=Hangul}{1,3})$`,
  "u",
);
/** Offices and firms, which stand where people do: 财务部, 管理者, 담당부서. */
const NOBODY =
  /(?:部|課|课|科|室|组|組|处|處|局|店|所|系|班|队|隊|会|會|社|司|行|心|院|校|团|團|客服|系统|系統|平台|管理员|管理員|管理者|担当者|担当|本人|同上|匿名|先生|女士|小姐|老师|老師|様|殿|未定|未填|不明|なし|무관|미정|없음|부서|센터|회사|팀|과|실|점|본인|담당자|관리자|고객|회원|익명)$/u;
const SHORTEST_PAIR_NAME = 3;

export function isWrittenTogether(value: string): boolean {
  if (NOBODY.test(value)) return false;
  if (HANGUL_NAME.test(value)) return true;
  if (!HAN_NAME.test(value)) return false;
  if (PAIR_FAMILIES.has(value.slice(0, 2))) return value.length >= SHORTEST_PAIR_NAME && value.length <= 4;
  if (FAMILIES.has(value[0] as string) && value.length <= 4) return true;
  return [2, 1, 3].some((length) => value.length > length && JAPANESE.has(value.slice(0, length)));
}
