// What people write around names, in many languages: titles, greetings, closings, introductions, roles and kin. Every
// pattern starts at a word and is bounded.

import { nameSet } from "../field-name.ts";
import type { Strength } from "../recognizer.ts";
import { fold } from "./fold.ts";
import { isGivenName } from "./given-names.ts";
import { isKindOfThing } from "./kinds-of-things.ts";
import { isBrand } from "./role-fields.ts";
import { isSurname } from "./surnames.ts";
import { isEverydayLanguage, readsLikeAName, speaksForAName, wordKind } from "./word-kinds.ts";

const PARTICLE =
  "(?:van|von|v\\.d\\.|v\\.|v/d|de|der|den|['’]t|da|di|del|della|la|le|bin|binti|bint|ibn|al|el|do|dos|das|du|zu|ter|ten|af|av|op|in|[sd]/o|a/[lp])";
const WORD =
  "(?:[DO]['’])?\\p{Lu}[\\p{Ll}\\p{M}]{1,24}(?:['’-]?\\p{Lu}[\\p{Ll}\\p{M}]{1,24}){0,2}(?:-\\p{Ll}{2,12})?";
const SHOUTED = "\\p{Lu}{2,25}";
const INITIAL = "\\p{Lu}\\.?";
const LAST = "(?:,? (?:Jr|Sr|II|III|IV)\\.?(?![\\p{L}]))?";
const NEXT = `(?: (?:${PARTICLE} ){0,2}(?:${WORD}(?![\\p{L}])|${SHOUTED}(?![\\p{L}])|${INITIAL}(?![\\p{L}])))`;
const NAME = `(?:${WORD}|${SHOUTED}|\\p{Lu}\\.)${NEXT}{0,3}${LAST}`;
const FULL_NAME = `(?:${WORD}|\\p{Lu}\\.)${NEXT}{1,3}${LAST}`;
const NO_LETTER = "(?<![\\p{L}\\p{N}])";

