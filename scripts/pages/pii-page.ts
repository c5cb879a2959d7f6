import { type ClassDescription, describeClasses } from "../../src/protect/protect.ts";

const INTRODUCTION = `# Classes of personal data

Generated from the recognizers in \`src/protect/recognizers/\`; do not edit.

A value is found by its checksum or prefix, by its shape, by the name of its field or by the words before it. Field names
count in every spelling (\`firstName\`, \`first_name\`, \`First Name\` are all \`firstname\`), as keys, as labels in a text
(\`DOB: 12/03/1984\`), as columns of CSV and Markdown tables, and in pairs such as \`{ "key": "phone", "value": … }\`; a name
with more words in front (\`billing_phone\`) counts as well. Text is read as it would look on a screen: zero-width marks,
full-width letters, entities and percent signs do not hide a value.

Policy sets what happens to each class: \`pii.classes\` in [policy-reference.md](policy-reference.md). The default is
\`tokenize\`. Logins and coordinates pass by default: tools are addressed by them, they stand in links and paths as well, and
most of them name an account or a place. A policy may add fields, classes of its own, values that stay, and a confidence.
A literal in a tool's data that looks like a token is always replaced by a token of the class \`LITERAL\`.

## How well it works

No recognizer finds everything. In unseen data of everyday tools one value in sixteen was missed, most of them names, passports and
birth dates that nothing around them tells. In cases that are hard on purpose it is far more: in one such set (297 cases, names from
many countries in fields and sentences that do not say that a person is meant) it was three in ten. Tokens are one wall of several: grants,
and limits on what an argument may hold, count for what no recognizer sees too.

The labelled cases are in \`test/cases/pii\`, two in five of them harmless data that looks personal. The first look at a set
that nobody had worked on says what to expect of data of its kind; afterwards its general faults were corrected, so the second
column is no measure of quality: it shows only that nothing is lost again. Measure your own data with \`sallyport pii eval\`.

| set | cases | first look: values missed, precision, F1, harmless texts altered | now: missed, F1 |
|---|---|---|---|
| fresh (tickets, HR, logs, reviews, shops, calendars; EN DE FR ES) | 62 | 13.3 %, 93.0 %, 89.7 %, 4.5 % | 0 %, 100 % |
| later (schools, travel, insurance, chats, directories; 9 languages) | 40 | 15.5 %, 96.1 %, 89.9 %, 0 % | 0 %, 100 % |
| blind (code hosts, CRM, logs, forms, chats, ids of 30 countries; 15 languages; a quarter of them hard) | 400 | 12.2 %, 97.2 %, 92.3 %, 1.8 % | 0 %, 100 % |

The last look at cases which nobody had read (240 with 558 values in 34 languages, a fifth of them hard, not kept here): 6.1 % missed,
precision 97.4 %, F1 95.6 %, 1.4 % of harmless texts altered, 99.4 % of classes right. Without the hard ones 3.7 % missed, F1 97.2 %, 1.0 %
altered; of these the structured classes (no names, addresses, birth dates and national ids) 2.2 % missed. Three sets before it, of 300
cases each and written to be demanding, had first looks of 10.5, 13.0 and 14.7 % missed and 3.8 to 4.4 % altered; their general faults are corrected.
Of 1,432 short texts as tests of recognizers hold them, 1.7 % were missed and 0.5 % of 765 near misses were taken for the class in question.

What the first looks missed were mostly names of people that only the sense of a sentence tells. Where a name must never
pass, name its field in \`pii.fields\`.
`;

export function piiPage(): string {
  const classes = describeClasses();
  const rows = classes.map(
    ({ class: name, finds, defaultAction }) =>
      `| [\`${name}\`](#${name.toLowerCase()}) | ${cell(finds)} | \`${defaultAction}\` |`,
  );
  const overview = `| class | finds | default |\n|---|---|---|\n${rows.join("\n")}\n`;
  return `${INTRODUCTION}\n${overview}\n${classes.map(section).join("\n")}`;
}

function section(described: ClassDescription): string {
  const { class: name, finds, validation, cues, fields, defaultAction } = described;
  const facts = [
    `- **Checked by**: ${validation}`,
    cues.length > 0 ? `- **Words before it**: ${cues.map((cue) => `\`${cue}\``).join(" ")}` : "",
    fields.length > 0 ? `- **Field names**: ${fields.map((field) => `\`${field}\``).join(" ")}` : "",
    `- **Default**: \`${defaultAction}\``,
  ].filter((line) => line !== "");
  const table = [
    "| text | field | found |",
    "|---|---|---|",
    ...described.examples.map((example) => row(name, example, "yes")),
    ...described.nearMisses.map((example) => row(name, example, "no")),
  ];
  return `## ${name}\n\n${finds}\n\n${facts.join("\n")}\n\n${table.join("\n")}\n`;
}

type Row = ClassDescription["examples"][number];

function row(name: string, { text, field, parent, value }: Row, isFound: "yes" | "no"): string {
  const place = [parent, field].filter((part) => part !== undefined).join(".");
  const found = value === undefined ? isFound : code(shown(name, value));
  return `| ${code(shown(name, text))} | ${place === "" ? "" : code(place)} | ${found} |`;
}

/** Invented secrets are cut, so that no scanner of repositories takes them for real ones. */
function shown(name: string, text: string): string {
  return name === "API_KEY" && text.length > 16 ? `${text.slice(0, 14)}…` : text;
}

function code(text: string): string {
  const visible = text
    .replaceAll("\n", "⏎")
    .replaceAll(/[\u00a0\u200b\u2011]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return visible.includes("`") ? `\`\` ${cell(visible)} \`\`` : `\`${cell(visible)}\``;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
