// Names of fields that hold names of people, and of those beside them that say whether a plain `name` is a person's.

import { type FieldName, nameSet, readFieldName } from "../field-name.ts";
import { ID_FIELDS } from "../ids/all-id-schemes.ts";

export const NAME_FIELDS = nameSet(
  "fn ln snm gvnnm surn prenoms firstnames lastnames forenames surnames prenomsusuels formattedname identityname fullnameth legalfirstname legallastname annead annesoyad anneadi babaadi ibukandung namaibu שםמלא שםפרטי שםמשפחה フリガナ ふりがな カナ 氏名カナ apellidosnombre nombreapellidos apellidosynombre nombreyapellidos nomeesobrenome cognomenome фио полноеимя ονοματεπώνυμο الاسم اسم नाम 客户姓名 收件人姓名 收货人 发货人 联系人姓名 持卡人 户名 投保人 被保险人 紧急联系人 法定代表人 학생명 수신인 お届け先名 患者氏名 顧客名 患者名 申請者名 担当者名 お客様名 お名前 고객명 " +
    "kundenname kundename mitarbeitername patientenname empfangername absendername kontaktname kontoinhaber karteninhaber inhabername bestellername mietername fahrername gastname teilnehmername nomclient nompatient nomprenom nombrecliente nombrepaciente nomecliente nomepaziente klantnaam naamklant fromname toname replytoname firstname lastname fullname surname middlename givenname familyname maidenname forename legalname preferredname birthname patronymic " +
    "fname lname givennames contactperson contactname debtorname creditorpersonname nameoncard accountholdername mothersmaidenname vorname nachname familienname zuname vollername geburtsname prenom nomdefamille nomcomplet apellido apellidos " +
    "nombrecompleto primernombre cognome nomeecognome nomecompleto sobrenome primeironome voornaam achternaam naamvoluit imie nazwisko " +
    "geslachtsnaam roepnaam soyad soyadi soyisim adsoyad adisoyadi jmeno prijmeni keresztnev vezeteknev csaladnev prenume numefamilie priezvisko krestnimeno prezime όνομα επώνυμο nama namalengkap namadepan namabelakang hoten hovaten tenkhachhang primerapellido segundoapellido secondname othernames additionalname nomusage nomnaissance fornavn efternavn etternavn fornamn efternamn etunimi sukunimi 姓名 名字 氏名 이름 성명 성함 имя фамилия",
);
/** `customer_name`, `nameOfPatient`; and, as a whole field, `author: "Ann Lee"`. */
export const PERSON_WORDS = nameSet(
  "beneficiaire emetteur titulaire souscripteur assure assuree demandeur demandeuse locataire bailleur salarie employe cliente kid child sibling pupil guest approver witness guarantor heir dependent trainee volunteer captain player interviewer watcher buyer executor people kin relative customer client contact user patient employee author assignee reporter owner recipient sender payer payee cardholder accountholder holder " +
    "member attendee participant applicant candidate student teacher manager supervisor agent driver tenant subscriber seller " +
    "person passenger beneficiary requester reviewer organizer speaker invitee spouse mother father parent guardian nominee signer signatory " +
    "responsavel responsable aluno aluna alumno alumna estudiante eleve etudiant etudiante schuler schulerin professor professora docente profesor profesora enseignant lehrer lehrerin tutor encargado vendedor comprador proprietario propietario inquilino mieter arrendatario socio socia medico docteur arzt patiente mitglied membre miembro membro teilnehmer participante asistente klijent kupac zakaznik ugyfel клиент пациент получатель отправитель заказчик сотрудник العميل المريض المستلم ग्राहक 客户 顾客 患者 联系人 收件人 寄件人 申请人 员工 担当者 担当 고객 환자 담당자 수령인 doctor physician nurse lawyer caller emergencycontact debtor insured policyholder claimant traveler traveller donor resident borrower lender landlord colleague lead prospect visitor profile actor creator editor commenter poster submitter originator responder initiator plaintiff defendant kontakt kunde kundin patientin klant klient beneficiario beneficiaria empleado empleada remitente destinatario ansprechpartner mitarbeiter contacto paciente titular utilisateur medewerker",
);
export const ROLE_FIELDS = nameSet(
  "mon tue wed thu fri sat sun preferred calledname knownas alias " +
    "guarantor guarantors executor executrix heir heirs witness witnesses captain squad crew roster rota lineup interviewer interviewers interviewee watchers watcher followers approvers reviewers organizers speaker panelists panelist moderator moderators host hosts cohost firstaider injuredperson injuredparty injured deceased decedent survivor dependent dependents child children kid kids parent parents guardian guardians mother father husband wife sibling siblings godparent bride groom bestman pupil pupils learner apprentice trainee intern alumni graduate " +
    "nok kin relative relatives caretaker janitor cleaner plumber electrician gardener nanny babysitter tutor cook chef waiter bartender courier rider cyclist pilot copilot skipper sailor purser steward stewardess goalkeeper scorer scorers players player referee umpire judge magistrate prosecutor solicitor barrister paralegal clerk registrar bailiff trustee trustees appraiser surveyor assessor adjuster broker realtor estateagent notarypublic midwife paramedic veterinarian optometrist pharmacist anaesthetist anesthetist radiologist physiotherapist psychologist counselor counsellor socialworker caseworker " +
    "shareholder shareholders partner partners cofounder founder founders director directors chairperson chairman chairwoman treasurer secretary president vicepresident deputy delegate delegates councillor mayor senator minister ambassador translator interpreter illustrator photographer composer narrator contestant competitor winner winners finalist runner runnerup volunteer volunteers oncall duty dutyofficer shiftlead teamlead teamleader foreman supervisorname linemanager reportsto reportedto addressedto issuedto soldto shippedto billedto deliveredto collectedfrom receivedfrom onbehalfof accompaniedby " +
    "vermieter vermieterin mieterin fahrer fahrerin empfanger empfangerin absender absenderin besteller bestellerin auftraggeber kontoinhaber inhaber inhaberin zeuge zeugin burge erbe betreuer betreuerin trainer trainerin schiedsrichter unterzeichner antragsteller antragstellerin versicherter versicherte geschadigter verletzter bearbeiter bearbeiterin sachbearbeiter sachbearbeiterin verfasser verfasserin gast gaste fahrgast lehrkraft arztin hausarzt notar gutachter vertreter vertreterin teilnehmerin anwesend anwesende abwesend " +
    "locatrice bailleur proprietaire conducteur conductrice destinatairename expediteur temoin garant heritier heritiere tuteur tutrice signataire demandeur demandeuse assure assuree redacteur redactrice infirmier infirmiere medecin avocat avocate notaire entraineur stagiaire salarie salariee employe employee voyageur voyageuse invite invitee participants interlocuteur interlocutrice passager passagere acheteur acheteuse vendeur vendeuse " +
    "arrendador arrendataria inquilina conductor conductora testigo fiador fiadora heredero heredera tutora firmante solicitante asegurado asegurada redactor redactora enfermero enfermera abogado abogada notario notaria entrenador entrenadora becario becaria empleador viajero viajera invitado invitada asistentes pasajero pasajera compradora vendedora huesped acompanante apoderado apoderada " +
    "locador locadora locatario locataria motorista testemunha herdeiro herdeira signatario solicitantename segurado segurada enfermeiro enfermeira advogado advogada treinador treinadora estagiario estagiaria funcionario funcionaria viajante convidado convidada passageiro passageira vendedorname hospede acompanhante procurador pai mae filiacao conjuge " +
    "locatore conduttore conducente autista testimone garante erede firmatario richiedente assicurato assicurata infermiere infermiera avvocato notaio allenatore stagista dipendente viaggiatore ospite accompagnatore passeggero acquirente venditore mittente intestatario referente " +
    "huurder verhuurder bestuurder getuige borg erfgenaam ondertekenaar aanvrager verzekerde verpleegkundige advocaat huisarts stagiair medewerkster reiziger deelnemer passagier koper verkoper ontvanger afzender contactpersoon opdrachtgever " +
    "najemca wynajmujacy kierowca swiadek poreczyciel spadkobierca wnioskodawca ubezpieczony pielegniarka adwokat notariusz trener stazysta pracownik podrozny uczestnik pasazer kupujacy sprzedawca odbiorca nadawca osobakontaktowa opiekun pacjent pacjentka klientka gosc " +
    "hyresgast hyresvard forare vittne borgensman arvinge undertecknare sokande forsakrad sjukskoterska advokat larare elev anstalld resenar deltagare passagerare kopare saljare mottagare avsandare kontaktperson leietaker sjafor vitne soker pasient ansatt deltaker kjoper mottaker avsender lejer udlejer chauffor ansoger medarbejder modtager afsender vuokralainen kuljettaja todistaja hakija potilas tyontekija osallistuja ostaja myyja vastaanottaja lahettaja yhteyshenkilo " +
    "kiraci evsahibi surucu tanik kefil mirasci imzalayan basvuran sigortali hemsire avukat antrenor stajyer calisan yolcu katilimci satici alici gonderen ilgili yetkili hasta ogrenci ogretmen najemnik pronajimatel ridic svedek rucitel dedic podepsany zadatel pojistenec sestra ucitel ucitelka zak zamestnanec ucastnik cestujici kupujici prodavajici prijemce odesilatel kontaktos kontaktniosoba pacient pacientka " +
    "berlo berbeado sofor tanu kezes orokos alairo kerelmezo biztositott apolo ugyved tanar diak munkavallalo resztvevo utas vevo elado cimzett felado kapcsolattarto beteg penyewa pemilik pengemudi sopir saksi penjamin ahliwaris pemohon tertanggung perawat pengacara guru siswa murid karyawan pegawai peserta penumpang pembeli penjual penerima pengirim pasien tamu narahubung nguoinhan nguoigui khachhang nhanvien benhnhan " +
    "chirias proprietar sofer martor garantmostenitor semnatar solicitant asigurat asistenta avocatul profesor elevul angajat calator participant pasager cumparator vanzator destinatar expeditor ενοικιαστης οδηγος μαρτυρας πελατης ασθενης δικαιουχος παραληπτης αποστολεας водитель свидетель покупатель продавец пассажир участник ученик учитель врач менеджер автор исполнитель контактноелицо 受取人 荷受人 差出人 宛名 依頼人 契約者 申込者 参加者 出席者 運転手 証人 保護者 名義人 作成者 承認者 乘客 司机 证人 签字人 负责人 经办人 参会人 监护人 作者 审批人 保証人 신청자 작성자 승인자 참석자 운전자 보호자 예금주 받는사람 보내는사람 담당 " +
    "author authors assignee assignees reporter owner owners recipient sender customer contact patient attendees attendee members " +
    "reviewer approver organizer manager supervisor passenger passengers beneficiary cardholder accountholder guest guests contacts speakers " +
    "createdby updatedby modifiedby lastmodifiedby submittedby assignedto requestedby approvedby reportedby signedby ansprechpartner beneficiario titular destinatario remitente cliente kunde klant patientin paciente " +
    "responsavel responsable aluno aluna alumno alumna estudiante eleve etudiant etudiante schuler schulerin professor professora docente profesora enseignant lehrer lehrerin encargado vendedor comprador proprietario propietario inquilino locataire mieter arrendatario socio socia medico docteur arzt patiente mitglied membre miembro membro teilnehmer participante asistente client klijent kupac zakaznik ugyfel клиент пациент получатель отправитель заказчик сотрудник العميل المريض المستلم ग्राहक 客户 顾客 患者 联系人 收件人 寄件人 申请人 员工 担当者 担当 고객 환자 담당자 수령인 subscribers signatories mentors mentees landlords tenants candidates applicants students teachers employees people_list 送付先 landlady chair barber stylist doctor physician nurse caregiver carer salesrep rep representative accountmanager technician inspector coach mentor advisor adviser consultant lawyer attorney notary therapist dentist surgeon accountant receptionist openedby closedby handledby preparedby authorizedby soldby performedby sentby postedby raisedby uploadedby ownedby completedby verifiedby requester requestor applicant candidate caller claimant debtor insured policyholder traveler traveller passengername instructor teacher student lead poc signer signatory payer payee " +
    "nominee nextofkin emergencycontact spouse tenant landlord driver holder person people user users editor presenter buyer seller donor",
);
/** Names of places stand here as often as names of people: only a known given name decides. */
export const WEAK_ROLES = nameSet(
  "from to cc bcc by who whom subject value text label content answer entity mention",
);
/** Whatever stands here is the name of a thing, even if it reads like a person. */
export const THING_FIELDS = nameSet(
  "away titre titel titulo titolo tytul warehouse depot plato plat etichetta etiqueta brands products tools titles items models movies films books songs albums teams projects companies name title label product brand model codename release version architecture vendor supplier company organization organisation firm team project theme font song album track book movie film station venue place " +
    "city town state region country county street location room park school university hotel restaurant award prize ship vessel cluster server env environment branch tag category type status kind contract agreement slug " +
    "shade colour dish dishes breed variety cultivar prizes awards medal medals tracks venues places streets vendors suppliers stations parks schools hospitals hospital hotels museums museum menu course cocktail drink drinks recipe opening openings perfume fragrance wine beer trading rooms ships characters themes fonts tags categories statue monument landmark exhibit exhibition play plays musical show shows episode novel trail ride attraction " +
    "description heading caption collection series game character district province neighborhood nbhd destination origin airport hub placeholder example sample hint format pattern site campus building floor store shop outlet wing gate",
);
/** What stands under these is a place, whoever it is called after. */
export const PLACE_FIELDS = nameSet(
  "city cities town towns village municipality municipio municipios commune comune comuni stadt gemeinde ort ville villes ciudad ciudades cidade cidades citta plaats gemeente miasto miejscowosc obec mesto kommune stad by district districts bezirk bairro barrio barrios quartier quartiere wijk suburb neighborhood neighbourhood county province provincia provinz region regione estado state states country land pays pais paese airport airports station stations haltestelle bahnhof gare estacion stazione port harbour harbor terminal gericht court tribunal venue park school university hospital warehouse depot store branch location locations position positions jobtitle job role occupation cargo puesto poste funktion beruf plato platos plat plats speise dish dishes menu recipe cocktail",
);
export const PLAIN_FIELDS = nameSet(
  "who n name name1 name2 fullname names nickname display displayname realname ad isim jmeno ime meno nev nume nimi nombre nom nome naam navn namn formatted given family first last middle",
);
export const PERSONAL_SIBLINGS = nameSet(
  "alternateid userprincipalname upn samaccountname mailnickname email emails emailaddress mail phone phonenumber mobile telephone tel firstname lastname dob dateofbirth birthdate birthday ssn gender login " +
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
  "gtin mpn upc asin plu articleno articlenumber artnr artikelnr artikelnummer artikelnumber varenr varenummer itemcode itemno itemnumber productid productcode codart codiceean codigobarras codebarre strichcode quantita cantidad quantidade quantite menge anzahl aantal antal ilosc mnozstvi mnozstvo kolicina adet miktar jumlah soluong cantitate mennyiseg maara kogus quantity количество кількість ποσοτητα 数量 數量 수량 الكمية כמות मात्रा onhand instock inventory " +
    "industry vat vatid vatnumber ein employees employeecount openinghours rating capacity domain isbn publisher genre pages paperback runtime barcode ean stock weight founded price unitprice qty stockqty colour km lengthkm engine cylinders imo hull mmsi tonnage artist album abv grape vintage calories serves precio prix preis prezzo preco prijs cena hinta pris fiyat ar pret cijena harga gia bei السعر سعر الثمن قیمت מחיר मूल्य कीमत किमी দাম মূল্য ราคา цена ціна стоимость артикул τιμη 价格 价钱 单价 価格 値段 가격 단가 sku category headquarters ticker cuisine",
);
export const ADDRESS_HOLDERS = nameSet("shipping billing delivery mailing ship bill shipto billto");
export const THING_WORDS = nameSet(
  "praktijk praxis cabinet kanzlei clinic clinica klinik apotheke pharmacy pharmacie farmacia file product company organization organisation org project repo repository server host domain event brand team department class category table column key bucket package app service tool",
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
