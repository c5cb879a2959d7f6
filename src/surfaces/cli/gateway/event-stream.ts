import type { JsonObject } from "../../../vocabulary.ts";

/** Server-sent events, chunk by chunk: what each one's `data` holds as JSON. */
export function createParser(): (chunk: string) => JsonObject[] {
  let rest = "";
  return (chunk) => {
    const parts = (rest + chunk).split("\n\n");
    rest = parts.pop() ?? "";
    return parts.flatMap((part) => {
      const data = part
        .split("\n")
        .filter((line) => line.startsWith("data:"))
        .map((line) => line.slice(5).trimStart());
      return data.length === 0 ? [] : [JSON.parse(data.join("\n")) as JsonObject];
    });
  };
}
