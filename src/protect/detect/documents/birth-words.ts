// Names of fields and words of sentences that announce a date of birth, in the languages of the world.

import { nameSet } from "../field-name.ts";

export const BIRTH_FIELDS = nameSet(
  `nasc nac naiss nato nata fodelsetid fodelse fodested geburtsd gebdat gebd datanascita nascitadata dtnasc datenaissancefr naissancele nele
  ngaysinh tanggallahir tgllahir lahir tarikhlahir wanchoet wankerd 生日 出生 生年 生年月 תלידה תאריךלידה تاريخالميلاد تاریختولد ημερομηνιαγεννησης
  датарождения датанародження датанараждане datumrodjenja datumrodenja datumrojstva rodnedatum dzimsanasdatums gimimodata sunniaeg synntime
  syntymapaiva birthdatetime dobfull bornondate dob dateofbirth birthdate birthday birthdt bday born birth geburtsdatum geburtstag gebdatum
  fechadenacimiento fechanacimiento nacimiento datedenaissance naissance datenaissance birthdateiso birthdayiso geboren birth_dt fechanac
  fecnac fnac fnacimiento cumpleanos cumple compleanno anniversaire aniversario verjaardag urodziny datanasc dtnascimento datenaiss ddn geburt
  geb gebtag dtnascita datanasterii jubileum bornon bornat bornin dobdate datedob dobiso datadinascita nascita datadenascimento datanascimento
  nascimento geboortedatum dataurodzenia fodelsedatum 出生日期 生年月日 생년월일 출생일 dogumtarihi dogumgunu fodelsedag fodselsdato fodt syntymaaika
  datumnarozeni narozen szuletesidatum szuletesiido nasteredata rodjendatum рождения bdate dateofbirthiso personbirthdate nascutla nascut
  nascuta nascutpe datanastere natoil natail natoa fodd fodddatum foddar fodtdato fodselsaarmnddag szuletett szuldatum szulideje urodzony
  urodzona dataur dtur datur narozeni datnar datumnar narozena narodeny datumnarodenia datumnarodeni rodjen rojstnidatum rojen родена роден
  роденна родился родилась датар рожд деньрождения народжений народився датарожд γεννηση γεννησης ημγεννησης geborenam geborenop gebam nacidoel nacidael nacidala nacidoa ur roden rodena rodjena faeddan syntynyt
  syntymapv syntpvm synt dogum dogumtar dtarihi brthdt bthdt birthdttm birthtime brthdate bdt dobyyyymmdd dobdmy dtborn datanac fnacim nacio
  fechanacim natalicio datnaiss neele neen tempattanggallahir tgllhr kelahiran sinhngay ngaythangnamsinh ngaysinhnhat namsinh ngsinh sinhnhat
  kuzaliwa tareheyakuzaliwa petsakabuhayan kapanganakan לידה יוםהולדת تاريخالولادة الميلاد ميلاد تاريخميلاد مواليد تولد تاریخپیدائش جन्म
  जन्मतिथि जन्मदिन जन्मदिनांक জন্মতারিখ பிறந்ததேதி วันเกิด วดปเกิด 出生年月日 出生年月 出生日 诞生日 出生時 誕生日 生年月日時 생일 출생년월일 생년 gimęs gimimo gimdata dzimdatums
  dzimsana dzimis sunnikuupaev sunnipaev sunnaeg sund faedingardagur faeddur datalindjes lindur babydob childdob patientdob birthdaydate
  birthdateutc birthdateformatted szul nar`,
);

