// Shell completion, made from the commands themselves, so that it never tells of one that is gone.

import type { Command } from "commander";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** What may follow after the words of a command: its commands and its flags. */
type Node = { words: string; next: string[] };

export function completionScript(shell: Shell, program: Command): string {
  const nodes = nodesOf(program, []);
  if (shell === "fish") return fishScript(program, nodes);
  const bash = bashScript(nodes);
  return shell === "bash" ? bash : `#compdef sallyport\nautoload -U +X bashcompinit && bashcompinit\n${bash}`;
}

function nodesOf(command: Command, path: string[]): Node[] {
  const children = command.commands.filter((child) => child.name() !== "help");
  const flags = command.options.map(({ long }) => long ?? "").filter(Boolean);
  const own = { words: path.join(" "), next: [...children.map((child) => child.name()), ...flags, "--help"] };
  return [
    { ...own, next: [...new Set(own.next)] },
    ...children.flatMap((child) => nodesOf(child, [...path, child.name()])),
  ];
}

/** The longest known run of words before the cursor decides; where nothing fits, files are offered. */
function bashScript(nodes: Node[]): string {
  const cases = nodes.map(
    ({ words, next }) => `    ${JSON.stringify(words)}) next=${JSON.stringify(next.join(" "))} ;;`,
  );
  return `_sallyport() {
  local word="\${COMP_WORDS[COMP_CWORD]}" path="" next="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in -*) ;; *) path="\${path:+$path }\${COMP_WORDS[i]}" ;; esac
  done
  while :; do
    case "$path" in
${cases.join("\n")}
    esac
    [ -n "$next" ] && break
    case "$path" in *" "*) path="\${path% *}" ;; *) path="" ;; esac
  done
  COMPREPLY=($(compgen -W "$next" -- "$word"))
}
complete -o default -F _sallyport sallyport
`;
}

function fishScript(program: Command, nodes: Node[]): string {
  const lines = nodes.flatMap(({ words, next }) => {
    const seen =
      words === "" ? "__fish_use_subcommand" : `__fish_seen_subcommand_from ${words.split(" ").at(-1)}`;
    return next.map((word) =>
      word.startsWith("--")
        ? `complete -c sallyport -n '${seen}' -l ${word.slice(2)}`
        : `complete -c sallyport -f -n '${seen}' -a ${word}`,
    );
  });
  return `# ${program.description()}\n${lines.join("\n")}\n`;
}
