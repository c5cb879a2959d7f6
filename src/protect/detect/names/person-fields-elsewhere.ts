// Fields that hold people, in scripts and languages beyond those of person-fields.ts: who gets, sends, asks, treats, drives.

import type { FieldName } from "../field-name.ts";
import { fold } from "./fold.ts";

const words = (...lists: string[]): ReadonlySet<string> =>
  new Set(fold(lists.join(" ")).replaceAll("_", "").split(/\s+/));

const CYRILLIC =
  "курьер сосед соседка арендатор арендодатель абонент плательщик подписант бухгалтер куратор тренер преподаватель студент студентка ребенок дети родитель родители опекун супруг супруга жилец собственник владелец ответственный гость постоялец пострадавший заявитель истец ответчик доверенное_лицо контактное_лицо контакт наследник поручитель нотариус адвокат медсестра кассир кладовщик мастер дизайнер тестировщик разработчик руководитель начальник подчиненный директор секретарь воспитатель дежурный инициатор согласующий утвердил принял выдал сдал проверил составил дедушка бабушка бабуся " +
  "клієнт клієнтка пацієнт пацієнтка отримувач відправник замовник співробітник водій курєр учень учениця вчитель лікар заявник платник орендар власник одержувач контактна_особа відповідальний мешканець батько мати чоловік дружина син донька опікун свідок позичальник " +
  "получател подател служител шофьор учител лекар заявител собственик наемател пътник лице_за_контакт съпруг съпруга майка баща кандидат доставчик " +
  "прималац пошиљалац возач старатељ запослени подносилац корисник супружник станар закупац путник сведок";
const LATIN =
  "primalac posiljalac vozac roditelj staratelj zaposleni podnosilac korisnik supruznik stanar zakupac putnik svjedok svedok primatelj posiljatelj zakupnik naucnik ucenik uciteljica lijecnik bolnik prejemnik posiljatelj voznik stars skrbnik zaposlen najemodajalec potnik gost lastnik " +
  "mteja mgonjwa mpokeaji mtumaji mwanafunzi mwalimu dereva daktari mzazi mlipaji mpangaji abiria mgeni mwombaji mhusika mshauri mfanyakazi " +
  "phuhuynh chuho chunha chuxe taixe laixe benhnhi sinhvien hocvien giamdoc quanly ketoan luatsu dieuduong con_trai con_gai hokhau " +
  "klientas pacientas gavejas siuntejas darbuotojas vairuotojas mokinys mokytojas gydytojas pareiskejas savininkas nuomininkas klients pacients sanemejs sutitajs darbinieks vaditajs skolens skolotajs arsts iesniedzejs ipasnieks irnieks " +
  "patsient saaja saatja tootaja juht opilane opetaja arst taotleja omanik uurnik reisija klienti pacienti marresi derguesi punonjesi shoferi nxenesi mesuesi mjeku aplikanti pronari qiramarresi " +
  "vidskiptavinur sjuklingur vidtakandi sendandi starfsmadur nemandi kennari laeknir umsaekjandi eigandi leigjandi tengilidur gaster gastur gjest gjester vieras vieraat kulaliste kulaline atlet athlet athlete athletes atleta atletas deltagande lopare runners utover utovere idrottare sportler lauferin laufer starter fechter ruderer pax paxe";
const GREEK =
  "υπαλληλος γιατρος ιατρος μαθητης μαθητρια φοιτητης φοιτητρια καθηγητης καθηγητρια υπευθυνος υπευθυνη αιτων αιτουσα επιβατης ιδιοκτητης ενοικιαστρια συζυγος πατερας μητερα γονεας κηδεμονας υπογραφων οδηγος κατοχος πελατισσα πωλητης αγοραστης συνταξας εργαζομενος εργαζομενη επικοινωνια ατομο_επικοινωνιας γειτονας";