const TITLE = new RegExp(
  `${NO_LETTER}(?:(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Herrn?|Frau|Hr|Monsieur|Madame|Mademoiselle|Mme|Mlle|M\\.|Señor|Señora|Sr|Sra|Srta|Signor|Signora|Sig|Sig\\.ra|Dott|Dott\\.ssa|Dhr|Mevr|Mevrouw|Meneer|Senhor|Senhora|Pani|[Pp]an[íeui]|[Gg]ospod(?:in|ine|inu)?|[Gg]ospođ[aoieu]|[Gg]osp[ae]|[Gg]đ[aieo]|[Gg]dja|[Dd]omnul(?:ui)?|[Dd]oamn(?:a|ei)|[Dd]l\\.|[Dd]-l|[Dd]-na|[Hh]erra|[Rr]ouva|[Hh]ärra|[Pp]roua|[Pp]reili|[Pp]on(?:as|ia|iai|ui)|[Bb]ayan|[Ff]rk|[Ff]rú|[Hh]r|fru|Mejuffrouw|Juffrouw|juffrouw|[Mm]eester|Fru|Ing|Dipl|mevrouw|meneer|dhr|mevr|monsieur|madame|señora?|signora?|senhora?)\\.?[ \\u00a0]{1,2}(?:(?:em|h\\. ?c|rer|nat|med|phil|iur|jur|habil|Ing|oec|pol|theol|dent|vet)\\.[ \\u00a0]?){0,3}){1,3}(${NAME})`,
  "gu",
);
const GREETING = new RegExp(
  `${NO_LETTER}(?:[Dd]ear|Hi|Hiya|Hello|Hey|Hallo|Hoi|Dag|Moin|Servus|Grüezi|Lieber?|Sehr geehrte[r]?|Merhaba|Sayın|Sevgili|Ahoj|Vážen[ýá]|Mil[ýá]|Szia|Kedves|Bună|Salut|Stimat[eă]|Drag[ăa]|Hei|Moi|Terve|Tere|Szanown[ya]|Drog[iа]|Namaste|Geachte|Guten (?:Tag|Morgen)|Bonjour|Cher|Chère|Salut|Hola|Estimad[oa]|Querid[oa]|Ciao|Gentile|Car[oa]|Beste|Prezad[oa]|Olá|Hej|Kära?|Cześć|Kære|Sveik[ia]|Labas|Kia ora|Mambo|Habari|Jambo|Xin chào|Selamat (?:pagi|siang|sore|malam)|Zdravo|Pozdrav|Bok|Dobrý den|Dzień dobry|Goddag|God (?:morgen|dag)|God morgon|Tervehdys|Sæl[l]?|Góðan dag|Bore da|Kaixo|Sawubona|Dumela|Thanks|Many thanks|Thx|Cheers|Thank you|Danke|Merci|Gracias|Grazie|Bedankt|Obrigad[oa]|Good (?:morning|afternoon|evening)|Sorry|Welcome|Welcome back),? (${NAME})(?=\\s{0,2}(?:[,!.:;?\\n\\r—–-]|$| and | for | und | y | et ))`,
  "gu",
);
const CLOSING = new RegExp(
  `(?:[Rr]egards|Best|Best wishes|Cheers|Thanks|Thank you|[Ss]incerely|[Tt]ruly|[Ff]aithfully|Grüßen|Grüssen|Grüße|Gruß|Cordialement|Bien à vous|Saludos|[Aa]tentamente|[Ss]aluti|[Gg]roet|[Gg]roeten|Atenciosamente|Abraços?|Pozdrawiam|[Hh]älsningar|LG|VG|MfG|BR|KR|Mvg|MVG|Mvh|Vh|Atte|[Gg]roetjes|Liefs|[Hh]ilsen|Saygılarımla|[Pp]ozdravem|[Uu]dvozlettel|[Üü]dvözlettel|[Tt]erveisin|[Ss]timă|[Ss]aludo|Bises|Amitiés|Rgds|Thx|Love|Yours|Respectfully|[Aa]braço|[Cc]umprimentos|Cordiali saluti|Bien cordialement)[,.!]{0,2}(?:[ \\t]{0,4}\\r?\\n){1,3}[ \\t–—~-]{0,4}(${NAME})(?=[ \\t]{0,3}(?:[\\n\\r,|(]|$))`,
  "gu",
);
const CLOSING_ON_LINE = new RegExp(
  `(?:[Rr]egards|[Ww]ishes|Cheers|[Ss]incerely|Signed|[Aa]brazos?|[Bb]esos?|[Aa]bra[cç]os?|[Bb]isous|[Bb]ises|[Kk]ram(?:ar)?|[Kk]nus|[Kk]lem|[Hh]ugs|[Tt]sch(?:ü|ue)ss|[Bb]is bald|[Uu]n saludo|[Aa]tentamente|Gez\\.|Grüße|Grüßen|Gruß|Cordialement|Saludos|[Ss]aludo|[Ss]aluti|[Gg]roet|[Gg]roeten|[Gg]roetjes|Liefs|Mvg|MfG|Mvh|Atte\\.?|Atenciosamente|Cumprimentos|Pozdrawiam|[Hh]älsningar|[Hh]ilsen|Saygılarımla|[Pp]ozdravem|[Üü]dvözlettel|[Tt]erveisin|Rgds|Thx|Thanks|Thank you|Danke|Merci|Gracias|Grazie|Bedankt|xx|Love),? (${NAME})(?=\\s{0,3}(?:$|\\n|<))`,
  "gu",
);
const INTRODUCTION = new RegExp(
  `${NO_LETTER}(?:[Mm]aiden name(?: is| was)?|[Mm]y name(?: is|'s|’s)|(?<=[Bb]onjour,? |[Bb]onsoir,? |[Aa]ll[oô],? )ici|d['’]en|(?:al|pel|per a) senyor|[Nn]ame(?:d| is| as| was| on (?:the )?\\p{L}{3,12} is)|[Mm]ein Name ist|[Ii]ch hei(?:ß|ss)e|[Jj]e m['’]appelle|[Mm]on nom est|[Mm]i nombre es|[Mm]e llamo|[Mm]i chiamo|[Mm]ijn naam is|[Ii]k heet|[Mm]eu nome é|[Mm]e chamo|[Nn]azywam się|[Jj]ag heter|[Mm]itt namn är|[Jj]eg heter|[Mm]it navn er|[Mm]itt navn er|[Nn]imeni on|[Jj]menuji se|[Vv]olám se|[Aa] nevem|[Mm]ă numesc|[Aa]dım|[Bb]enim adım|[Ii]smim|[Zz]ovem se|[Mm]e chamam|[Mm]e llaman|[Ii]l mio nome è|[Mm]ein Name lautet|[Mm]y full name is|[Yy]our name is|[Hh]er name is|[Hh]is name is|[Ss]he is called|[Hh]e is called|[Tt]ên(?: là| em là| mình là)?|[Nn]ama saya|[Nn]ama lengkap|[Jj]ina langu(?: ni)?|[Aa]ng pangalan ko(?: ay)?|[Aa]ko si|[Mm]ng?a ingoa ko|[Ii]gama lami(?: ngu)?|[Oo]rúkọ mi ni|[Ss]unt numit[ăa]?|[Mm]ano vardas|[Mm]ani sauc|[Mm]inu nimi on|[Éé]g heiti|[Mm]eno mi je|[Vv]olám sa|[Zz]ovu me|[Zz]ovem se|[Ee]m chamo|[Ee]m dic|[Nn]ire izena|[Ff]y enw i yw|[Ii]s mise):? (${NAME})`,
  "gu",
);
const WEAK_INTRODUCTION = new RegExp(
  `${NO_LETTER}(?:I am|I['’]m|[Tt]his is|[Ii]ch bin|[Jj]e suis|[Ss]oy|[Ss]ono|[Ii]k ben|[Ss]ou|[Jj]estem|[Jj]ag är|[Jj]eg er|[Bb]en|[Oo]len|[Jj]sem|[Ss]unt|[Tt]oto je|[Dd]it is|[Hh]ier ist|[Hh]ier spricht|[Mm]et|[Cc]'est|[Ss]oy el|[Ss]oy la|[Ss]ou [oa]|[Tt]he name's|[Ss]peaking with|[Ii]t's|[Ii]t is) (${NAME})`,
  "gu",
);
const ROLE = new RegExp(
  `${NO_LETTER}(?:(?:[Pp]atient|[Cc]ustomer|[Cc]lient|[Cc]aller|[Ee]mployee|[Aa]pplicant|[Cc]andidate|[Tt]enant|[Pp]assenger|[Gg]uest|[Cc]ardholder|[Cc]olleague|[Hh]usband|[Ww]ife|[Mm]other|[Ff]ather|[Bb]rother|[Ss]ister|[Nn]eighbou?r|[Aa]ttorney|[Ww]itness|[Cc]laimant|[Pp]laintiff|[Dd]efendant|[Bb]eneficiary|[Bb]orrower|[Aa]gent|[Dd]river|[Nn]urse|[Dd]octor|[Tt]eacher|[Ss]tudent|[Ss]upervisor|[Mm]anager|[Dd]irector|CEO|CTO|CFO|COO|[Pp]rofessor|[Aa]ttn\\.?|[Aa]ttention|c/o|[Ss]igned by|[Ww]ritten by|[Aa]pproved by|[Rr]eviewed by|[Rr]eported by|[Cc]reated by|[Rr]equested by|[Aa]uthored by|[Oo]pened by|[Cc]losed by|[Rr]aised by|[Ss]ubmitted by|[Hh]andled by|[Ss]ent by|[Pp]osted by|[Pp]repared by|[Ll]ed by|[Hh]osted by|[Uu]ploaded by|[Aa]uthori[sz]ed by|[Vv]erified by|[Ii]nterview(?:ed)? with|[Aa]ppointment with|[Hh]ired|[Ii]nterview(?:ed)?|[Cc]lient[ae]|[Aa]lıcı|[Gg]önderen|[Mm]üşteri|[Hh]asta|[Dd]octora|[Ii]ngeniero|[Ww]aiting for|[Pp]assenger|[Aa]ssigned to|[Dd]elivered to|[Ss]hip(?:ped)? to|[Bb]ill(?:ed)? to|[Ss]old to|[Pp]ayable to|[Ss]poke (?:to|with)|[Tt]alked (?:to|with)|[Mm]e?et(?:ing)? with|[Oo]n behalf of|a nombre de|al nombre de|au nom de|auf den Namen|im Namen von|zu Händen(?: von)?|z\\. ?Hd\\.|à l['’]attention de|a la atención de|all['’]attenzione di|ter attentie van|[Ii]n the name of|[Cc]ontact|[Cc]ontacted|[Ee]mailed|[Ii]nvited|[Kk]unde|[Kk]undin|[Pp]atientin|[Mm]itarbeiter(?:in)?|[Aa]nsprechpartner(?:in)?|[Kk]linetka|[Cc]liente|[Pp]aciente|[Pp]aziente|[Kk]lant|[Kk]lient(?:ka|kę|em|owi|a|ul)?|[Pp]elanggan|[Kk]aryawan|[Pp]asien|[Pp]ersonel|[Çç]alışan|[Kk]hách(?: hàng)?|[Bb]ệnh nhân|[Nn]hân viên|[Zz]ákazník|[Zz]ákaznice|[Zz]aměstnanec|[Zz]aměstnankyně|[Pp]racownik|[Pp]racownica|[Pp]acjent(?:ka)?|[Pp]acient(?:ka)?|[Kk]upac|[Üü]gyfél|[Pp]áciens|[Aa]siakas|[Pp]otilas|[Kk]unden|[Pp]atienten|[Aa]nställd|[Aa]nsatt|[Mm]edarbejder|[Mm]edewerker|[Ff]uncionári[oa]|[Cc]olaborador[a]?|[Ee]mplead[oa]|[Ss]alarié|[Ss]alariée|[Ee]mployé|[Ee]mployée|[Dd]ipendente|[Mm]teja|[Mm]gonjwa|[Кк]лиента?|(?:[Aa]fhentet|[Gg]odkendt|[Mm]odtaget|[Uu]nderskrevet|[Oo]prettet) af|(?:[Hh]entet|[Gg]odkjent|[Uu]tført|[Ss]ignert|[Mm]ottatt|[Gg]odkänd|[Gg]odkänt|[Hh]ämtad|[Uu]tförd|[Ss]ignerad) av|(?:[Bb]ehandelt|[Aa]bgeholt|[Gg]enehmigt|[Gg]eprüft|[Uu]nterschrieben|[Uu]nterzeichnet|[Ee]rstellt|[Bb]earbeitet|[Aa]ngenommen|[Ee]ntgegengenommen|[Ff]reigegeben) (?:von|durch)|(?:[Rr]eçu|[Rr]emis|[Ss]igné|[Aa]pprouvé|[Tt]raité|[Vv]alidé|[Rr]édigé|[Vv]isé)e? (?:par|à)|(?:[Rr]ecibido|[Ee]ntregado|[Ff]irmado|[Aa]probado|[Aa]utorizado|[Rr]evisado|[Aa]tendido|[Rr]ecebido|[Ee]ntregue|[Aa]ssinado|[Aa]provado) (?:por|a|al)|(?:[Rr]icevuto|[Ff]irmato|[Aa]pprovato|[Cc]onsegnato|[Rr]itirato|[Rr]edatto) (?:da|a)|(?:[Gg]etekend|[Gg]oedgekeurd|[Oo]ntvangen|[Bb]ehandeld|[Aa]fgehaald) door|[Oo]debrała?|[Zz]atwierdziła?|[Pp]odpisała?|[Ww]ystawiła?|[Ss]chválila?|[Pp]řevzala?|[Pp]odepsala?|[Áá]tvette|[Jj]óváhagyta|(?:[Dd]isetujui|[Dd]iterima|[Dd]ibuat) oleh|[Hh]yväksynyt|[Vv]astaanottanut|[Oo]dbiorca|[Nn]adawca|[Mm]odtager|[Mm]ottaker|[Mm]ottagare|[Ee]mpfänger(?:in)?|[Aa]bsender(?:in)?|[Dd]estinataire|[Ee]xpéditeur|[Dd]estinatari[oa]|[Rr]emitente|[Mm]ittente|[Oo]ntvanger|[Aa]fzender|[Cc]onsignee|[Rr]ecipient|[Aa]ddressee|[Ss]hipper|[Hh]andled to):? )(${FULL_NAME})`,
  "gu",
);
/** Two words with capitals after "I am" or before "wrote" are a name whoever it is. */
const SELF = new RegExp(
  `${NO_LETTER}(?:[Ss]oy|[Yy]o soy|[Jj]e suis|[Ss]ou [oa]|[Ss]ono|[Mm]oi c['’]est|[Hh]ier ist|[Tt]he name['’]s) (${WORD})(?=[,.!]|$)`,
  "gu",
);
/** Things have such names as well. */
const ALSO_CALLED = new RegExp(
  `${NO_LETTER}(?:[Gg]oes by(?: the name)?|c/o|[Ss]igned as|[Ss]igning as|[Ss]igns as|[Ee]m nome d[eao]|[Aa] nombre de|[Ii]ntestat[oa] a|[Nn]a imię|[Aa]lias|[Ll]egal name|[Ff]ull name|[Pp]referred name|[Nn]ick ?name(?:d)?|[Gg]enannt|[Rr]ufname|[Dd]it|[Dd]ite|[Dd]etto|[Dd]etta|[Aa]podo|[Aa]pelido|[Mm]ote|[Ss]urnommée?|[Pp]řezdívan[ýá]):? ["'“„«]?(${NAME})(?=["'”“»]?(?:[,.;)!?\\n]|$| [—–-] | (?:is|was|and|und|et|y|e) ))`,
  "gu",
);
const OWN_INTRODUCTION = new RegExp(
  `${NO_LETTER}(?:I am|I['’]m|[Ii]ch bin|[Jj]e suis|[Ss]ono|[Ii]k ben|[Ee]u sou|[Yy]o soy|[Jj]estem|[Jj]ag är) (${FULL_NAME})(?![\\p{L}])`,
  "gu",
);
const ACTOR = new RegExp(
  `${NO_LETTER}(${FULL_NAME})(?= (?:wrote|told|said|says|replied|commented|declined|agreed|apologi[sz]ed|phoned|rang|thanked|testified|commented|emailed|texted|complained|déclare|declara|dichiara|erklärt|verklaart|sagte|dijo|disse|has joined|joined the|left the|is our new|was hired|is on leave|is on holiday|is out of office|schrieb|hat geschrieben|a écrit|escribió|ha scritto|schreef)(?![\\p{L}]))`,
  "gu",
);
/** "/Oskar", "— Yevgenia", "-- Ann Lee" at the end of a message. */
const SIGNED = new RegExp(
  `(?:^|[\\n.!?)…] ?|\\s{2})[ \\t]*(?:[-–—~/]{1,2} ?)(${NAME})[ \\t]*(?=\\n|$)`,
  "gu",
);
/** Somebody's mother, boss or neighbor, named behind a comma or in brackets. */
const RELATIVE = new RegExp(
  `${NO_LETTER}(?:[Mm]um|[Mm]om|[Mm]ummy|[Dd]ad|[Dd]addy|[Mm]other|[Ff]ather|[Hh]usband|[Ww]ife|[Ss]on|[Dd]aughter|[Ss]ister|[Bb]rother|[Pp]artner|[Ff]ianc[eé]e?|[Bb]oyfriend|[Gg]irlfriend|[Gg]rand(?:mother|father|ma|pa|son|daughter)|[Aa]unt|[Uu]ncle|[Cc]ousin|[Nn]iece|[Nn]ephew|[Nn]anny|[Aa]ssistant|[Ss]ecretary|[Ll]andlord|[Ll]andlady|[Tt]utor|[Cc]oach|[Ii]ntern|[Dd]eputy|[Cc]arer|[Nn]eighbou?r|[Cc]olleague|[Bb]oss|[Ff]riend|[Rr]oommate|[Ff]latmate|[Mm]utter|[Vv]ater|[Ss]ohn|[Tt]ochter|[Ss]chwester|[Bb]ruder|[Mm]ann|[Ff]rau|[Kk]ollegin|[Kk]ollege|[Cc]hefin|[Cc]hef|[Nn]achbarin|[Nn]achbar|[Mm]ère|[Pp]ère|[Ff]ils|[Ff]ille|[Ss]œur|[Ff]rère|[Mm]ari|[Ff]emme|[Vv]oisine?|[Mm]adre|[Pp]adre|[Hh]ij[oa]|[Hh]erman[oa]|[Mm]arido|[Ee]sposa|[Vv]ecin[oa]|[Mm]oglie|[Mm]arito|[Ff]igli[oa]|[Mm]oeder|[Vv]ader|[Zz]oon|[Dd]ochter|[Zz]us|[Bb]roer|[Mm]am[aá]|[Pp]ap[aá]|[Cc]onyuge|[Cc]ónyuge|[Ee]sposo|[Aa]m[ie]g[oa]|[Jj]ef[ea]|[Ff]ilh[oa]|[Ii]rmã|[Ii]rmão|[Mm]ãe|[Pp]ai|[Aa]mic[oa]|[Ss]orella|[Ff]ratello|[Vv]riend(?:in)?|[Oo]ma|[Oo]pa|[Mm]atka|[Oo]jciec|[Ss]yn|[Cc]órka|[Ss]iostra|[Ee]şi|[Aa]nnesi|[Bb]abası|[Oo]ğlu|[Kk]ızı|[Kk]ardeşi|[Kk]ocası|[Kk]arısı|[Ii]strinya|[Ss]uaminya|[Ii]bunya|[Aa]yahnya|[Mm]anžel|[Mm]anželka|[Ff]érje|[Ff]elesége|[Ss]oțul|[Ss]oția|[Bb]rat|[Mm]ąż|[Żż]ona|[Ff]ru|[Mm]an|[Ss]ønn?|[Dd]att?er|[Ss]yster|[Ss]øster|[Bb]ro[dr]er|[Bb]ror|[Nn]icht|[Nn]eef|[Nn]ichte|[Nn]effe)(?:,? |, | \\(|: | (?:is|was|ist|war|est|es|era|é|è|heet|heißt|heisst|se llama|called|named|the late) )(${NAME})(?=[)\\s,.;:!?'’]|$)`,
  "gu",
);
/** "wife of the late Samuel", "mother of Temi" */
const KIN_OF = new RegExp(
  `${NO_LETTER}(?:[Ww]ife|[Hh]usband|[Ww]idow|[Mm]other|[Ff]ather|[Ss]on|[Dd]aughter|[Ss]ister|[Bb]rother|[Pp]arents?|[Gg]rand(?:mother|father|son|daughter)|[Ff]riend|[Gg]uardian|[Mm]ère|[Pp]ère|[Ff]ils|[Ff]ille|[Éé]pouse|[Hh]ij[oa]|[Mm]adre|[Pp]adre|[Ee]spos[oa]|[Ff]igli[oa]|[Mm]oglie|[Mm]arito|[Ff]ilh[oa]|[Tt]ochter|[Ss]ohn|[Mm]utter|[Vv]ater|[Ww]itwe|[Mm]aman|[Pp]apa|[Mm]amá|[Pp]apá|[Mm]amma|[Mm]ama|[Bb]abbo|[Nn]onn[oa]|[Aa]buel[oa]|[Aa]v[óô]) (?:of |de |d['’]|di |du |von |da |do |van )(?:the late )?(${NAME})(?=[)\\s,.;:!?'’]|$)`,
  "gu",
);
/** "Bed 12 Okonkwo – NEWS 2" */
const IN_BED = new RegExp(
  `(?:[Bb]ed|[Rr]oom|[Rr]m|[Zz]immer|[Zz]i\\.|[Bb]ett|[Cc]hambre|[Cc]hb|[Ll]it|[Cc]ama|[Hh]ab\\.?|[Ss]tanza|[Ll]etto|[Kk]amer|[Ss]eat|[Bb]ay) \\d{1,4}[A-Za-z]?[:,]? (${NAME})(?=[ \\t]{0,2}(?:[-–—:,;(]|\\n|$))`,
  "gu",
);
const AT_THE_DOOR = new RegExp(
  `(?:[Kk]lingel(?:n|schild)?(?: bei| an)?|[Bb]uzzer|[Dd]oorbell|[Ss]onnette|[Ii]nterphone|[Tt]imbre|[Cc]itofono|[Dd]zwonek|[Ll]abel(?:l?ed)?|[Nn]ame ?tag|[Nn]ameplate|[Ss]ticker|[Ee]mbossed|[Ee]ngraved|[Mm]onogram(?:med)?|[Ii]nscribed|[Aa]ddressed to|[Bb]rief ?kasten|[Pp]laque)(?: (?:inside|outside|on (?:it|the back)|with|as|at the door))?(?: (?:says|reads|is))?:? ["“„'']?(${NAME})(?![\\p{L}])`,
  "gu",
);
/** Offices and honors, which stand before things as well. */
const WEAK_TITLE = new RegExp(
  `${NO_LETTER}(?:Fr\\.|Fam\\.|Familie|Famille|Famiglia|Família|Familia|Onkel|Tante|Uncle|Aunt(?:ie|y)?|Oma|Opa|Oom|Tía|Tío|Tia|Tio|Doña|Dona|Don|Rev\\.?|Revd|Reverend|Capt\\.?|Captain|Lt\\.?|Sgt\\.?|Cpl\\.?|Col\\.?|Colonel|Gen\\.?|Insp\\.?|Inspector|Det\\.?|DC|DI|PC|Nurse|Judge|Justice|Lord|Lady|Dame|Rabbi|Imam|Sheikh|Père|Pater|Fra|Suor|Soeur|Maître|Me\\.?|Avv\\.?|Arch\\.?|Geom\\.?|Lic\\.?|Licda?\\.?|Mtr[oa]\\.?|Abg\\.?|Coach|Sister|Brother|Bro|Pak|Bapak|Ibu|Bu|Encik|Puan|Cik|Datuk|Tuan|Kuya|Ate|Shri|Smt\\.?|Kumari|Ustad|Hajji|Haji|Chief|Alhaji|Mama|Papa|Baba|Bibi|Mzee|[Pp]an|[Pp]án|[Cc]ô|[Aa]nh|[Cc]hị|[Cc]hú|[Bb]ác|[Tt]hầy|[Ôô]ng|[Bb]à|Tita|Tito|Aling|Mang|Ustaz|Ustazah|Tok|Nenek|Kakek|Tante|Auntie|Tonton|Mémé|Pépé|Wujek|Ciocia|Babcia|Dziadek|Strýc|Teta|Tetka|Ujak|Stric|Tätä|Eno|Setä|Mummo|Moster|Faster|Farbror|Morbror)[ \\u00a0](${NAME})(?![\\p{L}])`,
  "gu",
);
const SHOUTED_ROLE = new RegExp(
  `${NO_LETTER}(?:[Ss]hip(?:ped)? [Tt]o|SHIP TO|[Bb]ill(?:ed)? [Tt]o|BILL TO|[Ss]old [Tt]o|SOLD TO|[Nn]ame|NAME|[Aa]ttn\\.?|ATTN\\.?|[Pp]assenger|PASSENGER|[Gg]uest|GUEST|[Cc]ustomer|CUSTOMER|[Pp]atient|PATIENT|[Ee]mployee|EMPLOYEE|[Cc]ardholder|CARDHOLDER|[Rr]ecipient|RECIPIENT|TO|FROM):? (\\p{Lu}{2,20}(?: \\p{Lu}\\.?)?(?: \\p{Lu}{2,20}){1,2})(?![\\p{L}])`,
  "gu",
);
const BEFORE_ADDRESS = new RegExp(
  `(${FULL_NAME}|${WORD}, ${WORD})["']? {0,2}(?=[<(](?:mailto:)?[^\\s<>@]{1,64}@)`,
  "gu",
);
const BEFORE_BIRTH = new RegExp(
  `${NO_LETTER}(${FULL_NAME})(?=,? \\(?(?:born|geb\\.|geboren|née? le|nacid[oa]|nat[oa] il|DOB|d\\.o\\.b)|['’]s (?:phone|email|e-mail|address|passport|account|card|ssn|birthday))`,
  "gu",
);
/** "appelez Jean-Mi au 07.68…": whoever is called on a number. */
const CALLED_ON = new RegExp(
  `${NO_LETTER}(?:[Cc]all|[Rr]ing|[Tt]ext|[Pp]hone|[Cc]ontact|[Rr]each|[Ww]hatsapp|[Aa]ppele[zr]|[Cc]ontacte[zr]|[Jj]oindre|[Aa]nrufen bei|[Rr]uf|[Rr]ufen Sie|[Ll]lam(?:ar?|e|en) a|[Cc]hiamat?e?|[Bb]el|[Ll]igu?(?:ar?|e) para|[Zz]adzwoń do|[Vv]olej(?:te)?|[Ss]unați-o? ?pe|[Ss]un[ăa]-l pe|[Ss]oita|[Rr]inga?) (${NAME}|${WORD}-${WORD})(?=,? (?:au|on|at|under|unter|al|en el|op|no|na|på|pod|la|nr|tel\\.?)?:? ?[+(]?\\d[\\d .()/-]{5})`,
  "gu",
);
const SPOKEN_TO = new RegExp(
  `${NO_LETTER}(?:[Cc]all(?:ed)?|[Cc]ontact(?:ed)?|[Ss]poke (?:to|with)|[Tt]alk(?:ed)? (?:to|with)|[Mm]et with|[Mm]eet(?:ing)? with|[Ll]unch with|[Cc]hat(?:ted)? with|[Rr]emind(?:ed)?|[Tt]hanks to|[Kk]udos to|[Ss]hout-?out to|[Cc]redit to|[Tt]hank|[Nn]otif(?:y|ied)|[Vv]isit(?:ed)?|[Mm]essaged?|[Ss]en[dt] (?:it |this |that )?to|[Hh]and(?:ed)? (?:it )?over to|[Aa]ssigned to|[Ff]rag|[Ff]ragt|[Rr]uf|[Aa]ppelle|[Dd]emande[rz]? à|[Ll]lama a|[Pp]regunta a|[Cc]hiedi a|[Vv]raag|[Bb]el|[Aa]sk|[Tt]ell|[Pp]ing|told|asked|met|emailed|texted) (${WORD})(?![\\p{L}]| \\p{Lu})`,
  "gu",
);
/** The name stands at the end of a match, or, where the cue follows, at its start. */
export type Cue = {
  pattern: RegExp;
  strength: Strength;
  isGood(name: string): boolean;
  isFirst?: boolean;
  isTitle?: boolean;
  isRole?: boolean;
};

