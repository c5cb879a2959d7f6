// Wallet addresses: base58check and bech32 by their checksums, Ethereum by its length.

import { createHash } from "node:crypto";
import { endsIn, hasWord, nameSet } from "../detect/field-name.ts";
import { maySpeak } from "../detect/leaf-shape.ts";
import { matchesOf } from "../detect/matches-of.ts";
import { isAfter, wordsBefore } from "../detect/nearby-words.ts";
import type { Leaf, Recognizer } from "../detect/recognizer.ts";

const FIELDS = nameSet(
  "wallet walletaddress btcaddress ethaddress cryptoaddress depositaddress payoutaddress solanaaddress solana btc eth xrp usdt sol receivingaddress recipientaddress",
);
const CHAINS = nameSet(
  "wallet wallets crypto btc eth sol solana bitcoin ethereum payout donate donation donations chain",
);
/** Ends of a payment, beside the name of a chain or a coin. */
const ENDS = nameSet("to from address destination recipient sender owner payer payee beneficiary account");
const COINS = nameSet(
  "sol solana spl usdt usdc trx tron btc bitcoin eth ethereum xmr monero ada cardano dot polkadot near ton aptos sui atom xlm algo",
);
const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const BASE58_CANDIDATE = /(?<![A-Za-z0-9])[13LMTD9AXmn2t][1-9A-HJ-NP-Za-km-z]{25,34}(?![A-Za-z0-9])/g;
/** XRP has an alphabet of its own; Stellar and Algorand write base32. */
const OTHER_SHAPES =
  /(?<![A-Za-z0-9])(?:r[rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz]{25,34}|G[A-D][A-Z2-7]{54}|tz[1-4][1-9A-HJ-NP-Za-km-z]{33}|(?:kaspa|ronin|one|erd|inj|cosmos|osmo|terra|celestia|juno|sei|bnb|avax|X-avax|zs|zil|bech|kava|stake|thor|secret)1?[:]?1?[02-9ac-hj-np-z]{38,62})(?![A-Za-z0-9])/g;
/** Solana and others without a check digit count after a word only. */
const CUES = wordsBefore(
  "sol|solana|phantom|wallet|wallet address|deposit address|payout address|usdt|usdc|spl|tron|trx|xmr|monero|ada|dot|polkadot|address",
);
const BARE = /(?<![A-Za-z0-9])[1-9A-HJ-NP-Za-km-z]{32,44}(?![A-Za-z0-9])/g;
const BECH32_CANDIDATE = /(?<![A-Za-z0-9])(?:bc1|tb1|ltc1)[02-9ac-hj-np-z]{11,71}(?![A-Za-z0-9])/gi;
const ETHEREUM = /(?<![A-Za-z0-9])0x[0-9a-fA-F]{40}(?![A-Za-z0-9])/g;
const OTHER_CHAINS =
  /(?<![A-Za-z0-9])(?:addr1[02-9ac-hj-np-z]{50,110}|bitcoincash:[qp][02-9ac-hj-np-z]{41}|[48][0-9AB][1-9A-HJ-NP-Za-km-z]{93})(?![A-Za-z0-9])/g;
const SOLANA = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
/** Version bytes: Bitcoin (2), Litecoin (2), Tron, Dogecoin (2). */
const VERSIONS = new Set([0x4c, 0x6f, 0xc4, 0x00, 0x05, 0x30, 0x32, 0x41, 0x1e, 0x16]);

