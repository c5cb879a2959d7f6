// Fields and lists whose values are things and places, whoever these are called after: `products`, `pysakki`, `المنتجات`.

import { type FieldName, nameSet } from "../field-name.ts";
import type { Leaf } from "../recognizer.ts";
import { fold } from "./fold.ts";

const GOODS =
  "product products producto productos producte produit produits produkt produkte produkter produkty produkta produto produtos prodotto prodotti produs produse proizvod proizvodi vyrobek termek termekek tuote tuotteet urun urunler toode prece preke produk barang bidhaa sanpham sanphammoi merchandise " +
  "brand brands marca marcas marke marken marque marques merk merken marka marki znacka manufacturer hersteller fabricante fabrikant vyrobce producent gyarto uretici codename font fonts fontfamily typeface theme skin wine wines vino vinos vinho vinhos vin vins wein weine bor viini wino beer beers cerveza birra biere bier pivo piwo olut bira whisky spirit coffee kaffee kahve tea tee " +
  "recipe recipes receta recetas recette recettes ricetta ricette rezept rezepte recept recepten oppskrift opskrift przepis tarif resepti cocktail cocktails dish dishes plato platos plat plats piatto piatti gericht gerichte speise ratt rett prato pratos danie yemek menu menus perfume fragrance parfum lipstick shade vehicle vehicles vehiculo veiculo vehicule fahrzeug auto car cars modelo modello";
const STOCK =
  "article articles artikel artikels articulo articulos articolo articoli artigo artigos artykul artykuly artikl artikly polozka polozky tuotenimi vare varer vara varor cikk aru kalem bestand inventory inventario inventaire inventaris inventar catalog catalogs catalogue catalogues catalogo catalogos katalog kataloge katalogus sortiment assortiment assortimento assortment libelle mfr mfg mfgr maker fabricant fabricante oem sku descriptor descriptors razaosocial razonsocial ragionesociale raisonsociale denominacionsocial nomefantasia nombrecomercial nomcommercial firmenname bedrijfsnaam firmanavn nazwafirmy obchodnifirma cegnev unvan ticariunvan " +
  "course courses coursename coursetitle curso cursos corso corsi cours kurs kurse kurser cursus cursussen kursus lesson lessons leccion lecciones asignatura asignaturas materia materias workshop workshops webinar webinars taller talleres seminar seminare seminario seminarios seminaire seminaires lecture lectures reading readings exam exams syllabus template templates plantilla plantillas vorlage vorlagen sablon warehouse warehouses almacen almacenes magazzino magazzini magazijn entrepot entrepots armazem sklad sklady magazyn depot depots kho varasto raktar furniture mobel muebles meubles mobili meble colour color shade paint";
const PLACES =
  "station stations estacion estaciones estacao estacoes stazione stazioni gare gares statie statii stanica stanice postaja zastavka zastavky stop stops stopname arret arrets haltestelle haltestellen halte haltes haltepunkt przystanek przystanki hallplats holdeplass stoppested pysakki pysakit asema asemat megallo megallok allomas durak duraklar istasyon stasiun kituo stesheni terminal terminals platform airport airports aeropuerto aeroporto aeroport flughafen lotnisko letiste repuloter havalimani lufthavn flygplats bandara " +
  "aula aulas classroom classrooms school schools escuela escuelas escola escolas colegio colegios liceo licei lycee lycees ecole ecoles college scuola scuole istituto schule schulen gymnasium szkola szkoly liceum skola skolor skole skoler skolen koulu koulut iskola iskolak okul okullar lise scoala liceu skolka kita kindergarten sekolah shule campus faculty facultad faculdade faculte fakultat instituto universidad universidade universita universite universitat universiteit uniwersytet univerzita egyetem yliopisto universitas " +
  "street streets strassen rues calles ulice ulicy utcak katu kadut gata gator gade gader vej veje sokak cadde jalan barabara bridge bridges puente puentes ponte pontes pont ponts brucke brucken brug bruggen most mosty bron broar silta sillat kopru jembatan square plaza piazza plein namesti plac trg tori route routes ruta rutas rotas strecke linea lineas linja linia linie peron path trail trails tunnel river lake mountain peak island beach park parks parque parc parco garden gardens district neighborhood " +
  "hospital hospitals hopital ospedale krankenhaus ziekenhuis szpital nemocnice bolnica spital korhaz hastane sairaala sjukhus sykehus sygehus rumahsakit klinik clinic clinica klinika legekontor vardcentral terveysasema pharmacy farmacia pharmacie apotheke apotheek apteka lekarna apotek apteekki eczane practice praxis praktijk church churches iglesia igreja chiesa eglise kirche kerk kosciol kostel kirke kyrka kirkko templom biserica parish parroquia parafia mosque cami temple cemetery cementerio friedhof cimetiere cimitero cmentarz " +
  "hotel hotels hostel restaurant restaurants restaurante ristorante restauracja ravintola lokanta restoran cafe bar pub venue venues local theatre theater teatro teatr divadlo teater tiyatro teatteri szinhaz museum museums museo musee muzeum muzej muze cinema kino gallery galeria galleria hall halls stadium stadiums stadion stadio estadio estadi stade stadyum arena arenas ground pitch room rooms roomname meetingroom sala salas salle salles sali saal zaal raum raume rom rum terem szoba huone neuvotteluhuone oda salon auditorium building buildings edificio edificios gebaude gebouw budynek budova bygning byggnad bina lager camp camps camping hut hutte hytte refuge rifugio cabin " +
  "shop shops store stores tienda tiendas negozio boutique magasin laden winkel sklep sklepy obchod trgovina magazin bolt dukkan magaza kauppa butik butikk toko duka loja lojas outlet branch filiale sucursal agencia agence market office standort location locations";
