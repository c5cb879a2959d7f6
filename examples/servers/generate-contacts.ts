// Ten thousand made-up customers, the same in every run. Addresses use reserved example domains and phone
// numbers the range that is reserved for fiction (555-0100 to 555-0199), so no real person can be reached.

export type Plan = "free" | "team" | "business" | "enterprise";

export type Contact = {
  id: string;
  name: string;
  email: string;
  phone: string;
  company: string;
  city: string;
  plan: Plan;
  mrr: number;
  lastContact: string;
  notes: string;
};

const FIRST_NAMES =
  "Ada Alan Amara Anders Beatriz Bruno Carmen Chen Clara Dalia Daniel Elena Emil Farah Felix Grace Hana Hugo Ines Ivan Jamal Joana Kai Karin Lea Liam Lucia Marek Maya Mei Milo Nadia Nils Noor Olga Omar Paula Petra Quinn Rafael Rosa Samir Sofia Tariq Teresa Uma Viktor Wanda Yara Zoe".split(
    " ",
  );

const LAST_NAMES =
  "Abbott Aldrich Barlow Bergstrom Calloway Castellano Dupree Eastwood Falkner Fontaine Garrick Halloran Ibarra Jansen Kovacs Lindqvist Marchetti Nakagawa Okafor Pemberton Quigley Rosenthal Sandoval Thackeray Underhill Valdez Whitaker Yamamoto Zielinski Ashworth Bellamy Crawley Delacroix Ellingson Fairbanks Gutierrez Holloway Ivanov Juarez Kessler".split(
    " ",
  );

const COMPANY_WORDS =
  "Alder Amber Beacon Birch Cedar Cobalt Copper Delta Ember Fern Granite Harbor Indigo Juniper Kestrel Lantern Maple Meadow North Onyx Orchard Pebble Quartz River Sable Summit Thistle Umber Violet Willow".split(
    " ",
  );
const COMPANY_KINDS = [
  "Analytics",
  "Foods",
  "Freight",
  "Health",
  "Labs",
  "Logistics",
  "Media",
  "Robotics",
  "Studios",
  "Works",
];
const TOP_DOMAINS = ["example.com", "example.org", "example.net"];

/** 34 cities with 104 area codes: with 100 fictional lines each, enough for unique numbers. */
const CITIES: readonly (readonly [city: string, areaCodes: string])[] = [
  ["New York", "212 332 347 646 718 917 929"],
  ["Los Angeles", "213 310 323 424 747 818"],
  ["Chicago", "312 773 872 847 630"],
  ["Houston", "281 346 713 832"],
  ["Philadelphia", "215 267 445"],
  ["Phoenix", "480 602 623"],
  ["San Antonio", "210 726"],
  ["San Diego", "619 858"],
  ["Dallas", "214 469 945 972"],
  ["Austin", "512 737"],
  ["San Jose", "408 669"],
  ["San Francisco", "415 628 650"],
  ["Oakland", "510 341 925"],
  ["Seattle", "206 425 253"],
  ["Denver", "303 720 983"],
  ["Boston", "617 857 781 339"],
  ["Detroit", "313 248 947 586"],
  ["Nashville", "615 629"],
  ["Portland", "503 971"],
  ["Las Vegas", "702 725"],
  ["Baltimore", "410 443 667"],
  ["Washington", "202 771 703 571"],
  ["Atlanta", "404 470 678 770 943"],
  ["Miami", "305 786 954 754"],
  ["Tampa", "813 727 656"],
  ["Orlando", "407 321 689"],
  ["Minneapolis", "612 651 763 952"],
  ["St. Louis", "314 557 636"],
  ["Pittsburgh", "412 724 878"],
  ["Cincinnati", "513 283"],
  ["Cleveland", "216 440"],
  ["Columbus", "614 380"],
  ["Charlotte", "704 980"],
  ["Sacramento", "916 279"],
];

const AREAS = CITIES.flatMap(([city, codes]) => codes.split(" ").map((code) => ({ city, code })));
const PLANS: readonly (readonly [plan: Plan, share: number, price: number])[] = [
  ["free", 0.5, 0],
  ["team", 0.3, 49],
  ["business", 0.15, 299],
  ["enterprise", 0.05, 1900],
];

export function generateContacts(count = 10_000, seed = 20_261_118): Contact[] {
  if (count > AREAS.length * 100)
    throw new RangeError(`There are phone numbers for ${AREAS.length * 100} contacts only.`);
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => generateContact(index, random));
}

function generateContact(index: number, random: () => number): Contact {
  const first = pick(FIRST_NAMES, random);
  const last = pick(LAST_NAMES, random);
  const company = `${pick(COMPANY_WORDS, random)} ${pick(COMPANY_KINDS, random)}`;
  const domain = `${company.toLowerCase().replace(" ", "-")}.${pick(TOP_DOMAINS, random)}`;
  const email = `${first}.${last}${index}@${domain}`.toLowerCase();
  const { city, code } = AREAS[index % AREAS.length] as (typeof AREAS)[number];
  const line = String(100 + Math.floor(index / AREAS.length)).padStart(4, "0");
  const phone = `+1 ${code}-555-${line}`;
  const [plan, price] = pickPlan(random());
  return {
    id: `C-${String(index + 1).padStart(5, "0")}`,
    name: `${first} ${last}`,
    email,
    phone,
    company,
    city,
    plan,
    mrr: price === 0 ? 0 : price * (1 + Math.floor(random() * 20)),
    lastContact: new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 300) * 86_400_000)
      .toISOString()
      .slice(0, 10),
    notes: pickNote(random(), { first, phone, email }),
  };
}

function pickPlan(draw: number): [Plan, number] {
  let upTo = 0;
  for (const [plan, share, price] of PLANS) {
    upTo += share;
    if (draw < upTo) return [plan, price];
  }
  return ["free", 0];
}

/** A few notes repeat personal data in prose, as real ones do. */
function pickNote(
  draw: number,
  { first, phone, email }: { first: string; phone: string; email: string },
): string {
  if (draw < 0.03) return `Call ${first} back on ${phone} after 3 pm.`;
  if (draw < 0.06) return `Send the invoice to ${email} only.`;
  if (draw < 0.3) return "Asked about single sign-on and audit export.";
  if (draw < 0.5) return "Renewal is due next quarter.";
  return draw < 0.7 ? "Happy with support." : "";
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

/** Mulberry32: small, fast and the same everywhere. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
