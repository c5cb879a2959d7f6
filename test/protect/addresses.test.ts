// Addresses of many countries in sentences: all of each, and nothing of what stands behind it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { scan } from "../../src/protect/detect/scan.ts";

const addressesIn = (text: string): string[] =>
  scan(text, "US")
    .filter((span) => span.class === "ADDRESS")
    .map((span) => span.text);

const ADDRESSES = `
Kungsgatan 44 3tr, 111 35 Stockholm
Nørrebrogade 45, 2. tv, 2200 København N
Bahnhofstr. 12a, CH-8001 Zürich
Mariahilfer Straße 45/2/14, 1060 Wien
Jl. Sudirman No. 45, Jakarta 10220
Jalan Kenanga 12 RT 03/RW 05, Depok
No. 12, Lorong Maarof, Bangsar, 59000 Kuala Lumpur
12 Jalan Ampang, 50450 Kuala Lumpur
Blk 123 Ang Mo Kio Ave 3 #08-1234 Singapore 560123
Villa 23, Street 14B, Jumeirah 1, Dubai
Unit 5/12 Wattle Street, Ultimo NSW 2007
House 45, Road 11, Banani, Dhaka 1213
House No. 12, Street 5, F-7/2, Islamabad
Moi Avenue 22, Mombasa
Calle 85 # 12-34 Apto 502, Bogotá
Cra. 7 No. 71-52, Bogotá
calle Predicadores, 58, 3.º izda.
Avenida 18 de Julio 1234, Montevideo
Av Libertador Bernardo O'Higgins 1058, Santiago
Rua Augusta, 1508 - Consolação, São Paulo - SP, 01304-001
Tv. da Paz 14, 4º Esq, 1200-301 Lisboa
Kossuth Lajos u. 12., 1053 Budapest
Ulica Matice hrvatske 21, 10000 Zagreb
Bulevar kralja Aleksandra 73, 11000 Beograd
бул. Витоша 12, 1000 София
вул. Саксаганського, буд. 44, кв. 19, м. Київ, 01033
οδού Αγίου Μελετίου 83, Αθήνα
Rruga e Durrësit 14, Tiranë
Brīvības iela 45-12, Rīga, LV-1011
Gedimino pr. 9, Vilnius
Narva mnt 7, 10117 Tallinn
İstiklal Cd. No:12/4 Beyoğlu/İstanbul
רחוב הרצל 12, תל אביב
شارع الملك فهد 123، الرياض
10 شارع التحرير، القاهرة
12, MG Road, Bengaluru 560001
#221, 4th Cross, Indiranagar, Bengaluru - 560038
B-14, Vasant Kunj, New Delhi 110070
मकान नं. 23, गली 4, लक्ष्मी नगर, दिल्ली 110092
99/1 ถนนสุขุมวิท แขวงคลองเตย กรุงเทพฯ 10110
99/1 Sukhumvit Soi 24, Khlong Toei, Bangkok 10110
Số 12, ngõ 34, phố Huế, Hà Nội
Lot 5 Block 12, Mabini St., Brgy. San Roque, Quezon City
大阪市北区梅田3-1-3
`;

describe("an address in a sentence", () => {
  for (const address of ADDRESSES.trim().split("\n"))
    test(address, () => {
      const [found, ...others] = addressesIn(`(now: ${address}) since May`);
      assert.equal(found?.includes(address.replace(/\.$/, "")), true, `${found}`);
      assert.deepEqual(others, []);
    });

  test("ends where somebody who lives there is named", () => {
    assert.deepEqual(addressesIn("The tenant of 14 Elmwood Drive, Mrs Petronella Vos, complained."), [
      "14 Elmwood Drive",
    ]);
    assert.deepEqual(addressesIn("It went to 12 Oak Street, Ann Lee signed for it."), ["12 Oak Street"]);
  });

  const LISTS = [
    [
      "12 Main Street, Springfield, IL 62704",
      "34 Oak Avenue, Portland, OR 97201",
      "56 Pine Road, Austin, TX 78701",
    ],
    ["221B Baker Street, London NW1 6XE", "10 Downing Street, London SW1A 2AA"],
    ["Hauptstraße 5, 10115 Berlin", "Gartenweg 7, 80331 München"],
    ["1 rue de Rivoli, 75001 Paris", "5 avenue Foch, 69006 Lyon"],
    ["Calle Mayor 5, 28013 Madrid", "Calle Sol 7, 08001 Barcelona"],
  ];
  for (const list of LISTS)
    for (const between of ["\n", "\n\n", "\r\n", "; "])
      test(`each of a list on its own: ${list[0]} and ${JSON.stringify(between)}`, () =>
        assert.deepEqual(addressesIn(list.join(between)), list));

  test("is found in the first row too where the next row begins with a name", () => {
    const rows =
      "Ann Keller, 12 Main Street, Springfield, IL 62704\nBo Lindqvist, 34 Oak Avenue, Portland, OR 97201";
    assert.deepEqual(addressesIn(rows), LISTS[0]?.slice(0, 2));
  });

  test("goes on to its country on a line of its own", () => {
    const letter = "12 Main Street\nSpringfield, IL 62704\nUSA";
    assert.deepEqual(addressesIn(`${letter}\nDear all,`), [letter]);
  });

  const NEAR_MISSES = `
Calle 13 won 3 Grammys
Soi Dog Foundation took in 12 dogs
jalan 5 km lagi
Via 3 servers in 2 zones
Unit 5/12 of the course, Lesson Two
the Plaza 3 times a week
causa R.G. n. 3318/2024
House 45, page 11
Lot 12, serial 4471
Avenue Q ran 2534 shows
Street View 2.0, Paris
`;
  for (const text of NEAR_MISSES.trim().split("\n"))
    test(`is not: ${text}`, () => assert.deepEqual(addressesIn(text), []));
});