const always = () => true;
const isKnown = (name: string) => isGivenName(firstWord(name));
const isSomebody = (name: string) =>
  speaksForAName(wordKind(firstWord(name))) || readsLikeAName(name.split(" "));
const isNoThing = (name: string) => {
  const words = name.split(/[ -]/);
  return (
    words.every((word) => wordKind(word) !== "ordinary" && !isBrand(word)) &&
    words.some((word) => speaksForAName(wordKind(word)) || wordKind(word) === "doubtful")
  );
};
/** Greeted like one, and nobody in particular. */
const ADDRESSEES = nameSet(
  "eltern kunde kundin kunden cliente clientes client clients parents kollegen kolleginnen kollege freunde nachbarn mitglieder mitarbeiter schuler schulerinnen kinder leute alle zusammen equipe equipo tous toutes todos todas tutti colleghi ouders klant klanten leden buren vrienden collegas venner kolleger kunder foraldrar klienci panstwo rodzice koledzy wszyscy zakaznici kolegove kitty santa ugyfelunk vasarlonk asiakas asiakkaat kollegat musterimiz",
);
const isNoFirm = (name: string) => {
  const words = name.split(" ");
  return !words.some(isBrand) && words.some((word) => wordKind(word) !== "ordinary");
};
/** "Client Side Rendering", "Pasien Rawat Jalan" */
const mayHaveRole = (name: string) => {
  const words = name.split(" ");
  const last = words.at(-1) as string;
  const isKind = isKindOfThing(fold(last)) && !isSurname(last);
  return isNoFirm(name) && !isKind && !(wordKind(last) === "unknown" && isEverydayLanguage(words));
};
const isNickname = (name: string) => wordKind(name) === "unknown" && /^\p{Lu}\p{Ll}{2,9}$/u.test(name);
/** "Soy Nacho," */
const isSaidOfOneself = (name: string) => wordKind(name) === "doubtful" && !name.includes(" ");
export const AFTER_WORDS: Cue[] = [
  { pattern: TITLE, strength: 2, isGood: always, isTitle: true },
  { pattern: GREETING, strength: 2, isGood: (name) => !ADDRESSEES.has(fold(firstWord(name))) },
  { pattern: CLOSING_ON_LINE, strength: 2, isGood: always },
  { pattern: INTRODUCTION, strength: 2, isGood: always },
  { pattern: WEAK_INTRODUCTION, strength: 1, isGood: (name) => isKnown(name) || isSurname(lastWord(name)) },
  { pattern: OWN_INTRODUCTION, strength: 1, isGood: always },
  { pattern: ROLE, strength: 2, isGood: mayHaveRole, isRole: true },
  { pattern: RELATIVE, strength: 1, isGood: (name) => wordKind(firstWord(name)) !== "ordinary" },
  { pattern: KIN_OF, strength: 1, isGood: (name) => wordKind(firstWord(name)) !== "ordinary" },
  { pattern: IN_BED, strength: 1, isGood: (name) => speaksForAName(wordKind(lastWord(name))) },
  {
    pattern: AT_THE_DOOR,
    strength: 1,
    isGood: (name) => speaksForAName(wordKind(lastWord(name))) && !isKindOfThing(fold(lastWord(name))),
  },
  { pattern: WEAK_TITLE, strength: 1, isGood: isSomebody, isTitle: true },
  { pattern: SPOKEN_TO, strength: 1, isGood: isKnown },
  { pattern: CALLED_ON, strength: 1, isGood: isNoThing },
  { pattern: SELF, strength: 1, isGood: isSaidOfOneself },
  { pattern: ALSO_CALLED, strength: 1, isGood: (name) => isNoThing(name) || isNickname(name) },
];
export const SIGNATURE: Cue = { pattern: SIGNED, strength: 1, isGood: (name) => isKnown(name) };
export const SHOUTED_CUE: Cue = { pattern: SHOUTED_ROLE, strength: 2, isGood: isKnown };
export const AT_LINE_START: Cue = { pattern: CLOSING, strength: 2, isGood: always };
export const BEFORE_MAIL: Cue = { pattern: BEFORE_ADDRESS, strength: 2, isGood: always, isFirst: true };
export const BEFORE_DATE: Cue = { pattern: BEFORE_BIRTH, strength: 2, isGood: always, isFirst: true };
export const ACTED: Cue = {
  pattern: ACTOR,
  strength: 1,
  isGood: (name) => wordKind(lastWord(name)) !== "ordinary",
  isFirst: true,
};

function lastWord(name: string): string {
  return name.slice(name.lastIndexOf(" ") + 1);
}

export function firstWord(name: string): string {
  return name.split(/[ .]/, 1)[0] as string;
}
