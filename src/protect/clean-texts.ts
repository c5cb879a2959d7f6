// Texts that were looked at and hold nothing: statuses, tags and currencies repeat in every row. Siblings do not matter under
// a field that tells nothing.

export type CleanTexts = {
  isKnown(field: string, text: string): boolean;
  add(field: string, text: string): void;
};

type Known = { texts: Set<string>; questions: number; hits: number };

const MOST_OF_A_FIELD = 500;
/** Where hardly one text in eight repeats, asking costs as much as looking at the text. */
const FEWEST_HITS = 1 / 8;

export function createCleanTexts(): CleanTexts {
  const byField = new Map<string, Known>();
  return {
    isKnown(field, text) {
      const known = byField.get(field);
      if (known === undefined || isVain(known)) return false;
      known.questions++;
      if (!known.texts.has(text)) return false;
      known.hits++;
      return true;
    },
    add(field, text) {
      const known = byField.get(field);
      if (known === undefined) byField.set(field, { texts: new Set([text]), questions: 0, hits: 0 });
      else if (known.texts.size < MOST_OF_A_FIELD && !isVain(known)) known.texts.add(text);
    },
  };
}

function isVain({ questions, hits }: Known): boolean {
  return questions > MOST_OF_A_FIELD && hits < questions * FEWEST_HITS;
}