const HEBREW =
  "לקוח לקוחה מטופל מטופלת חולה נמען שולח מזמין מזמינה נהג שכן שכנה תלמיד תלמידה מורה עובד עובדת מנהל מנהלת רופא רופאה אחות בעלים שוכר שוכרת משכיר מבוטח מבוטחת איש_קשר הורה אב אם בן_זוג בת_זוג מגיש מגישה מאשר נציג נציגה אחראי אחראית נוסע נוסעת אורח אורחת מועמד מועמדת עד ערב מוטב חותם מקבל שליח סטודנט סטודנטית בעל_חשבון יולדת דייר דיירת מטפל מטפלת רוכש";
const ARABIC =
  "العميلة عميل المريضة مريض المستلمة مستلم المرسل مرسل الموظف الموظفة موظف المدير المديرة مدير الطالب الطالبة طالب المعلم المعلمة معلم الطبيب الطبيبة طبيب السائق سائق المالك مالك المستأجر مستأجر المؤجر الزوج الزوجة الاب الأب الام الأم ولي_الأمر مقدم_الطلب المسؤول المسؤولة مسؤول الموقع الشاهد الكفيل المستفيد مستفيد صاحب_الحساب حامل_البطاقة المسافر مسافر الضيف ضيف النزيل المندوب مندوب المؤلف المراجع المشرف المدرب اللاعب الممرضة الممرض المحامي المتقدم المتقدمة المشترك المشتري البائع الوصي الزبون زبون الجار شخص_الاتصال المتصل الراكب " +
  "مشتری بیمار گیرنده فرستنده کارمند مدیر دانشجو دانشآموز دانش_آموز معلم پزشک راننده مالک مستاجر همسر پدر مادر متقاضی مسئول مسافر مهمان پرستار وکیل شاهد ضامن خریدار فروشنده سفارش_دهنده مریض گاہک طالب_علم درخواست_گزار والد والدہ شوہر وصول_کنندہ ڈاکٹر استاد ڈرائیور ملازم مالک_مکان کرایہ_دار";
const INDIC =
  "प्राप्तकर्ता आवेदनकर्ता खाताधारक धारक रोगी मरीज मरीज़ छात्र छात्रा शिक्षक शिक्षिका कर्मचारी चालक ड्राइवर पिता माता पति पत्नी आवेदक अभिभावक डॉक्टर चिकित्सक वकील किरायेदार मकानमालिक मालिक लाभार्थी संपर्क_व्यक्ति नामित गवाह विक्रेता खरीदार प्रेषक यात्री सदस्य अधिकारी पुत्र पुत्री बेटा बेटी प्रबंधक विद्यार्थी रुग्ण अर्जदार प्राप्तकर्त्ता " +
  "গ্রাহক রোগী আবেদনকারী প্রাপক প্রেরক ছাত্র ছাত্রী শিক্ষক শিক্ষিকা কর্মচারী চালক পিতা মাতা স্বামী স্ত্রী অভিভাবক ডাক্তার চিকিৎসক মালিক ভাড়াটিয়া যাত্রী সদস্য ক্রেতা বিক্রেতা শিক্ষার্থী যোগাযোগকারী " +
  "வாடிக்கையாளர் நோயாளி மாணவர் மாணவி ஆசிரியர் பணியாளர் விண்ணப்பதாரர் பெறுநர் அனுப்புநர் தந்தை தாய் கணவர் மனைவி ஓட்டுநர் மருத்துவர் உரிமையாளர் பயணி உறுப்பினர் కస్టమర్ వినియోగదారు రోగి విద్యార్థి ఉపాధ్యాయుడు ఉద్యోగి దరఖాస్తుదారు గ్రహీత తండ్రి తల్లి భర్త భార్య డ్రైవర్ వైద్యుడు యజమాని ಗ್ರಾಹಕ ರೋಗಿ ವಿದ್ಯಾರ್ಥಿ ಶಿಕ್ಷಕ ತಂದೆ ತಾಯಿ ಅರ್ಜಿದಾರ രോഗി ഉപഭോക്താവ് വിദ്യാർത്ഥി അപേക്ഷകൻ അധ്യാപകൻ ഗ്രാഹക ગ્રાહક દર્દી વિદ્યાર્થી અરજદાર ਗਾਹਕ ਮਰੀਜ਼ ਵਿਦਿਆਰਥੀ රෝගියා පාරිභෝගිකයා සිසුවා";
