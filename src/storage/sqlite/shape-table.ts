// The shapes of what tools answered, one for each definition of a tool: names and types, never values.

import type { ShapeStore } from "../storage.ts";
import type { DatabaseFile } from "./open-database.ts";

export const SHAPE_TABLE = `
  CREATE TABLE shapes (
    tool TEXT PRIMARY KEY,
    pin TEXT NOT NULL,
    shape TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

export function createShapeTable({ db, attempt }: DatabaseFile): ShapeStore {
  const all = db.prepare<[], { tool: string; pin: string; shape: string }>("SELECT * FROM shapes");
  const save = db.prepare(
    `INSERT INTO shapes VALUES (?, ?, ?)
     ON CONFLICT (tool) DO UPDATE SET pin = excluded.pin, shape = excluded.shape`,
  );
  return {
    shapes: () => attempt(() => all.all()),
    saveShape: (tool, pin, shape) => attempt(() => void save.run(tool, pin, shape)),
  };
}