const MOVING =
  "ship ships vessel vessels vesselname shipname schiff schiffe buque buques barco barcos navio navios nave navi navire navires bateau bateaux schip schepen statek statki lod lode brod brodovi nava nave gemi gemiler hajo hajok laiva laivat fartyg skip skib boat boats boot ferry ferries faerge ferge kapal meli yacht yachts train trains trainname tren trenes treno treni zug zuge trein treinen pociag pociagi vlak vlaky vonat vonatok juna junat tog tag locomotive loco loks aircraft airline tail satellite spacecraft rover telescope probe mission missions lifeboat tug tugboat submarine";
const CULTURE =
  "song songs songtitle cancion canciones canzone canzoni chanson chansons lied lieder liedje piosenka piosenki pisen pisne pesma pjesma cantec cantece sarki sarkilar dal dalok laulu laulut sang sanger lat latar lagu musica musicas wimbo track tracks trackname album albums playlist playlists single composition pieces opus oper opera operas ballet concert symphony film films movie movies pelicula peliculas filme filmes filmy filmler elokuva elokuvat serie series show shows episode episodes programme sendung spectacle spectacles play plays obra obras spettacolo spettacoli predstava przedstawienie predstaveni eloadas naytelma oyun oyunlar " +
  "book books booktitle libro libros livro livros livre livres buch bucher boek boeken ksiazka ksiazki kniha knihy knjiga knjige carte carti kitap kitaplar konyv konyvek kirja kirjat bok bocker boker bog boger buku vitabu kitabu novel novels poem poems painting paintings gemalde cuadro tableau sculpture statue statues monument monuments denkmal exhibit exhibits exhibition exhibitions artwork artworks lot lots character characters personaje personajes personagem personnage personnages figur figuren postac postava hahmo karakter villain npc fictional puppet toy toys doll dolls game games";
const HONORS =
  "prize prizes award awards premio premios premi prix preis preise prijs prijzen nagroda nagrody cena ceny odul oduller dij dijak palkinto palkinnot pris priser premie premii medal medals medaille medalla medaglia trophy trophies trofeo trofeu trophee pokal pokale puchar pohar kupa copa coppa cup cups stipendium scholarship fellowship beca bolsa grant endowment memorial tournament tournaments torneo turnier turniej regatta race races carrera carreras corsa rennen wyscig zavod lopp juoksu yaris competition competitions theorem theorems law laws equation equations algorithm algorithms syndrome syndromes disease diseases";
const NATURE =
  "animal animals pet pets petname mascota mascotas animale animali animaux haustier haustiere huisdier zwierze zwierzeta zvire kisallat evcil lemmikki husdjur kjaeledyr horse horses horsename caballo caballos cavallo cavalli cheval chevaux pferd pferde paard paarden konie hevonen hevoset hast hest dog dogs dogname perro perros cane cani chien chiens hund hunde hond honden pies psy pes koira koirat kopek cat cats gato gatos gatto gatti katze katzen kat katten kissa kedi breed breeds cultivar cultivars variety varieties strain rose roses tulip plant plants species " +
  "storm storms stormname hurricane hurricanes huracan huracanes tormenta furacao uragano ouragan tempete sturm sturme orkan cyclone cyclones ciclon typhoon tifon comet comets cometa comete komet asteroid asteroids crater craters galaxy planet planets moon moons constellation exoplanet volcano volcanoes glacier";
