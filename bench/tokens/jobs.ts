// Five jobs, each as the calls of an agent that calls tools itself, and as the program of one that writes code. Both
// really run; what a model would decide in between is fixed here.

/** Calls made side by side are one turn of the model. */
export type CallTools = (calls: { tool: string; args: Record<string, unknown> }[]) => Promise<unknown[]>;

export type Job = {
  name: string;
  /** What the agent looks for, and the tool that it needs to find. */
  searches: { query: string; wanted: string }[];
  /** `rows`: how many rows one answer may hold. */
  calls(call: CallTools, rows: number): Promise<unknown>;
  /** Tools whose answers the program takes apart: it can only be written by somebody who knows their types. */
  reads: string[];
  program: string;
  /** Programs of somebody who does not: the first looks, a later one knows what came back. */
  looking: ((seen: unknown[]) => string)[];
  /** Whether an answer of either way is the right one. */
  isDone(answer: unknown): boolean;
};

type Row = { region: string; orders: number; owed: number };
type Contact = { id: string; company: string; mrr: number; lastContact: string };
type Issue = { number: number; labels: string[] };

const CONTACTS = 10_000;
const PAGES = 10;
const ISSUES = 1000;
const OVERDUE =
  "SELECT region, count(*) AS orders, sum(amount) AS owed FROM orders WHERE state = 'overdue' GROUP BY region ORDER BY owed DESC";

export function makeJobs(scratch: string): Job[] {
  return [
    issueFromDocument,
    filterRows,
    severalServers(`${scratch}/overdue.md`),
    pollABuild,
    thousandRecords,
  ];
}

const issueFromDocument: Job = {
  name: "issue from a document",
  searches: [
    { query: "get a document from docs", wanted: "docs.get_document" },
    { query: "create an issue in forge", wanted: "forge.create_issue" },
  ],
  async calls(call) {
    const [body] = await call([{ tool: "docs.get_document", args: { id: "DOC-7" } }]);
    const issue = { title: "Planning, release 4.2", body };
    const [created] = await call([{ tool: "forge.create_issue", args: issue }]);
    return (created as Issue).number;
  },
  reads: ["docs.get_document", "forge.create_issue"],
  program: `const body = await docs.get_document({ id: "DOC-7" });
const { number } = await forge.create_issue({ title: "Planning, release 4.2", body });
return number;`,
  looking: [
    () => `const doc = await docs.get_document({ id: "DOC-7" });
const body = typeof doc === "string" ? doc : JSON.stringify(doc);
return forge.create_issue({ title: "Planning, release 4.2", body });`,
  ],
  isDone: (answer) => (typeof answer === "number" ? answer : (answer as Issue).number) > ISSUES,
};

const filterRows: Job = {
  name: "filter 10,000 rows",
  searches: [{ query: "list crm contacts", wanted: "crm.list_contacts" }],
  async calls(call, rows) {
    const pages = Array.from({ length: CONTACTS / rows }, (_, page) => ({
      tool: "crm.list_contacts",
      args: { limit: rows, ...(page > 0 ? { offset: page * rows } : {}) },
    }));
    const answers = (await call(pages)) as { contacts: Contact[] }[];
    return findLapsed(answers.flatMap(({ contacts }) => contacts)).length;
  },
  reads: ["crm.list_contacts"],
  looking: [() => "return crm.list_contacts({ limit: 1 });", () => filterRows.program],
  program: `const { contacts } = await crm.list_contacts({ limit: 10000 });
const lapsed = contacts.filter((one) => one.mrr > 500 && one.lastContact < "2026-02-01");
return { found: lapsed.length, first: lapsed.slice(0, 5).map(({ id, company, mrr }) => ({ id, company, mrr })) };`,
  isDone: (answer) => (typeof answer === "number" ? answer : (answer as { found: number }).found) > 0,
};

function findLapsed(contacts: Contact[]): Contact[] {
  return contacts.filter((one) => one.mrr > 500 && one.lastContact < "2026-02-01");
}

