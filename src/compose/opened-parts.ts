// What was opened, so that it can be closed again: at the end, or when a later part does not start.

export type Opened = { close(): Promise<void> }[];

/** In reverse order of opening, so that nothing outlives what it writes to; a part that fails does not keep the rest open. */
export async function closeAll(opened: Opened): Promise<void> {
  const failures: unknown[] = [];
  for (const part of opened.splice(0).reverse()) await part.close().catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
