/** How a model is told to work here. The code blocks are run by a test. */
export const INSTRUCTIONS = `Sallyport runs TypeScript that calls tools. Policy decides every call.

run_code runs one program. Do the whole task in it: call, loop, filter, join; return only what you need. It names your tools if they are few; else search_tools finds them, with signatures by detail "full".

\`\`\`ts
// crm.list_contacts stands for any tool
const { contacts } = await crm.list_contacts({ limit: 100, plan: "team" });
return contacts.filter((one) => one.mrr >= 500).map(({ id, mrr }) => ({ id, mrr }));
\`\`\`

By name, several at once; a failed call throws:

\`\`\`ts
const ids = context?.ids ?? ["C-00001", "C-00002"];
return Promise.all(ids.map((id) =>
  callTool("crm.get_contact", { id }).catch(({ code, executed }) => ({ id, code, executed }))));
\`\`\`

- Tools take one object and give structured results, else parsed JSON, else text.
- executed "no": safe to call again; "yes" or "unknown": check first.
- EMAIL_001 and the like stand for personal data: compare and pass them on unchanged; policy decides where the real value goes. Facts, where permitted: await pii.domain(token), country, last4, brand, ageBand, initials, equals(a, b).
- Between runs: await workspace.set("key", value), workspace.get("key"). Also searchTools(query), sleep(ms). No network, files, process, require, eval.
- search_skills finds saved programs; save_skill keeps one, its values come from context.
- blocked: nothing ran; follow the hints. failed: toolCalls says which calls ran.`;
