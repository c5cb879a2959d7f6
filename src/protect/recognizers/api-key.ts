// Secrets: well-known prefixes, JWTs and private key blocks anywhere; random-looking values where a name says so.

import { endsIn, hasWord, nameSet } from "../detect/field-name.ts";
import { MAY_TELL_SECRET } from "../detect/glance/cue-bits.ts";
import { SECRET_WORDS } from "../detect/glance/cue-patterns.ts";
import { maySpeak } from "../detect/leaf-shape.ts";
import { matchesOf } from "../detect/matches-of.ts";
import type { Found, Leaf, Recognizer } from "../detect/recognizer.ts";
import { isCode } from "../detect/secrets/program-words.ts";
import { SECRET_PATTERN } from "../detect/secrets/secret-prefixes.ts";
import { findPasswordSettings, findToldPasswords } from "../detect/secrets/told-passwords.ts";

const PASSWORD_FIELDS = nameSet(
  "password passwd pwd passphrase passwort kennwort contrasena motdepasse senha wachtwoord haslo losenord userpassword dbpassword pgpassword mysqlpwd userpass dbpass smtppass pass rootpassword adminpassword adminpass passcode wifipassword wlankey wpapsk psk presharedkey mdp palavrapasse lösenord adgangskode passord kodeord salasana hasło heslo jelszó parola parolă şifre sifre lozinka zaporka geslo parole slaptažodis salasõna lykilorð matkhau mậtkhẩu katasandi sandi nenosiri пароль парола лозинка κωδικόςπρόσβασης סיסמה סיסמא كلمةالمرور كلمةالسر رمزعبور 密码 密碼 口令 パスワード 비밀번호 암호 पासवर्ड รหัสผ่าน",
);
const SECRET_FIELDS = nameSet(
  "apikey secret secretkey clientsecret accesstoken authtoken refreshtoken bearertoken idtoken token apitoken privatekey " +
    "accesskey secretaccesskey webhooksecret signingkey signingsecret encryptionkey sessiontoken authorization credential credentials " +
    "apisecret masterkey serviceaccountkey bearer authkey appsecret sharedsecret licensekey secretstring secretvalue sharedkey radiuskey snmpcommunity personalaccesstoken oauthtoken jwt connectionkey",
);
const HARMLESS_WORDS = nameSet(
  "public page next previous prev continuation sync cursor count max min limit type name csrf pagination usage total input output prompt completion hint",
);
const PLACEHOLDER =
  /^(?:\*{3,}.*|.*\*{4,}|your[-_ ]?\w[\w -]*|my[-_]?(?:secret|password|token|key)|(?:the[-_])?(?:password|passwd|secret|token)(?:here)?|changeit|change[-_ ]me\w*|placeholder|example\w*|dummy\w*|insert[-_ ]\w+|todo|tbd|\*+|x+|\.+|<[^>]*>|\$\{?[\w.]+\}?|\{\{.*\}\}|null|none|true|false|undefined|redacted|changeme|n\/a|\[.*\]|%\w+%|env:.*|process\.env.*)$/i;
const LABELLED =
  /(?<![A-Za-z0-9])(?:(?:api|secret|access|auth|private|client|signing|encryption|app)[ _-]?(?:key|secret|token)|secret|token|\w{0,12}password|\w{0,12}passwd|passwort|pwd|\w{0,12}_pass|pass|passphrase|pat)["']?\s{0,3}(?:[:=]|\bis\b)\s{0,3}["']?([^\s"',;<>&]{6,200})/gi;
/** A name and the key right behind it; nothing but a key looks like that. */
const NAMED =
  /(?<![A-Za-z])(?:(?:auth|access|api|secret|bearer|refresh|private|client)[ _-](?:token|key|secret)|api[ _-]?key|apikey)\s{1,2}([A-Za-z0-9_-]{20,200})(?![A-Za-z0-9_-])/gi;
