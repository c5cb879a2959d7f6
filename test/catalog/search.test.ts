// Search: the right tool among the first three, exact totals, and silence about what a caller may not call.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Catalog, ToolSearch, Visible } from "../../src/catalog/catalog.ts";
import { define, everything, openCatalog } from "./catalog-fixture.ts";
import { SAMPLE_TOOLS } from "./sample-tools.ts";

let catalog: Catalog;
before(async () => {
  ({ catalog } = openCatalog(SAMPLE_TOOLS));
  await catalog.load();
});

const ids = SAMPLE_TOOLS.map((tool) => `${tool.server}.${tool.name}`);

function find(query: string, more: Partial<ToolSearch> = {}, visible: Visible = everything): string[] {
  return catalog
    .search({ query, detail: "name_only", limit: 3, ...more }, visible)
    .tools.map((hit) => hit.tool);
}

test("natural questions find the right tool among the first three", () => {
  const table: [query: string, wanted: string][] = [
    ["create an issue on github", "github.create_issue"],
    ["open a bug in a repository", "github.create_issue"],
    ["comment on an issue", "github.add_issue_comment"],
    ["merge pull request", "github.merge_pull_request"],
    ["open PR from branch pull request", "github.create_pull_request"],
    ["send email", "mail.send"],
    ["write a mail to a customer", "mail.send"],
    ["search my inbox", "mail.searchInbox"],
    ["post to a slack channel", "slack.post_message"],
    ["how do I reply in a thread?", "slack.reply_to_thread"],
    ["add emoji reaction", "slack.add_reaction"],
    ["delete a contact", "crm.delete_contact"],
    ["remove contact", "crm.delete_contact"],
    ["show all contacts", "crm.list_contacts"],
    ["schedule a meeting with attendees", "calendar.create_event"],
    ["when is everybody free", "calendar.find_free_time"],
    ["read file", "fs.read_text_file"],
    ["rename a file", "fs.move_file"],
    ["list folder contents", "fs.list_directory"],
    ["run SQL", "postgres.query"],
    ["columns of a table", "postgres.describe_table"],
    ["refund a payment", "stripe.create_refund"],
    ["pod logs", "kubernetes.pods_log"],
    ["take a picture of the page screenshot", "playwright.browser_take_screenshot"],
    ["weather tomorrow", "weather.get-forecast"],
    ["download drive document", "google-drive.getFileContent"],
    ["attendees duration", "calendar.find_free_time"],
    ["github.create_issue", "github.create_issue"],
    ["mcp__linear__createIssue", "linear.createIssue"],
    ["createIssue", "linear.createIssue"],
    ["scrennshot", "playwright.browser_take_screenshot"],
    ["forcast", "weather.get-forecast"],
    ["refnd", "stripe.create_refund"],
    ["transalte text", "translate.translate_text"],
    ["repositry fork", "github.fork_repository"],
    ["invoi", "stripe.list_invoices"],
  ];
  const missed = table.filter(([query, wanted]) => !find(query).includes(wanted));
  assert.deepEqual(
    missed.map(([query, wanted]) => `${query} → ${find(query).join(", ")} (wanted ${wanted})`),
    [],
  );
});

test("a name says more than a description, however often that repeats the word", async () => {
  const fake = openCatalog([
    define("shop.report", { description: "Refund, refund, refund: the refund overview of every refund." }),
    define("shop.refund", {
      description: "Pay an order back to the one who placed it, in whole or in part.",
    }),
  ]);
  await fake.catalog.load();
  const page = fake.catalog.search({ query: "refund", detail: "name_only", limit: 2 }, everything);
  assert.deepEqual(page.tools, [{ tool: "shop.refund" }, { tool: "shop.report" }]);
});

test("what matches nothing is an empty page", () => {
  for (const query of ["zzzzqqqq", "ж", "xylophone"]) {
    assert.deepEqual(
      catalog.search({ query, detail: "full", limit: 5 }, everything),
      { total: 0, tools: [] },
      query,
    );
  }
});

test("an empty question lists everything in the order of ids, with the exact total", () => {
  for (const query of ["", "  ", "*", "all the tools"]) {
    const page = catalog.search({ query, detail: "name_only", limit: 100 }, everything);
    assert.equal(page.total, 60, query);
    assert.deepEqual(
      page.tools,
      ids.toSorted().map((tool) => ({ tool })),
    );
    assert.equal(page.next, undefined);
  }
});

test("a server lists its own tools, by its name or by the identifier that stands for it", () => {
  const drive = ["google-drive.getFileContent", "google-drive.searchFiles", "google-drive.shareFile"];
  for (const server of ["google-drive", "google_drive", "googleDrive"])
    assert.deepEqual(find("", { server, limit: 10 }), drive, server);
  assert.deepEqual(find("issue", { server: "linear", limit: 10 }).toSorted(), [
    "linear.assignIssue",
    "linear.createIssue",
  ]);
  for (const server of ["nobody", "", "github.create_issue", "__proto__"])
    assert.deepEqual(catalog.search({ query: "", detail: "full", limit: 5, server }, everything), {
      total: 0,
      tools: [],
    });
});

