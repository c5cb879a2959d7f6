// Tokens as models count them (o200k). Long texts are estimated from samples: counting megabytes exactly would
// cost more than the call that fetched them.

import { countTokens as countExactly } from "gpt-tokenizer/encoding/o200k_base";

const EXACT_LENGTH = 32_768;
const SAMPLES = 4;

export function countTokens(text: string): number {
  if (text.length <= EXACT_LENGTH) return countExactly(text);
  const sampleLength = EXACT_LENGTH / SAMPLES;
  const step = (text.length - sampleLength) / (SAMPLES - 1);
  let tokens = 0;
  for (let sample = 0; sample < SAMPLES; sample++) {
    const start = Math.floor(sample * step);
    tokens += countExactly(text.slice(start, start + sampleLength));
  }
  return Math.round((tokens / EXACT_LENGTH) * text.length);
}
