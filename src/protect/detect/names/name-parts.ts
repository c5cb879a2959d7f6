// Beginnings and endings that names of a country have and everyday words hardly ever.

/** Igbo, Yoruba, Akan, Zulu, Ethiopian, Malagasy, Arabic and Maori beginnings. */
const BEGINNING =
  /^(?:Nwa|Nwo|Chukwu|Chi(?=[bdkmnwz])|Ifea|Ifeo|Obi(?=[aou])|Onye|Ugo(?=c)|Uche|Nkem|Kele|Oluwa|Olu(?=[bdfjkmnrstwy])|Ade(?=[bdfgjklmnorstwy])|Ayo(?=[bdklmt])|Akin(?=[bdfjlmstwy])|Fola|Temi|Bola|Baba(?=[jt])|Ogun|Oyin|Omo(?=[lrty])|Kwa(?=[bkms])|Nokw|Nomt|Noml|Nonh|Ntom|Thand|Siya|Sibu|Bhek|Gebre|Wolde|Haile|Tekle|Andria|Rako|Raja(?=[on])|Abdul|Abdal|Abdel|Abdou|Abdur|Habib|Te(?=[wrk]h)|Mac(?=\p{Lu})|Mc(?=\p{Lu})|Fitz|Ni[cg]h?(?=\p{Lu}))\p{L}{2,}$/u;
const ENDING =
  /\p{L}{2}(?:shvili|[aei]dze|[aeou]via|uani|yants|[mnrtdlkj]yan|[mnrtdl]ian(?<!indian|italian|iranian|brazilian)|opoulos|opoulou|akis|aki|idis|idou|oglou|oğlu|oglu|auskas|auskienė|aitė|aitis|[ie]ūnas|ienė|iņš|kalns|bergs|sson|sdóttir|[oe]vić|[oe]vič|ičius|ovskyi|evskyi|chenko|shenko|yuk|iuk|chuk|chyk|ovych|evych|ivna|ovna|evna|ovich|evich|singh[ae]?|wardh?en[ae]|sekara|nayak[ae]|tilaka|ratne|pala|lingam|moorthy|murthy|nathan|eswaran|swam[iy]|appa|amma|ullah|uddin|[aeiou]ddin|zadeh|zada|nejad|pour|nia|[lr]ović|[sc]escu|eanu|ăreanu|czyk|czuk|wicz|ínek|áček|íček|ošek|[lr]ák|ová|ný|ský|[sc]ká|mägi|saar|maa|salu|nen|kangas|[lr]inde|quist|kvist|gård|[sr]tveit|[bdn]ahl|huis|stra|ema|inga|veld|hoven|mans|[ae]cker|ecken|schmidt|hauser|huber|egger|lechner|gruber|ssen|wongs?e?|sakul|porn|chai|sakdi|siri|rattana|phong|wibowo|nugroho|anto|yanto|wati|[aeiou]wan|ningsih|ningrum|tama|ingo|mwale|[lr]oa|kamaka|[oi]etxea|[ei]txe|[aeo]rria|arreta|egui|[eo]guren|uru?tia|mendi|zabala?|bide|ñez|[gnrsdt]uez|inho|eira|ães|[aou]nça|cioglu|[ou]lescu)$/u;

/** True for a word with a capital that is shaped like the names of some country. */
export function isShapedLikeAName(word: string): boolean {
  return (
    word.length >= 5 && /^\p{Lu}/u.test(word) && (BEGINNING.test(word) || ENDING.test(word.toLowerCase()))
  );
}