const TOLD =
  /(?<![A-Za-z])(?:password|passcode|passphrase|pass|pwd|pw|passwort|kennwort|mot de passe|contraseña)(?: \w{1,12}){0,5} (?:is|ist|est|es|was) ([^\s"',;<>]{6,60})/gi;
/** "the password is case-sensitive" */
const HYPHENATED = /^(?:[a-z]+|\d+)(?:-[a-z]+)+$/;
/** `machine host login name password value` of .netrc. */
const NETRC = /(?<![\w-])login\s{1,3}\S{1,80}\s{1,3}password\s{1,3}(\S{4,200})/g;
const WEBHOOK =
  /https:\/\/(?:hooks\.slack\.com\/(?:services|workflows)\/T[A-Z0-9]{6,12}\/[A-Z0-9]{6,14}\/[A-Za-z0-9/]{16,64}|(?:[a-z]{1,10}\.)?discord(?:app)?\.com\/api\/webhooks\/\d{15,21}\/[\w-]{50,90}|[\w.-]{1,60}\.webhook\.office\.com\/webhookb2\/[\w@/-]{60,200})/g;
/** References that payment providers hand out instead of secrets. */
const REFERENCE =
  /^(?:tok|pm|src|card|cus|ch|pi|ba|seti|sub|in|txn|evt|acct|price|prod|req|re)_[A-Za-z0-9]{8,40}$/;
const FLAG =
  /(?<![\w-])--(?:password|pass|token|api-key|apikey|secret|auth-token|access-token|client-secret)[ =]["']?([^\s"']{6,200})/g;
/** `mysql -u root -pS3cr3t`, `sshpass -p S3cr3t` */
const SHORT_FLAG =
  /(?<![\w-])(?:(?:mysql(?:dump|admin)?|mariadb(?:-dump)?)\s[^\n|;]{0,80}?\s-p|sshpass -p ?)["']?([^\s"']{6,100})/g;
const BEARER = /(?<![A-Za-z])(?:Bearer|Basic)\s{1,3}([A-Za-z0-9._~+/-]{16,4096}={0,2})/g;
const QUERY =
  /[?&](?:api_?key|apikey|key|token|access_token|auth_token|id_token|refresh_token|secret|client_secret|private_token|auth|sig|signature|x-amz-signature|x-amz-security-token|x-goog-signature)=([^&\s#"'<>]{8,2000})/gi;
/** Seven times the same character, as nobody is given at random. */
const FILLED_IN = /([^A])\1{6}/i;
const SHORTEST_SECRET_WORD = 10;
const SHORTEST_ANNOUNCED = 10;
const PEM_OPENING = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;

export const apiKey: Recognizer = {
  class: "API_KEY",
  about: {
    finds: "API keys, access tokens, passwords, JSON web tokens and private key blocks.",
    validation:
      "Known prefixes anywhere; otherwise letters with digits or mixed case and at least 3 bits a character. Placeholders, public keys and hashes stay.",
    cues: ["password is", "token =", "Bearer", "--api-key", "?token="],
    fields: [...PASSWORD_FIELDS, ...SECRET_FIELDS],
  },
  needsAny: 0,
  minDigits: 0,
  minRun: 6,
  hint: (field) =>
    !hasWord(field, HARMLESS_WORDS) && (endsIn(field, PASSWORD_FIELDS) || endsIn(field, SECRET_FIELDS)),
  find(leaf, hinted, found) {
    const text = leaf.text;
    if (leaf.shape.longestWord >= SHORTEST_SECRET_WORD) findByPrefix(text, found);
    if (text.includes("https://") && /webhook|hooks\.slack/.test(text)) findWebhooks(text, found);
    if (text.length >= SHORTEST_ANNOUNCED && maySpeak(leaf.shape, text) && tellsSecret(leaf)) {
      findAnnouncedSecrets(text, found);
      findToldPasswords(text, found);
    }
    if (leaf.siblings !== null && isGenerated(leaf)) found(0, text.length, text, 3);
    if (hinted) findByField(leaf, found);
  },
  // Written in two halves, so that no scanner takes these inventions for real secrets.
  examples: [
    { text: `AKIA${"IOSFODNN7EXAMPLE"}` },
    {
      text: `use ghp_${"aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"} now`,
      value: `ghp_${"aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"}`,
    },
    { text: `glpat-${"x9K2mP4qR7sT1vW3yZ5a"}` },
    { text: `xoxb-${"123456789012-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx"}` },
    { text: `sk_live_${"4eC39HqLyjWDarjtT1zdp7dc"}` },
    { text: `sk-proj-${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6"}` },
    { text: `sk-ant-api03-${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6"}` },
    { text: `AIza${"SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q"}` },
    { text: `npm_${"aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"}` },
    { text: `SG.${"aB3dE5fG7hJ9kL1mN3pQ5r.S7tU9vW1xY3zA5aB3dE5fG7hJ9kL1mN3pQ5rS7tU9v"}` },
    { text: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U" },
    { text: `-----BEGIN RSA PRIVATE KEY-----\nMIIEow${"IBAAKCAQEA"}\n-----END RSA PRIVATE KEY-----` },
    { text: "q8Zr1LmX0vTn5KpW3bYc", field: "api_key" },
    { text: "hunter2!", field: "password" },
    { text: `https://hooks.slack.com/services/${"T12AB34CD/B12AB34CD/a1B2c3D4e5F6g7H8i9J0k1L2"}` },
    { text: "machine api.example.com login ops password 2dd2a522-7089-4411", value: "2dd2a522-7089-4411" },
    { text: "the new pw for the box is lqH_km1rhEej64 now", value: "lqH_km1rhEej64" },
    { text: "twilio auth token 0dcaa94344544d89ff1fb226d7830579", value: "0dcaa94344544d89ff1fb226d7830579" },
    { text: "Das Passwort der Kasse lautet Amsel-77-Zaun; bitte löschen", value: "Amsel-77-Zaun" },
    { text: "trocaram a senha? agora é Caju!2031#sol ok", value: "Caju!2031#sol" },
    { text: "новый пароль: Ель-77zima!", value: "Ель-77zima!" },
    { text: "无线密码是Wf8#lotus22，谢谢", value: "Wf8#lotus22" },
    { text: 'enter the pin phrase "heron_Dusk-19" when asked', value: "heron_Dusk-19" },
    { text: "remote_user pump-07\nremote_password Zt4!meadow-Ash\nkeepalive 60", value: "Zt4!meadow-Ash" },
    { text: "snmp-server community Lurch-Teich_41 RO", value: "Lurch-Teich_41" },
    { text: "k3#Vt!m2Lz@Xr9", field: "result", siblings: { special: true, length: 14 } },
    { text: "Kiefer77!x", field: "heslo" },
    { text: "password: correct-horse9", value: "correct-horse9" },
    { text: "https://api.example.com/v1?api_key=abcdef123456&x=1", value: "abcdef123456" },
    { text: "Authorization: Bearer q8Zr1LmX0vTn5KpW3bYc", value: "q8Zr1LmX0vTn5KpW3bYc" },
  ],
  nearMisses: [
    { text: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", field: "sha256" },
    { text: "q8Zr1LmX0vTn5KpW3bYc", field: "next_page_token" },
    { text: "q8Zr1LmX0vTn5KpW3bYc", field: "public_key" },
    { text: "-----BEGIN PUBLIC KEY-----\nMFwwDQYJ\n-----END PUBLIC KEY-----" },
    { text: "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----" },
    { text: "********", field: "password" },
    { text: ["$", "{API_KEY}"].join(""), field: "api_key" },
    { text: "sk-learn-is-a-library" },
    { text: "3f2504e0-4f89-41d3-9a0c-0305e82c3301" },
    { text: "bearer", field: "token" },
    { text: "the password: must be long" },
    { text: "the password is case-sensitive and base64-encoded" },
    { text: "password is 12-character, SHA-256 hashed since 2026-01-02" },
    { text: "const password = readEnv('DB_PASSWORD');" },
    { text: "const password = await vault.read('db/password');" },
    { text: "die Passwort-Regel ist Groß-/Kleinschreibung" },
    { text: "set password policy\nservice password-encryption\nno password" },
    { text: "k3#Vt!m2Lz", field: "result", siblings: { length: 14 } },
    { text: "pk_live_abc" },
    { text: `sk_live_${"x".repeat(24)}` },
    { text: "tok_c4guiMw2BNG6zwoQgOFoI538", field: "token" },
    { text: "password: ********1" },
    { text: "rotate the api key before-the-next-release-please" },
    { text: "API_KEY=your-api-key-here" },
    { text: "https://hooks.slack.com/services/" },
  ],
};

/** What Terraform keeps of a generated password, and outputs that it calls sensitive. */
function isGenerated({ text, field, siblings }: Leaf): boolean {
  if (field.raw !== "result" && field.raw !== "value") return false;
  const { special, sensitive, min_upper: upper, length, override_special: signs } = siblings ?? {};
  const isPassword =
    sensitive === true || (special !== undefined && (upper ?? length ?? signs) !== undefined);
  return isPassword && text.length >= 8 && text.length <= 200 && !/\s/.test(text) && looksTyped(text);
}

function tellsSecret({ text, shape }: Leaf): boolean {
  return (shape.cues & MAY_TELL_SECRET) !== 0 && SECRET_WORDS.test(text);
}

function findByPrefix(text: string, found: Found): void {
  for (const { 0: raw, index } of matchesOf(SECRET_PATTERN, text))
    if (!FILLED_IN.test(raw)) found(index, index + raw.length, raw, 3);
}

function findWebhooks(text: string, found: Found): void {
  for (const { 0: raw, index } of matchesOf(WEBHOOK, text)) found(index, index + raw.length, raw, 3);
}

function findAnnouncedSecrets(text: string, found: Found): void {
  if (text.includes("-----BEGIN ")) findPrivateKeys(text, found);
  if (text.includes(" ")) findAnnounced(text, BEARER, found);
  if (text.includes(" ")) findAnnounced(text, NAMED, found);
  if (/[:=]|\bis\b/.test(text)) findAnnounced(text, LABELLED, found);
  if (/\bpass|\bpwd?\b|kennwort|contras/i.test(text)) findAnnounced(text, TOLD, found);
  if (text.includes("--")) findAnnounced(text, FLAG, found);
  if (text.includes(" -p")) findAnnounced(text, SHORT_FLAG, found);
  if (text.includes("login ")) findAnnounced(text, NETRC, found);
  if (text.includes("=") && /[?&]/.test(text)) findAnnounced(text, QUERY, found);
  findPasswordSettings(text, found);
}

function findPrivateKeys(text: string, found: Found): void {
  for (const { 0: opening, index } of matchesOf(PEM_OPENING, text)) {
    const closing = text.indexOf("-----END ", index + opening.length);
    const end = closing < 0 ? text.length : text.indexOf("-----", closing + 9);
    found(index, end < 0 || closing < 0 ? text.length : end + 5, text.slice(index, index + 4096), 3);
    if (closing < 0) return;
  }
}

function findAnnounced(text: string, pattern: RegExp, found: Found): void {
  for (const match of matchesOf(pattern, text)) {
    const value = (match[1] as string).replace(/[.)\]}]+$/, "");
    const start = match.index + match[0].indexOf(match[1] as string, 4);
    const isPassword = /pass|pwd|pw |mysql|mariadb|login |kennwort|contras/i.test(match[0].slice(0, 24));
    if (
      PLACEHOLDER.test(value) ||
      isCode(value) ||
      (pattern === TOLD && !/\p{L}/u.test(value)) ||
      (HYPHENATED.test(value) && / (?:is|ist|est|es|was) /i.test(match[0])) ||
      REFERENCE.test(value) ||
      !(isPassword ? looksTyped(value) : looksRandom(value, 12))
    )
      continue;
    found(start, start + value.length, value, 2);
  }
}

function findByField(leaf: Leaf, found: Found): void {
  const value = leaf.text.trim();
  if (PLACEHOLDER.test(value) || isCode(value) || REFERENCE.test(value) || FILLED_IN.test(value)) return;
  const start = leaf.text.indexOf(value);
  const isPassword = endsIn(leaf.field, PASSWORD_FIELDS);
  if (isPassword ? isPasswordLike(leaf, value) : looksRandom(value, 12)) {
    found(start, start + value.length, value, 3);
  }
}

function isPasswordLike(leaf: Leaf, value: string): boolean {
  if (value.length < 4 || value.length > 128 || /\s.*\s/.test(value)) return false;
  // `pass` also counts tests; after a label in a text stands a sentence as often as a password.
  return leaf.field.tails[0] === "pass" || leaf.isPart ? looksTyped(value) && !/\s/.test(value) : true;
}

/** A password somebody typed into a sentence: not a plain word. */
function looksTyped(value: string): boolean {
  return value.length >= 6 && /[\d!@#$%^&*?+=~-]/.test(value) && /\p{L}|\d/u.test(value);
}

/** At least 3 bits a character over the whole, and digits or mixed case among the letters. */
function looksRandom(value: string, minLength: number): boolean {
  if (value.length < minLength || value.length > 4096 || /\s/.test(value) || /^https?:/.test(value))
    return false;
  const isMixed = /\d/.test(value)
    ? /[A-Za-z]/.test(value)
    : /[a-z]/.test(value) && /[A-Z]/.test(value) && value.length >= 20;
  return isMixed && bitsPerCharacter(value) >= 3;
}

function bitsPerCharacter(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
