// Logins and handles, by field name only: in a sentence a login is a word like any other.

import { endsIn, nameSet } from "../detect/field-name.ts";
import type { Recognizer } from "../detect/recognizer.ts";

const FIELDS = nameSet(
  "login username usernames userlogin loginname userhandle handle screenname accountname githublogin githubusername gitlabusername slackhandle slackusername twitterhandle " +
    "instagramhandle telegramusername discordusername benutzername nutzername nomutilisateur nomdutilisateur usuario nombreusuario nombredeusuario gebruikersnaam utente nomeutente samaccountname userprincipalname",
);
const LOGIN = /^@?[\p{L}\p{N}][\p{L}\p{N}._-]{1,38}$/u;
const NOBODY =
  /^@?(?:admin|administrator|root|system|test|tests?user|user|anonymous|guest|bot|support|null|none|unknown|nobody|service|deploy|ci|n\/?a|true|false|everyone|here|channel|.*\[bot\]|.*[-_.]?bot)$/i;
const NO_PERSON_KIND = /^(?:bot|org|organi[sz]ation|service|group|team|app)/i;

export const username: Recognizer = {
  class: "USERNAME",
  needsAny: 0,
  minDigits: 0,
  // Never without a field name: a run this long does not exist.
  minRun: Number.POSITIVE_INFINITY,
  about: {
    finds: "Logins and handles of people.",
    validation:
      "2 to 40 letters, digits, dots, dashes and underscores; no bots, no organizations, no shared accounts.",
    cues: [],
    fields: [...FIELDS],
  },
  hint: (field) => endsIn(field, FIELDS),
  find(leaf, hinted, found) {
    const value = leaf.text.trim();
    if (!hinted || !LOGIN.test(value) || /^[\d._-]+$/.test(value) || NOBODY.test(value)) return;
    const kind = leaf.siblings?.["type"] ?? leaf.siblings?.["kind"];
    if (typeof kind === "string" && NO_PERSON_KIND.test(kind)) return;
    const start = leaf.text.indexOf(value);
    found(start, start + value.length, value.replace(/^@/, "").toLowerCase(), 3);
  },
  examples: [
    { text: "annlee84", field: "login" },
    { text: "ann.lee", field: "user_name" },
    { text: "@annlee", field: "twitterHandle" },
    { text: "alee", field: "Benutzername" },
    { text: "annlee84", field: "github_login", siblings: { github_login: "annlee84", type: "User" } },
  ],
  nearMisses: [
    { text: "annlee84" },
    { text: "renovate[bot]", field: "login" },
    { text: "fernhill", field: "login", siblings: { login: "fernhill", type: "Organization" } },
    { text: "root", field: "username" },
    { text: "ann@example.com", field: "username" },
    { text: "two words", field: "username" },
    { text: "brass", field: "door_handle_material" },
  ],
};
