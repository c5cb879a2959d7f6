// Every recognizer, one line each. On a tie of strength and length the earlier one wins.

import { address } from "../recognizers/address.ts";
import { apiKey } from "../recognizers/api-key.ts";
import { bankAccount } from "../recognizers/bank-account.ts";
import { coordinates } from "../recognizers/coordinates.ts";
import { creditCard } from "../recognizers/credit-card.ts";
import { cryptoWallet } from "../recognizers/crypto-wallet.ts";
import { dateOfBirth } from "../recognizers/date-of-birth.ts";
import { email } from "../recognizers/email.ts";
import { iban } from "../recognizers/iban.ts";
import { ipAddress } from "../recognizers/ip-address.ts";
import { macAddress } from "../recognizers/mac-address.ts";
import { nationalId } from "../recognizers/national-id.ts";
import { passport } from "../recognizers/passport.ts";
import { person } from "../recognizers/person.ts";
import { phone } from "../recognizers/phone.ts";
import { urlCredentials } from "../recognizers/url-credentials.ts";
import { usSsn } from "../recognizers/us-ssn.ts";
import { username } from "../recognizers/username.ts";
import type { Recognizer } from "./recognizer.ts";

export const ALL_RECOGNIZERS: readonly Recognizer[] = [
  urlCredentials,
  apiKey,
  email,
  iban,
  creditCard,
  cryptoWallet,
  passport,
  nationalId,
  usSsn,
  dateOfBirth,
  phone,
  macAddress,
  ipAddress,
  person,
  address,
  bankAccount,
  coordinates,
  username,
];
