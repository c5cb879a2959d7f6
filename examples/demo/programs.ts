// The programs that the demo's agent writes.

export const SUMMARIZE = `import { list_contacts } from "servers/crm";

const { contacts } = await list_contacts({ limit: 10000 });
const plans: Record<string, { contacts: number; revenue: number }> = {};
for (const { plan, mrr } of contacts) {
  plans[plan] ??= { contacts: 0, revenue: 0 };
  plans[plan].contacts += 1;
  plans[plan].revenue += mrr;
}
const best = contacts.toSorted((a, b) => b.mrr - a.mrr).slice(0, 3);
await workspace.set("best", best);
return { contacts: contacts.length, plans, best: best.map(({ name, email, mrr }) => ({ name, email, mrr })) };`;

export const THANK = `const best = await workspace.get("best");
const sent = await Promise.all(
  best.map(({ name, email }) =>
    mail.send({ to: [email], subject: \`Thank you, \${name}\`, body: \`Dear \${name}, thank you for your trust.\` }),
  ),
);
return sent.map(({ id }) => id);`;

export const ESCAPE = `const contacts = await crm.list_contacts({ limit: 5 });
const run = contacts.constructor["const" + "ructor"];
run("return process.env")();`;

export const LEAK = `const [one] = await workspace.get("best");
await mail.send({ to: [one.email], subject: "Is this your number?", body: one.phone });`;
