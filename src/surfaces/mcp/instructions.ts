/** How a model is told to work here. The code blocks are run by a test. */
export const INSTRUCTIONS = `Sallyport runs TypeScript that calls tools. Policy decides every call.

1. search_tools finds tools; detail "full" gives their TypeScript signatures. You see only tools you may use.
2. run_code runs one program. Do the whole task in it: call, loop, filter, join, and return only what you need.

\`\`\`ts
// crm.list_contacts stands for any tool that search_tools named
const { total, contacts } = await crm.list_contacts({ limit: 100, plan: "team" });
const large = contacts.filter((contact) => contact.mrr >= 500);
console.log(\`\${large.length} of \${total}\`);
return large.slice(0, 5).map(({ id, company, mrr }) => ({ id, company, mrr }));
\`\`\`

The same call by name, and several at once; a failed call throws:

\`\`\`ts
const ids = context?.ids ?? ["C-00001", "C-00002"];
return Promise.all(
  ids.map((id) =>
    callTool("crm.get_contact", { id }).catch((error) => ({ id, failed: error.code, executed: error.executed })),
  ),
);
\`\`\`

- A tool takes one object and returns its structured result, else parsed JSON, else text.
- executed "no": safe to call again; "yes" or "unknown": check first.
- Values such as EMAIL_001 stand for personal data. Compare them and pass them on unchanged; the real value is put in where policy permits it. Where policy permits facts: await pii.domain(token), also country, last4, brand, ageBand, initials, equals(a, b).
- Between runs of a session: await workspace.set("key", value), await workspace.get("key"). Also: searchTools(query), sleep(ms).
- search_skills finds saved programs; save_skill keeps one that succeeded and read its values from context.
- There is no network, file system, process, require or eval.
- blocked: nothing ran; follow error.hint and the violations. failed: toolCalls says which calls ran.`;