function walk(search: Omit<ToolSearch, "cursor">, visible: Visible): { seen: string[]; totals: Set<number> } {
  const seen: string[] = [];
  const totals = new Set<number>();
  let cursor: string | undefined;
  do {
    const page = catalog.search(cursor === undefined ? search : { ...search, cursor }, visible);
    totals.add(page.total);
    seen.push(...page.tools.map((hit) => hit.tool));
    assert.ok(page.tools.length > 0 && page.tools.length <= search.limit);
    cursor = page.next;
  } while (cursor !== undefined);
  return { seen, totals };
}

test("cursors walk every tool exactly once, whatever the page size, listed or ranked", () => {
  for (const query of ["", "list", "create issue file"]) {
    const whole = find(query, { limit: 100 });
    for (const limit of [1, 7, 20, 60, 61]) {
      const { seen, totals } = walk({ query, detail: "name_only", limit }, everything);
      assert.deepEqual(seen, whole, `${query} by ${limit}`);
      assert.deepEqual([...totals], [whole.length]);
    }
  }
});

test("tools that may not be called are neither shown nor counted, page by page", () => {
  const visible: Visible = (id) => id.startsWith("crm.") && id !== "crm.delete_contact";
  const { seen, totals } = walk({ query: "", detail: "name_only", limit: 3 }, visible);
  assert.deepEqual(seen, [
    "crm.export_contacts",
    "crm.get_contact",
    "crm.list_contacts",
    "crm.update_contact",
  ]);
  assert.deepEqual([...totals], [4]);
  const hidden = catalog.search({ query: "delete contact", detail: "full", limit: 50 }, visible);
  assert.equal(hidden.total, hidden.tools.length);
  assert.doesNotMatch(JSON.stringify(hidden), /delete/i);
  assert.deepEqual(
    catalog.search({ query: "contact", detail: "full", limit: 5 }, () => false),
    { total: 0, tools: [] },
  );
});

test("a cursor of another search, or none of ours, is refused", () => {
  const { next = "" } = catalog.search({ query: "list", detail: "name_only", limit: 1 }, everything);
  assert.notEqual(next, "");
  const table: [cursor: string, more: Partial<ToolSearch>][] = [
    [next, { query: "create" }],
    [next, { query: "list", server: "github" }],
    ["", {}],
    ["garbage", {}],
    [Buffer.from("[]").toString("base64url"), {}],
    [Buffer.from('{"length":3}').toString("base64url"), {}],
  ];
  for (const [cursor, more] of table)
    assert.throws(
      () => find("list", { ...more, cursor }),
      { code: "BAD_REQUEST" },
      `${cursor} ${JSON.stringify(more)}`,
    );
  assert.doesNotThrow(() => find("list", { cursor: next }));
});

test("a walk goes on at the right place when tools come and go between its pages", async () => {
  const before = ["b", "d", "f"].map((name) => define(`s.${name}`));
  const fake = openCatalog(before);
  await fake.catalog.load();
  const search = { query: "", detail: "name_only" as const, limit: 2 };
  const first = fake.catalog.search(search, everything);
  assert.deepEqual(first.tools, [{ tool: "s.b" }, { tool: "s.d" }]);
  fake.lists.set("s", [...before, define("s.a"), define("s.e")]);
  await fake.catalog.refresh("s");
  const second = fake.catalog.search({ ...search, cursor: first.next ?? "" }, everything);
  assert.deepEqual(second, { total: 5, tools: [{ tool: "s.e" }, { tool: "s.f" }] });
});

test("each detail says what it promises: a name, one short line, or types", async () => {
  const description = `Line one\nline two ${"long ".repeat(200)}`;
  const fake = openCatalog([define("s.tool", { description })]);
  await fake.catalog.load();
  const show = (detail: ToolSearch["detail"]) =>
    fake.catalog.search({ query: "tool", server: "s", detail, limit: 1 }, everything).tools[0];
  assert.deepEqual(show("name_only"), { tool: "s.tool" });
  const line = show("with_description")?.description ?? "";
  assert.ok(line.startsWith("Line one line two long") && line.length <= 280 && line.endsWith("…"), line);
  const types = show("full")?.types ?? "";
  assert.match(
    types,
    /declare namespace s \{ function tool\(args\?: Record<string, unknown>\): Promise<unknown>; \}$/,
  );
  assert.equal(types, fake.catalog.typesOf("s.tool"));
});

test("hostile questions cost little and break nothing", () => {
  const queries = [
    "a ".repeat(50_000),
    "x".repeat(100_000),
    "\u0000\u202e",
    "__proto__ constructor toString",
    "(((".repeat(999),
  ];
  for (const query of queries)
    assert.ok(catalog.search({ query, detail: "name_only", limit: 5 }, everything).total <= 60);
});