const GROUPS =
  "club clubs klub kluby verein vereine clube clubes seura kulup egyesulet forening forening team teams teamname home away hometeam awayteam equipo equipos equipe equipes squadra squadre mannschaft elftal druzyna klubi takim time ekip joukkue lag hold csapat band bands group agency agencia agenzia agentur agence agentura company companies empresa empresas azienda entreprise firma firmen firmy bedrijf yritys foretag virksomhet sirket perusahaan kampuni insurer bank banco banque banca banka pankki organisation organization association foundation charity league liga ligue lega division conference named namedafter nickname_of ";
/** In scripts that the words above leave out. */
const ELSEWHERE =
  "продукт продукты товар товары изделие марка бренд модель станция станции остановка остановки вокзал аэропорт порт школа школы гимназия лицей институт университет улица улицы площадь мост парк больница клиника аптека церковь храм гостиница отель ресторан кафе театр музей кинотеатр зал стадион магазин судно корабль теплоход поезд поезда песня песни трек альбом фильм фильмы сериал спектакль спектакли пьеса опера балет книга книги роман произведение выставка премия медаль кубок турнир забег лошадь кличка питомец животное порода сорт шторм ураган тайфун клуб команда команды компания организация фонд продукти зупинка станція вулиця площа лікарня корабель потяг пісня фільм вистава книжка премія гуртток клуб спирка училище производ улица болница брод воз песма филм представа књига награда школа шкoла станица " +
  "προιον προιοντα μαρκα σταση στασεις σταθμος σταθμοι σχολειο σχολεια λυκειο οδος πλατεια γεφυρα νοσοκομειο αεροδρομιο λιμανι πλοιο πλοια τρενο τραγουδι ταινια βιβλιο θεατρο παρασταση μουσειο βραβειο ομαδα ξενοδοχειο εστιατοριο γραμμη " +
  "المنتج المنتجات منتج منتجات السلعة الصنف العلامة الماركة المحطة المحطات محطة الموقف المدرسة مدرسة الجامعة جامعة المستشفى مستشفى الشارع شارع الميدان الجسر المطار مطار السفينة السفن سفينة القطار الفيلم فيلم الأغنية الكتاب كتاب المسرحية المتحف الجائزة جائزة الكأس الملعب النادي الفريق الشركة المطعم الفندق المسجد الطريق الحي المنطقة " +
  "محصول محصولات کالا برند ایستگاه مدرسه دانشگاه بیمارستان خیابان میدان پل فرودگاه کشتی قطار فیلم آهنگ کتاب نمایش موزه جایزه باشگاه تیم ورزشگاه رستوران هتل مسجد " +
  "מוצר מוצרים מותג תחנה תחנות בית_ספר רחוב כיכר גשר בית_חולים אוניברסיטה שדה_תעופה נמל ספינה ספינות אונייה רכבת שיר שירים סרט סרטים ספר ספרים הצגה תיאטרון מוזיאון פרס קבוצה מועדון מסעדה מלון אולם סניף " +
  "उत्पाद उत्पादों वस्तु ब्रांड स्टेशन विद्यालय स्कूल अस्पताल सड़क मार्ग पुल हवाई_अड्डा जहाज ट्रेन गाना गीत फिल्म फ़िल्म पुस्तक किताब नाटक पुरस्कार टीम होटल मंदिर पार्क পণ্য ব্র্যান্ড স্টেশন বিদ্যালয় স্কুল হাসপাতাল রাস্তা সেতু বিমানবন্দর জাহাজ ট্রেন গান চলচ্চিত্র বই নাটক পুরস্কার দল " +
  "สินค้า ผลิตภัณฑ์ ยี่ห้อ แบรนด์ สถานี ป้าย โรงเรียน มหาวิทยาลัย โรงพยาบาล ถนน สะพาน สนามบิน ท่าเรือ เรือ รถไฟ เพลง ภาพยนตร์ หนัง หนังสือ ละคร พิพิธภัณฑ์ รางวัล ทีม สโมสร โรงแรม ร้านอาหาร เมนู วัด ห้อง สาขา รุ่น " +
  "tuyen tuyenduong duong pho cau tram ga truong benhvien sanbay cang tau baihat phim sach vokich baotang giaithuong doi clb khachsan nhahang chua phong chinhanh thuonghieu პროდუქტი სადგური სკოლა ქუჩა ფილმი წიგნი ապրանք կայարան դպրոց փողոց ֆիլմ գիրք " +
  "产品 商品 品牌 型号 车站 站点 站名 线路 学校 大学 医院 街道 道路 大桥 机场 港口 船名 船只 列车 车次 歌曲 歌名 专辑 电影 片名 书名 图书 剧目 剧名 博物馆 奖项 奖杯 球队 俱乐部 酒店 餐厅 菜名 公园 角色 台风 產品 車站 學校 醫院 機場 船隻 歌曲 電影 書名 製品 製品名 商品名 品名 駅 駅名 停留所 バス停 路線 病院 空港 船 列車 曲 曲名 楽曲 映画 作品 作品名 書籍 劇場 博物館 賞 球団 チーム ホテル 店舗 店名 馬名 会場 " +
  "상품 제품 상품명 제품명 브랜드 역 역명 정류장 노선 학교 대학교 병원 도로 공항 항구 선박 선박명 열차 노래 곡명 앨범 영화 영화명 도서 도서명 책 공연 공연명 박물관 상 팀 구단 호텔 식당 매장 지점 캐릭터 태풍 회의실";

