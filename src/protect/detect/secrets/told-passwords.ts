// Passwords that somebody tells or sets: "la contraseña nueva es …", "Das Passwort lautet …", `remote_password …` of a
// settings file. What is told must look made up: letters of both cases, digits and signs, three kinds of these at least.

import { matchesOf } from "../matches-of.ts";
import type { Found } from "../recognizer.ts";

const NOUNS =
  "passwords?|passcode|passphrase|pass ?phrase|pin phrase|pass|passwd|pwd|pw|psw|wi-?fi key|passw[oö]rt\\p{L}{0,3}|kennwort|zugangscode|(?:wlan|netzwerk)-?schlüssel|mot de passe|mdp|code wifi|contraseñas?|clave|parola|senhas?|palavra-passe|wachtwoord|toegangscode|lösenord\\p{L}{0,2}|adgangskode\\p{L}{0,2}|passord\\p{L}{0,2}|kodeord|" +
  "salasana|hasł[oa]|hesl[oa]|jelsz[óa]\\p{L}{0,2}|parol[ăae]|пароль|пароля|паролата|парола|лозинка|lozink[ae]|zaporka|geslo|şifre\\p{L}{0,5}|parolanız|κωδικός(?: πρόσβασης)?|ה?סיסמה|ה?סיסמא|كلمة (?:ال)?(?:سر|مرور)|رمز عبور|گذرواژه|mật khẩu|kata sandi|sandi|รหัสผ่าน|पासवर्ड|nenosiri|slaptažodis|salasõna|lykilorð";
