// What one recognizer is: it finds the values of one class in one leaf and says how sure it is.

import type { JsonObject, PiiClass } from "../../vocabulary.ts";
import type { FieldName } from "./field-name.ts";
import type { LeafShape } from "./leaf-shape.ts";

/** One string of the data, with the names around it. */
export type Leaf = {
  text: string;
  /** The nearest object key; items of an array inherit the key of the array. */
  field: FieldName;
  /** The key of the object that holds the field. */
  parent: FieldName;
  /** The object that holds the field, or null inside free text. */
  siblings: JsonObject | null;
  /** True for a labelled part of a text: its name was guessed from the words before it. */
  isPart: boolean;
  shape: LeafShape;
  region: string;
};

/** 3: a checksum, a unique prefix or a field name says so. 2: the shape does. 1: only a word nearby. */
export type Strength = 1 | 2 | 3;

export type Match = { class: PiiClass; start: number; end: number; canonical: string; strength: Strength };

export type Found = (start: number, end: number, canonical: string, strength: Strength) => void;

/** `value` is the part that must be found; without it the whole text must be. */
export type Example = {
  text: string;
  value?: string;
  field?: string;
  parent?: string;
  siblings?: JsonObject;
  region?: string;
};

/** For people: docs/pii-classes.md is made of this. Field names are written together, as `firstname` for first_name. */
export type About = { finds: string; validation: string; cues: readonly string[]; fields: readonly string[] };

export type Recognizer = {
  class: PiiClass;
  about: About;
  /** Any of these characters must be there (see leaf-shape.ts); 0 when none is needed. */
  needsAny: number;
  minDigits: number;
  /** The longest number and the longest word (see leaf-shape.ts) must be at least this long. */
  minNumber?: number;
  minWord?: number;
  /** The longest run without a space must be at least this long. */
  minRun: number;
  /** True when the field's name speaks for this class; such a leaf is always looked at. */
  hint(field: FieldName, parent: FieldName): boolean;
  find(leaf: Leaf, hinted: boolean, found: Found): void;
  /** True when the leaf's name says that nothing of this class stands there: the cells of tables are asked for it. */
  isRuledOut?(leaf: Leaf): boolean;
  examples: Example[];
  nearMisses: Example[];
};