const ASIA =
  "ลูกค้า พนักงาน นักเรียน นักศึกษา แพทย์ หมอ ครู อาจารย์ สมาชิก เจ้าของ คนขับ พยาบาล บิดา มารดา คู่สมรส คนไข้ แขก เพื่อนบ้าน เจ้าหน้าที่ หัวหน้า ทนาย พยาน บุตร สามี ภรรยา ລູກຄ້າ ພະນັກງານ ນັກຮຽນ ຄົນເຈັບ ອາຈານ អតិថិជន បុគ្គលិក សិស្ស គ្រូ វេជ្ជបណ្ឌិត ဖောက်သည် လူနာ ကျောင်းသား ဆရာ ဝန်ထမ်း " +
  "კლიენტი პაციენტი მიმღები გამგზავნი თანამშრომელი მძღოლი ექიმი მოსწავლე მასწავლებელი მფლობელი სტუდენტი განმცხადებელი მგზავრი სტუმარი հաճախորդ հիվանդ ստացող ուղարկող աշխատակից վարորդ բժիշկ ուսանող ուսուցիչ դիմորդ սեփականատեր ደንበኛ ታካሚ ተማሪ መምህር አመልካች ተቀባይ ላኪ ሰራተኛ";
const EAST_ASIA =
  "联络人 聯絡人 聯繫人 收件者 寄件者 寄件人 下单人 下單人 订票人 乘车人 乘機人 乘客姓名 入住人 入住者 预订人 預訂人 订房人 房客 旅客 住客 学员 學員 学生 學生 老师 老師 教师 教師 医生 醫生 护士 護士 律师 会员 會員 业主 業主 租客 房东 司機 驾驶员 快递员 配送员 教练 教練 家长 家長 父親 母親 配偶 監護人 承保人 投保者 被保人 受益人 借款人 担保人 擔保人 付款人 收款人 汇款人 开户人 申請人 申请者 申請者 报名者 参赛者 选手 選手 记录人 审核人 审批者 处理人 處理人 发起人 提交人 创建人 修改人 值班人 值班員 主讲人 導師 导师 面试官 候选人 求职者 患者姓名 病人 病患 主治医生 经纪人 代理人 法人 法定代表 股东 董事 经理 經理 員工 职员 同事 客戶 客戶姓名 訂購人 訂購者 " +
  "予約者 予約者名 利用者 利用者名 入居者 会員名 生徒 学生名 児童 園児 保護者名 教員 担任 講師 医師 担当医 主治医 看護師 弁護士 社員 社員名 従業員 部長 店長 代表者 代表者名 責任者 責任者名 連絡先氏名 緊急連絡先 送り主 送り主名 届け先 お届け先 注文者 注文者名 購入者 購入者名 応募者 応募者名 登録者 更新者 投稿者 発表者 選手名 騎手 監督 父 妻 夫 長男 長女 旧姓 世帯主 被保険者 契約者名 受益者 債務者 連帯保証人 借主 貸主 賃借人 賃貸人 来訪者 来客 宿泊者 宿泊者名 搭乗者 乗客 乗務員 訪問者 発注者 発送者 依頼者 報告者 起票者 処理者 対応者 確認者 " +
  "예약자 예약자명 결제자 주문자 주문자명 구매자 구매자명 수취인 수취인명 수신자 발신인 발신자 보내는분 받는분 받으시는분 임차인 임대인 계약자 피보험자 가입자 방문자 방문객 투숙객 탑승객 탑승자 승객 학생 의사 담당의 주치의 간호사 교사 담임 강사 기사 기사명 직원 사원 사원명 대표 대표자 회원 회원명 환자명 신청인 민원인 의뢰인 피해자 가해자 원고 피고 증인 배우자 부모 자녀 형제 아버지 어머니 남편 아내 관리자 작업자 등록자 수정자 요청자 처리자 제출자 발표자 참가자 선수 감독 멘토 멘티 상담원 상담사 세대주 입주자 소유자 소유주 집주인 세입자 운전기사 배송기사 택배기사 예매자 접수자 응시자 지원자 후보자 친구 이웃";

