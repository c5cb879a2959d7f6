// Words without which a recognizer finds nothing in a text whose field says nothing.

/** Some word of every pattern of api-key.ts that goes by words. */
export const SECRET_WORDS =
  /community|phrase|mysql|mariadb|pass|pwd?\b|kennwort|contras|secret|token|key|bearer|basic|auth|sig|pat\b|mdp|clave|parol|senha|wachtwoord|toegang|lösen|adgang|kodeord|salas|hasł|hesl|jelsz|парол|лозинка|lozin|zapork|geslo|şifre|κωδικ|סיסמ|كلمة|رمز|گذرواژه|mật kh|sandi|รหัส|密码|密碼|口令|パスワ|暗証|비밀|암호|पासवर्ड|nenosiri|slapta|lykil|schlüssel|zugangs/i;
export const BANK_WORDS =
  /routing|\baba\b|\bbacs\b|bankgiro|plusgiro|postgiro|普通|当座|\brt[ng]\b|\bdda\b|bank|wire|\bach\b|sort ?code|\bbsb\b|\bifsc\b|swift|\bbic\b|deposit|debit|transit|überweis|konto|virement|compte|transferencia|transferência|cuenta|\bruta\b|bonifico|conto corrente|agência|clabe|\bcbu\b|\bcvu\b|\bblz\b|\bkto\b|wpłat|rachun|převod|účet|účt|számla|átutal|virament|tilille|hesab|havale|uplat|račun|счет|перевод|банк|сметк|рахун|τράπεζ|λογαριασμ|בנק|بنك|البنك|حساب|은행|계좌|入金|振込|銀行|银行|轉帳|转账|ngân hàng|tài khoản|rekening|transfer/i;
export const PASSPORT_WORDS =
  /pass|\bppt?\b|pa[sș]ap|pasport|pasipot|paspo|paszp|pasnum|pasoš|pasu\b|putovn|travel doc|útlev|cestovn|пас{1,2}порт|διαβατ|דרכון|여권|パスポート|旅券|[护護]照|جواز|پاسپورت|hộ chiếu|หนังสือเดินทาง|พาสปอร์ต|पासपोर्ट/i;
export const SPELLED_MAIL =
  /[[({<]\s?(?:at|arobase|arroba|chiocciola|małpa|malpa|kukac|ät|dot|\.)\s?[\])}>]|\sdot\s|\w @ \w/i;
