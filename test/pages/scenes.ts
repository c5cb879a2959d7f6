// Where the pages are read: each in the folder that its reader would have. What a page does not say of itself (servers,
// a policy, a trail) stands here.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Contact, generateContacts } from "../../examples/servers/generate-contacts.ts";
import { keepCompiled } from "../fakes/keep-compiled.ts";
import { openAuditDesk } from "../surfaces/cli/audit-fixture.ts";
import { openShell, type Shell } from "./shell.ts";

const server = (name: string) => ({
  command: process.execPath,
  args: [fileURLToPath(new URL(`../../examples/servers/${name}.ts`, import.meta.url))],
});
const SERVERS = { mcpServers: keepCompiled({ crm: server("crm"), mail: server("mail") }) };

const POLICY = `policy: 1
id: desk
applies_to: { agents: ["*"] }
servers:
  crm: { trust: internal }
  mail: { trust: internal }
tools:
  - { id: crm.read, match: [crm.list_contacts, crm.get_contact, crm.search_contacts], effect: allow }
  - id: mail.send
    match: [mail.send]
    args: { to: { max_items: 1, each: { class: EMAIL } }, subject: { max_len: 120 }, body: { max_len: 4000 } }
    effect: allow
  - { id: few-contacts, match: [crm.list_contacts], args: { limit: { range: [5001, 10000] } }, effect: deny, mode: shadow }
flows:
  - { id: flow.to, class: [EMAIL], from: [crm.get_contact], to: ["mail.send#/to"], max_distinct: { call: 1 }, effect: allow }
tests:
  - { name: contacts are read, call: crm.list_contacts, args: { limit: 5 }, expect: allow, rule: crm.read }
  - { name: a long list is watched, call: crm.list_contacts, args: { limit: 6000 }, expect: allow, rule: crm.read }
  - { name: a contact gets mail, call: mail.send, args: { to: ["<EMAIL@crm.get_contact:r1>"], subject: Hi, body: x }, expect: allow, rule: mail.send }
  - { name: one at a time, call: mail.send, args: { to: ["<EMAIL@crm.get_contact:r1>", "<EMAIL@crm.get_contact:r2>"], subject: Hi, body: x }, expect: deny }
  - { name: the web gets no mail, call: mail.send, args: { to: ["<EMAIL@web.fetch:r1>"], subject: Hi, body: x }, expect: deny }
`;

/** Two contacts whose addresses sessions have seen: one is typed in, one stands in a file. */
const [ONE, OTHER] = generateContacts(2) as [Contact, Contact];

/** `close` also proves that what the page started ends in good order. */
export type Scene = { shell: Shell; close(): Promise<void> };

function openFolder(): Scene & { write(name: string, text: string): void } {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-pages-"));
  const shell = openShell(folder, ONE.email);
  return {
    shell,
    write: (name, text) => writeFileSync(join(folder, name), text),
    async close() {
      await shell.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Nothing at all. */
async function emptyFolder(): Promise<Scene> {
  return openFolder();
}

/** The file of servers, and a folder for another one. */
async function newcomer(): Promise<Scene> {
  const scene = openFolder();
  scene.write(".mcp.json", JSON.stringify(SERVERS));
  await done(scene, "mkdir notes");
  return scene;
}

/** A stopped gateway with a small trail of known runs. */
async function stoppedTrail(): Promise<Scene> {
  const desk = await openAuditDesk([
    { kind: "audit.read", principal: "ann", body: { what: "flows", rows: 2 } },
  ]);
  const shell = openShell(desk.folder);
  return {
    shell,
    async close() {
      await shell.close();
      desk.remove();
    },
  };
}

/** A gateway that works: pinned tools, a policy under version control, sessions that have read a contact. */
export async function workingGateway(): Promise<Scene> {
  const scene = await newcomer();
  for (const step of ["mkdir policies", "git init -q"]) await done(scene, step);
  writeFileSync(join(scene.shell.cwd, "policies/desk.yaml"), POLICY);
  await done(scene, "sallyport policy pin");
  await done(scene, "git add policies");
  await done(scene, "git -c user.name=a -c user.email=a@a.example commit -qm policies");
  await done(scene, "sallyport serve");
  writeFileSync(join(scene.shell.cwd, "person.txt"), OTHER.email);
  const program = join(scene.shell.cwd, "first.ts");
  writeFileSync(program, 'return (await crm.get_contact({ id: "C-00042" })).email');
  for (const session of ["s1", "ses_1f2e"]) await done(scene, `sallyport run first.ts --session ${session}`);
  writeFileSync(program, "return (await crm.list_contacts({ limit: 2 })).contacts");
  await done(scene, "sallyport run first.ts");
  return scene;
}

async function done({ shell }: Scene, step: string): Promise<void> {
  const { code, out, err } = await shell.run(step);
  assert.equal(code, 0, `${step}\n${out}${err}`);
}

/** Pages that begin in another way than with a gateway that works. */
export const SCENES: Record<string, () => Promise<Scene>> = {
  "README.md": newcomer,
  "docs/getting-started.md": emptyFolder,
  "docs/reviewers-guide.md": newcomer,
  "docs/auditors-guide.md": stoppedTrail,
  "docs/servers.md": newcomer,
};
