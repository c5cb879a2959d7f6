/** Whose values must not be seen anywhere outside a tool. */
export const PERSON = {
  email: "ann.leaky@fernhill.example",
  phone: "+49 30 90182099",
  card: "4539578763621486",
};

/** Spellings by which a leak would be found. */
export const TRACES = [
  "ann.leaky",
  "YW5uLmxlYWt5",
  "leaky@fern",
  "leaky%40",
  "90182099",
  "4539578763621486",
  "4539 5787",
];
