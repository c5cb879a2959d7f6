// A page as steps: fenced files (`file=name`) and console blocks, in their order.

export type Step = { file: string; text: string } | { command: string; exits: number; shows: string[] };

export function readSteps(page: string): Step[] {
  return [...page.matchAll(/^```(\w+)(.*)\n([\s\S]*?)^```$/gm)].flatMap(
    ([, kind, info = "", text = ""]): Step[] => {
      if (kind === "console") return commandsOf(text);
      const [, file] = /file=(\S+)/.exec(info) ?? [];
      const [, from] = /from=(\S+)/.exec(info) ?? [];
      if (file === undefined) return [];
      return [{ file, text: from === undefined ? text : (textOf(page, from) ?? "") }];
    },
  );
}

function textOf(page: string, file: string): string | undefined {
  return new RegExp(`^\`\`\`\\w+ file=${file}\n([\\s\\S]*?)^\`\`\`$`, "m").exec(page)?.[1];
}

/** `$ command # exits 1`, then texts that its output must hold. */
function commandsOf(text: string): Step[] {
  return text.split(/^\$ /m).flatMap((part): Step[] => {
    const [line = "", ...shows] = part.trimEnd().split("\n");
    const [command = "", exits = "0"] = line.split(" # exits ");
    return command === "" ? [] : [{ command, exits: Number(exits), shows }];
  });
}