/** Scripts that write words together. */
const JOINED_NOUNS = "密码|密碼|口令|パスワード|暗証番号|비밀번호|암호";
const NOUN = new RegExp(
  `(?:(?<![\\p{L}\\p{M}_])(?:${NOUNS})(?![\\p{L}\\p{M}_])|${JOINED_NOUNS})(?!\\()`,
  "giu",
);
const VERBS = new Set(
  "is are was now be to ist lautet lauten jetzt est sont es son será sera é agora ahora è ora er är nu on jest brzmi to je zní teraz este sunt acum είναι это теперь тепер є je sada olarak şimdi هو هي الآن هى היא הוא là adalah ni है 是 为 為 は now: 는 은 가 が gesetzt auf maintenant désormais sofort vanaf oraz ab à a na pe til till tot naar phrase".split(
    " ",
  ),
);
/** Right behind the noun: "пароль X", "密码：X". */
const MARK = /^[\s:=：＝是为為はがは은는를이가,]{0,3}[:=：＝是为為はは은는][\s]{0,2}$/u;
const REACH = 96;
const VERB_REACH = 3;
/** Right behind the noun, without a verb: "login ann password S3cr3tPw". */
const BY_ITSELF = /^(?=\S{0,40}\d\S{0,40}\p{L})(?=\S{0,40}\p{Lu})(?=\S{0,40}\p{Ll})[^\s/.-]{8,40}$/u;
const MOST_NOUNS = 500;
const TOKEN = /\S+/g;
const OPENING = /^["'“”«„`([<「『»]+/;
const CLOSING = /["'“”»`)\]>」』«,;:.!?…。，、]+$/u;
const NO_PASSWORD =
  /^(?:https?:|www\.|--?[a-z]|\/|\.|\$|%|\{|<)|[()[\]{}<>|\\]|^\d{1,4}[-/.:]\d{1,2}|@[\w-]+\.\w|^[\w.-]+\.(?:[a-z]{2,4}|md\d?)$|^(?:base\d\d|utf|sha|md5|aes|rsa|argon|bcrypt|pbkdf|scrypt|oauth|rfc|iso|http|tls|ssl|ntlm|saml|totp|fido|x\.?509|v\d)|^\d+[-–](?:\p{L}{2,}|\d+)$/iu;
const PLACEHOLDER = /^(?:\*+|x+|\.{3,}|_+|your\W|my\W|change\W?me)/i;

/** `remote_password Wv9!…`, `requirepass …`, `snmp-server community … RO`, `username ann secret 0 …`. */
const SETTING =
  /(?:^|\n)[ \t]{0,12}(?:[\w.-]{0,30}(?:password|passwd|passphrase|requirepass|masterauth)|(?:enable |username \S{1,40} (?:privilege \d{1,2} )?)(?:secret|password)|snmp-server community|(?:radius|tacacs)(?:-server)?(?: [\w.-]{1,40}){0,4} key|pre-shared-key(?: \w{1,12}){0,2}|wpa-psk|key-string|server-key|neighbor \S{1,40} password)[ \t]{1,4}(?:[0-9] )?["']?([^\s"'#;=:][^\s"']{4,80})["']?(?=[ \t]{0,3}(?:RO|RW|ro|rw)?[ \t\r]*(?:\n|$))/g;

export function findToldPasswords(text: string, found: Found): void {
  let nouns = 0;
  let covered = 0;
  for (const { 0: noun, index } of matchesOf(NOUN, text)) {
    if (index < covered) continue;
    if (++nouns > MOST_NOUNS) break;
    const from = index + noun.length;
    const told = toldIn(text.slice(from, from + REACH));
    if (told === null) continue;
    covered = from + told.end;
    found(from + told.start, covered, text.slice(from + told.start, covered), 2);
  }
}

export function findPasswordSettings(text: string, found: Found): void {
  for (const match of matchesOf(SETTING, text)) {
    const value = match[1] as string;
    if (value.length < 6 || NO_PASSWORD.test(value) || !isMadeUp(value, 2)) continue;
    const start = match.index + match[0].lastIndexOf(value);
    found(start, start + value.length, value, 3);
  }
}

function toldIn(behind: string): { start: number; end: number } | null {
  /** So many words may still stand between the verb and the password: "lautet seit heute …". */
  let armed = 0;
  let isFirst = true;
  for (const { 0: raw, index } of matchesOf(TOKEN, behind)) {
    if (!/[\p{L}\d]/u.test(raw)) continue;
    const opening = OPENING.exec(raw)?.[0] ?? "";
    const glued = isFirst && opening === "" ? (/^[:：=是为為はは은는]+/u.exec(raw)?.[0] ?? "") : opening;
    const [plain = ""] = raw.slice(glued.length).split(/[,;，。；、！？）」』]/u, 1);
    const value = plain.replace(CLOSING, "");
    const isQuoted =
      opening !== "" && /["'“«„`「『]/.test(opening) && value.length < raw.length - opening.length;
    const isMarked = isFirst && (glued !== opening || MARK.test(behind.slice(0, index)));
    if (
      (armed > 0 || (isFirst && BY_ITSELF.test(value)) || isMarked || isQuoted) &&
      value.length >= 6 &&
      isMadeUp(value, 3) &&
      !NO_PASSWORD.test(value)
    ) {
      const start = index + glued.length;
      return { start, end: start + value.length };
    }
    const isVerb = VERBS.has(raw.toLowerCase().replace(/[:,]$/, "")) || /[:：]$/.test(raw);
    armed = isVerb ? VERB_REACH : armed - 1;
    isFirst = false;
  }
  return null;
}

/** Kinds of characters: small, capital, digit, sign. */
function isMadeUp(value: string, kinds: number): boolean {
  if (PLACEHOLDER.test(value)) return false;
  const has = [/\p{Ll}|\p{Lo}/u, /\p{Lu}/u, /\d/, /[^\p{L}\p{M}\d]/u].filter((kind) =>
    kind.test(value),
  ).length;
  return (
    has >= kinds &&
    /\p{Ll}|\p{Lo}/u.test(value) &&
    !/^\p{Lu}?\p{Ll}+(?:[-/_.’]{1,2}\p{Lu}?\p{Ll}+)*(?:-\d)?$/u.test(value)
  );
}