export const BIRTH_CUE_WORDS = [
  "born|born on|b-day|b['’]day|cumpleaños|anniversaire|compleanno|verjaardag|aniversário|urodziny|जन्म|जन्म तिथि|जन्मतिथि|تاريخ الميلاد",
  "מועד לידה|תאריך לידה|วันเกิด|วันเดือนปีเกิด|ur|ur\\.|b\\.|d\\.o\\.b|dob|date of birth|birth ?date|birthday|geboren|geboren am|geb|née le",
  "né le|nacido|nacida|nació el|nació|nasceu|nasceu em|nacque il|naquit le|est née? le|wurde geboren am|nato il|nata il",
  "nat[oa] a \\p{Lu}\\p{L}{2,20} il|nat[oa] a|geboren in|born in|doğum tarihi|doğum tarihim|doğumlu|narozen[aý]?|datum narození|született",
  "születési|születési idő|născut[ăa]?|data nașterii|syntynyt|syntymäaika|rođen[a]?|datum rođenja|fødselsdato|fødselsdag|födelsedatum|родился",
  "родилась|дата рождения|д\\.р|народився|γεννήθηκε|γεννηθείς|γεννηθείσα|γεννηθείς την|γεννηθείσα την|γεννήθηκε στις|ημερομηνία γέννησης",
  "tanggal lahir|ngày sinh|生于|出生|出生日期|生年月日は?|생년월일|geburtsdatum|geboortedatum|fecha de nacimiento|date de naissance|data di nascita",
  "data de nascimento|data urodzenia|född|født|urodzon[ya]|né|née|nascid[oa]|b\\.day|bday|birth|nar|nar\\.|нар|нар\\.|naroden[áý]?|роден[ао]?|родена на",
  "роден на|рожд|род|γεν|ημ\\. γέννησης|ημ/νία γέννησης|γέννησης|născut[ăa]? (?:la|pe|în)|nascut[ăa]? la|n\\. la|fødd|f\\.dato|fødselsd|synt",
  "s\\. aika|fæddur|fædd|gim|gimęs|gimusi|dzim|dzimis|dzimusi|sünd|sündinud|szül|szül\\. ?id[őo]|rođ|roj|rojen[a]?|ur\\. dn|data ur|lahir",
  "kelahiran|tgl\\.? lahir|tgl lahir|ttl\\s?:?\\s?\\p{L}{3,20}(?: \\p{L}{3,20})?,|lahir di \\p{Lu}\\p{L}{2,20}|sinh ngày|sinh năm|ngày tháng năm sinh|(?<=[ếềệộạảấầậđịọốồổớờợụủứừữựỳ][^\\n]{0,30})(?:sn|ns)|kuzaliwa|ipinanganak|dtnasc",
  "dt\\.? nasc|data nasc|nasc|f\\.? ?nac|f\\. de nac|fec\\. nac|fecha nac|fecha de nac|nac|naiss|date de naiss|d\\.?d\\.?n|d\\. tarihi|d\\.t|doğ",
  "doğum günü|birth day|birthdate is|natus|день рождения|生日|誕生日|出生于|생일|출생|נולד[ה]? ב|مواليد|تاريخ الولادة|من مواليد",
].join("|");

/** Behind the date: "12.03.1984 г.р.", "1984年3月12日生まれ", "12.03.1984 doğumlu". */
export const BIRTH_BEHIND =
  /^(?:\s{0,2}г\.? ?р(?![\p{L}])|\s{0,2}(?:года? |р\. ?)?(?:рождения|народження|рожд\.)|\s?生(?:まれ)?(?![\p{Script=Han}])|\s?出生|\s?년?생|\s?출생|\s(?:tarihinde )?doğumlu|\.?\s?(?:-?[aáeéió]n )?született|\s?születésű|\s\((?:dob|d\.o\.b\.?|born|né|née|geb\.?|geboren|nar\.?|ur\.?|fødd|född|født|nato|nata|nac\.?|nasc\.?|lahir|naissance|birth(?:day|date)?)\))/iu;

const LETTER = "[A-Za-z\\u00c0-\\u1fff]";
/** Some word that speaks of births; nearly all texts stop here. */
export const BIRTH_CUE = new RegExp(`(?<!${LETTER})(?:${BIRTH_CUE_WORDS})(?!${LETTER})`, "iu");
export const BIRTH_STAR = /[\p{L},(] ?\* ?\d/u;
export const BIRTH_SIGN_BEHIND =
  /[\d日일]\.?\s{0,2}(?:г|р\.|рожд|народ|生|出|년|출생|született|születés|\(|tarihinde|doğumlu|-?[aáeéió]n szül)/iu;

/** `birth: { year, month, day }`, `dob_year`: parts of one date. */
export const BIRTH_PARTS = nameSet(
  "birthyear birthmonth birthdayofmonth yearofbirth monthofbirth dayofbirth dobyear dobmonth dobday geburtsjahr geburtsmonat geburtstagtag anneenaissance moisnaissance journaissance anionacimiento anonacimiento mesnacimiento dianacimiento annonascita mesenascita giornonascita geboortejaar anonascimento rokurodzenia fodelsear fodselsaar birthdd birthmm birthyyyy dobdd dobmm dobyyyy",
);
export const DATE_PARTS = nameSet(
  "year month day yyyy mm dd jahr monat tag annee mois jour ano anio mes dia anno mese giorno jaar maand dag rok miesiac dzien y m d",
);