function severalServers(path: string): Job {
  const program = `const { rows } = await database.execute_sql({ query: "${OVERDUE}" });
const report = rows.map((row) => \`- \${row.region}: \${row.owed} in \${row.orders} orders\`).join("\\n");
await Promise.all([
  filesystem.write_file({ path: "${path}", content: report }),
  memory.create_entities({ entities: rows.map(({ region, owed }) => ({ name: region, entityType: "region", observations: [\`overdue: \${owed}\`] })) }),
  forge.create_issue({ title: "Overdue orders", body: report }),
]);
return rows.length;`;
  return {
    name: "one job on four servers",
    searches: [
      { query: "run a sql query on the database", wanted: "database.execute_sql" },
      { query: "write a file to the filesystem", wanted: "filesystem.write_file" },
      { query: "create memory entities", wanted: "memory.create_entities" },
      { query: "create an issue in forge", wanted: "forge.create_issue" },
    ],
    async calls(call) {
      const [answer] = await call([{ tool: "database.execute_sql", args: { query: OVERDUE } }]);
      const { rows } = answer as { rows: Row[] };
      const report = rows.map((row) => `- ${row.region}: ${row.owed} in ${row.orders} orders`).join("\n");
      const entities = rows.map(({ region, owed }) => ({
        name: region,
        entityType: "region",
        observations: [`overdue: ${owed}`],
      }));
      await call([
        { tool: "filesystem.write_file", args: { path, content: report } },
        { tool: "memory.create_entities", args: { entities } },
        { tool: "forge.create_issue", args: { title: "Overdue orders", body: report } },
      ]);
      return rows.length;
    },
    reads: ["database.execute_sql"],
    program,
    looking: [() => `return database.execute_sql({ query: "${OVERDUE}" });`, () => program],
    isDone: (answer) => answer === 4,
  };
}

const pollABuild: Job = {
  name: "polling loop",
  searches: [
    { query: "start a build in forge", wanted: "forge.start_build" },
    { query: "get build progress in forge", wanted: "forge.get_build" },
  ],
  async calls(call) {
    const [started] = await call([{ tool: "forge.start_build", args: { workflow: "release" } }]);
    const { id } = started as { id: string };
    for (;;) {
      const [build] = await call([{ tool: "forge.get_build", args: { id } }]);
      const { status, conclusion } = build as { status: string; conclusion?: string };
      if (status === "completed") return conclusion;
    }
  },
  reads: ["forge.start_build", "forge.get_build"],
  program: `const { id } = await forge.start_build({ workflow: "release" });
let build = await forge.get_build({ id });
while (build.conclusion === undefined) {
  await sleep(50);
  build = await forge.get_build({ id });
}
return build.conclusion;`,
  looking: [
    () => `return forge.start_build({ workflow: "release" });`,
    ([started]) => `let build;
do {
  await sleep(50);
  build = await forge.get_build({ id: "${(started as { id: string }).id}" });
} while (["queued", "pending", "running", "in_progress"].includes(build.status));
return build;`,
  ],
  isDone: (answer) =>
    (typeof answer === "string" ? answer : (answer as { conclusion?: string }).conclusion) === "success",
};

const thousandRecords: Job = {
  name: "change 1,000 records",
  searches: [
    { query: "list issues in forge", wanted: "forge.list_issues" },
    { query: "update the labels of a forge issue", wanted: "forge.update_issue" },
  ],
  async calls(call) {
    let changed = 0;
    for (let page = 1; page <= PAGES; page++) {
      const args = { label: "nightly", per_page: 100, page };
      const [answer] = await call([{ tool: "forge.list_issues", args }]);
      const { issues } = answer as { issues: Issue[] };
      const updates = issues.map(({ number, labels }) => ({
        tool: "forge.update_issue",
        args: { number, labels: [...new Set([...labels, "reviewed"])] },
      }));
      changed += (await call(updates)).length;
    }
    return changed;
  },
  reads: ["forge.list_issues"],
  looking: [
    () => `return forge.list_issues({ label: "nightly", per_page: 1 });`,
    () => thousandRecords.program,
  ],
  program: `let changed = 0;
for (let page = 1; page <= ${PAGES}; page++) {
  const { issues } = await forge.list_issues({ label: "nightly", per_page: 100, page });
  await Promise.all(issues.map(({ number, labels }) =>
    forge.update_issue({ number, labels: [...new Set([...labels, "reviewed"])] })));
  changed += issues.length;
}
return changed;`,
  isDone: (answer) => answer === ISSUES,
};