const ROLES = words(CYRILLIC, LATIN, GREEK, HEBREW, ARABIC, INDIC, ASIA, EAST_ASIA);

/** In Thai, Lao, Khmer and Vietnamese one word makes somebody of every verb: ผู้อนุมัติ, អ្នកទទួល, người gửi. */
const ONE_WHO = /^(?:ผู้(?!ผลิต|ให้บริการ|จำหน่าย|ขาย|จัดจำหน่าย|ถือหุ้น)|ຜູ້|អ្នក|nguoi(?=\p{L}{2}))\S/u;
/** Hindi, Bengali, Tamil and Telugu have endings for the same. */
const DOES = /.(?:कर्ता|धारक|দাতা|কারী|தாரர்|దారు|דורש)$/u;

/** Names of fields whose values are names of people. */
export const NAMES_ELSEWHERE = words(
  "имя_и_фамилия имя_фамилия отчество ф_и_о фио_клиента прізвище імя побатькові презиме име_и_фамилия име_фамилия ime_i_prezime imeiprezime ime_in_priimek priimek pavarde vardas vards uzvards eesnimi perekonnanimi emri mbiemri nafn fullt_nafn eftirnafn nombre_y_apellidos nom_et_prenom prenom_nom prenom_et_nom cognoms primer_cognom abizena izena nome_e_cognome cognome_e_nome imie_i_nazwisko nazwisko_i_imie jmeno_a_prijmeni meno_a_priezvisko numesiprenume nume_si_prenume ho_ten ho_va_ten ten_day_du ten_khach jina_kamili jina_la_kwanza jina_la_ukoo ad_soyad adi_soyadi isim_soyisim " +
    "ονομα επωνυμο ονοματεπωνυμο επιθετο πατρωνυμο שם_מלא שם_פרטי שם_משפחה الاسم_الكامل الاسم_الأول اسم_العائلة اللقب الكنية نام_خانوادگی نام_و_نام_خانوادگی نام_کامل نام_پدر पूरा_नाम उपनाम पिता_का_नाम पूर्ण_नाव आडनाव পূর্ণ_নাম পিতার_নাম ডাকনাম முழு_பெயர் பெயர் పేరు పూర్తి_పేరు ಹೆಸರು ಪೂರ್ಣ_ಹೆಸರು പേര് પૂરું_નામ ਪੂਰਾ_ਨਾਮ ชื่อ_สกุล ชื่อสกุล ชื่อ_นามสกุล ชื่อนามสกุล นามสกุล ชื่อเล่น ชื่อจริง ชื่อเต็ม ຊື່_ແລະ_ນາມສະກຸນ ນາມສະກຸນ ឈ្មោះ នាមត្រកូល အမည် နာမည် გვარი სახელი_გვარი სახელი_და_გვარი ազգանուն անուն_ազգանուն ሙሉ_ስም የአባት_ስም " +
    "本名 真实姓名 真實姓名 中文姓名 英文姓名 全名 人名 昵称 暱稱 氏名漢字 名前カナ 姓 セイ メイ フルネーム ニックネーム 본명 실명 별명 영문명 영문이름 한글이름",
);

export function holdsSomebodyElsewhere(field: FieldName): boolean {
  const tails = field.tails.map(fold);
  if (tails.some((tail) => ROLES.has(tail)) || field.endings.some((end) => ROLES.has(end))) return true;
  const [last = ""] = tails;
  return ONE_WHO.test(fold(field.words.join(""))) || DOES.test(last);
}