const NAMED_THINGS: ReadonlySet<string> = new Set(
  fold(`${GOODS} ${STOCK} ${PLACES} ${MOVING} ${CULTURE} ${HONORS} ${NATURE} ${GROUPS} ${ELSEWHERE}`)
    .replaceAll("_", "")
    .split(/\s+/),
);
const LONGEST_THING = 80;

const known = new Map<string, boolean>();
const MOST_FIELDS = 5000;

/** The last word decides: `productName` and `teatro` hold things, `hotel_guest` and `team_lead` do not. */
export function namesThings(field: FieldName): boolean {
  let answer = known.get(field.raw);
  if (answer === undefined) {
    answer = judge(field);
    if (known.size >= MOST_FIELDS) known.clear();
    known.set(field.raw, answer);
  }
  return answer;
}

function judge({ tails, endings }: FieldName): boolean {
  const [last, pair, three] = tails.map(fold) as [string, string, string];
  if (/^(?:name|names|nom|nombre|title)$/.test(last) && NAMED_THINGS.has(pair.slice(0, -last.length)))
    return true;
  return (
    [last, pair, three].some((tail) => NAMED_THINGS.has(tail)) || endings.some((end) => NAMED_THINGS.has(end))
  );
}

/** `name`, `नाम` and the like are called in a list of things as in a list of people. */
const PLAIN = nameSet(
  "name names n title titel titre titulo titolo tytul nom nome nombre naam navn namn nimi nev nume nazwa nazev nazov ime naziv isim ad adi nama jina ten label bezeichnung denominacion designation intitule designacao denominazione omschrijving benamning nafn имя название наименование назва име назив ονομα ονομασια τιτλος الاسم اسم نام عنوان שם नाम नाव নাম ชื่อ სახელი անուն 名称 名稱 名前 名字 名 이름 명칭",
);

/** What goods are called in a row of their own. */
const OF_GOODS = nameSet(
  "description descripcion descrizione beschreibung descricao libelle opis popis beskrivning beskrivelse kuvaus aciklama leiras descriere deskripsi mota описание опис περιγραφη תיאור الوصف विवरण 描述 说明 說明 説明 설명 desc item itemname",
);

export function isGoodsLabel(field: FieldName): boolean {
  return isPlainLabel(field) || OF_GOODS.has(field.words.join(""));
}

export function isPlainLabel(field: FieldName): boolean {
  return PLAIN.has(field.words.join(""));
}

/** A thing by its own field, or by the list that it stands in. */
export function standsAmongThings({ text, field, parent }: Leaf): boolean {
  if (text.length > LONGEST_THING || field.raw === "") return false;
  return namesThings(field) || (isPlainLabel(field) && parent.raw !== "" && namesThings(parent));
}