export const cryptoWallet: Recognizer = {
  class: "CRYPTO_WALLET",
  about: {
    finds:
      "Wallet addresses of Bitcoin, Ethereum, Litecoin, Tron, Dogecoin, Cardano, Monero and, by field name, Solana.",
    validation: "Base58Check and Bech32 checksums; Ethereum by length.",
    cues: [],
    fields: [...FIELDS],
  },
  needsAny: 0,
  minDigits: 1,
  minWord: 25,
  minRun: 25,
  hint: (field, parent) =>
    endsIn(field, FIELDS) ||
    ENDS.has(field.tails[0]) ||
    (field.tails[0] === "address" && (endsIn(parent, FIELDS) || hasWord(parent, CHAINS))),
  find(leaf, hinted, found) {
    for (const { 0: raw, index } of matchesOf(ETHEREUM, leaf.text)) {
      if (!/^0x(.)\1+$/.test(raw)) found(index, index + raw.length, raw.toLowerCase(), 3);
    }
    for (const { 0: raw, index } of matchesOf(BASE58_CANDIDATE, leaf.text)) {
      // A run of ones is an address that nobody can own; coins are burnt there.
      if (!raw.startsWith("11111") && passesBase58Check(raw)) found(index, index + raw.length, raw, 3);
    }
    for (const { 0: raw, index } of matchesOf(BECH32_CANDIDATE, leaf.text)) {
      if (passesBech32(raw.toLowerCase())) found(index, index + raw.length, raw.toLowerCase(), 3);
    }
    for (const { 0: raw, index } of matchesOf(OTHER_CHAINS, leaf.text))
      found(index, index + raw.length, raw, 3);
    for (const { 0: raw, index } of matchesOf(OTHER_SHAPES, leaf.text))
      if (/\d/.test(raw)) found(index, index + raw.length, raw, 3);
    if (maySpeak(leaf.shape, leaf.text) && leaf.shape.longestWord >= 32) {
      for (const { 0: raw, index } of matchesOf(BARE, leaf.text))
        if (isMixed(raw) && !(/^[13]/.test(raw) && raw.length <= 35) && isAfter(leaf.text, index, CUES))
          found(index, index + raw.length, raw, 2);
    }
    if (hinted && ENDS.has(leaf.field.tails[0]) && !isAmongCoins(leaf)) return;
    if (hinted && SOLANA.test(leaf.text) && /\d/.test(leaf.text)) found(0, leaf.text.length, leaf.text, 3);
  },
  examples: [
    { text: "7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q", field: "to", siblings: { chain: "solana" } },
    { text: "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa" },
    { text: "send to 3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy.", value: "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy" },
    { text: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq" },
    { text: "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr" },
    { text: "0x52908400098527886E0F7030069857D2E4169EE7" },
    { text: "rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH" },
    { text: "GCEZWKCA5VLDNRLN3RPRJMRZOX3Z6G5CHCGSNFHEYVXM3XOJMDS674JZ" },
    {
      text: "send SOL to wallet FokBCFxravuyH7wAGprY5GUsqzqbaa4Vc8YaH1fXXPs3 please",
      value: "FokBCFxravuyH7wAGprY5GUsqzqbaa4Vc8YaH1fXXPs3",
    },
  ],
  nearMisses: [
    { text: "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb" },
    { text: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdp" },
    { text: "0x52908400098527886E0F7030069857D2E4169EE7ab" },
    { text: "52908400098527886E0F7030069857D2E4169EE7" },
    { text: "0x0000000000000000000000000000000000000000" },
    { text: "1234567890123456789012345678" },
    { text: "build FokBCFxravuyH7wAGprY5GUsqzqbaa4Vc8YaH1fXXPs3" },
    { text: "address 9f86d081884c7d659a2feaa0c55ad015" },
  ],
};

/** Digits and both cases: no hash in hexadecimal and no word. */
function isAmongCoins({ parent, siblings }: Leaf): boolean {
  if (endsIn(parent, FIELDS) || hasWord(parent, CHAINS)) return true;
  for (const key in siblings) {
    const value = siblings[key];
    if (typeof value === "string" && value.length <= 12 && COINS.has(value.toLowerCase())) return true;
  }
  return false;
}

function isMixed(text: string): boolean {
  return /\d/.test(text) && /[A-Z]/.test(text) && /[a-z]/.test(text);
}

function passesBase58Check(text: string): boolean {
  const bytes = decodeBase58(text);
  if (bytes === null || !VERSIONS.has(bytes[0] as number)) return false;
  const hash = createHash("sha256")
    .update(createHash("sha256").update(bytes.subarray(0, 21)).digest())
    .digest();
  return hash.subarray(0, 4).equals(bytes.subarray(21));
}

/** Exactly 25 bytes, or null. */
function decodeBase58(text: string): Uint8Array | null {
  const bytes = new Uint8Array(25);
  for (const character of text) {
    let carry = BASE58.indexOf(character);
    for (let index = 24; index >= 0; index--) {
      carry += (bytes[index] as number) * 58;
      bytes[index] = carry & 255;
      carry >>= 8;
    }
    if (carry !== 0) return null;
  }
  return bytes;
}

/** BIP 173 (constant 1) and BIP 350 (constant 0x2bc830a3). */
function passesBech32(text: string): boolean {
  const split = text.lastIndexOf("1");
  const prefix = text.slice(0, split);
  const high = [...prefix].map((character) => character.charCodeAt(0) >> 5);
  const low = [...prefix].map((character) => character.charCodeAt(0) & 31);
  const data = [...text.slice(split + 1)].map((character) => BECH32.indexOf(character));
  let state = 1;
  for (const value of [...high, 0, ...low, ...data]) {
    const top = state >>> 25;
    state = ((state & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3].entries()) {
      if ((top >>> bit) & 1) state ^= generator;
    }
  }
  return state === 1 || state === 0x2bc830a3;
}
