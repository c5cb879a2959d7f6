// Most servers do not say what their tools answer. What they answered is remembered as a shape for each definition of a
// tool, and shown as its type, marked as observed. Learning never delays or fails a call.

import type { JsonObject, JsonValue } from "../vocabulary.ts";
import { createKindOfKey, type DefinedTool } from "./field-names.ts";
import { emptyShape, learn, type Shape, schemaOfShape } from "./observed-shape.ts";

export type ShapeKeeper = {
  shapes(): Promise<{ tool: string; pin: string; shape: string }[]>;
  saveShape(tool: string, pin: string, shape: string): Promise<void>;
};

export type ObservedTypes = {
  /** `value` has tokens in place of personal values, and is what the caller got. */
  observe(tool: DefinedTool, value: JsonValue): void;
  schemaOf(tool: { id: string; pin: string }): JsonObject | undefined;
};

type Known = { pin: string; shape: Shape; schema: JsonObject; text: string };

/** After so many answers a shape seldom changes; from then on one in sixteen is looked at. */
const LEARNED = 64;
const MOST_TEXT = 32_768;

/** Shapes of another version were learned by other rules: they are learned anew. */
const VERSION = 2;

export type ObservingOptions = {
  /** Whether a text speaks to the model instead of naming a field. */
  addressesModel?: (text: string) => boolean;
  /** Called when the type of a tool has changed. */
  onLearned?: () => void;
};

export async function openObservedTypes(
  store: ShapeKeeper,
  log: (message: string) => void,
  { addressesModel = () => false, onLearned }: ObservingOptions = {},
): Promise<ObservedTypes> {
  const known = new Map<string, Known>();
  for (const { tool, pin, shape } of await store.shapes()) {
    const read = readShape(shape);
    if (read) known.set(tool, { pin, shape: read, schema: schemaOfShape(read), text: "" });
  }
  const answers = new Map<string, number>();

  return {
    observe(tool, value) {
      const { id, pin } = tool;
      if (tool.outputSchema) return;
      const count = (answers.get(id) ?? 0) + 1;
      answers.set(id, count);
      if (count > LEARNED && count % 16 !== 0) return;
      const before = known.get(id);
      const shape = before?.pin === pin ? before.shape : emptyShape();
      learn(shape, value, { kindOf: createKindOfKey(tool, addressesModel), depth: 0 });
      const schema = schemaOfShape(shape);
      const text = JSON.stringify(schema);
      if (text.length > MOST_TEXT) return;
      known.set(id, { pin, shape, schema, text });
      if (before?.pin === pin && before.text === text) return;
      onLearned?.();
      store.saveShape(id, pin, JSON.stringify({ version: VERSION, shape })).catch((error: unknown) => {
        log(`The type of ${id} was not kept: ${error instanceof Error ? error.name : "fault"}.`);
      });
    },
    schemaOf({ id, pin }) {
      const found = known.get(id);
      return found?.pin === pin ? found.schema : undefined;
    },
  };
}

function readShape(text: string): Shape | null {
  try {
    const { version, shape } = JSON.parse(text) as { version: number; shape: Shape };
    return version === VERSION ? shape : null;
  } catch {
    return null;
  }
}
