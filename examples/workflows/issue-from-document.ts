// A long document becomes an issue. Its text goes from server to server and never through the model's context.

import assert from "node:assert/strict";
import { callTool, runProgram, type Workflow } from "./workflow.ts";

const PROGRAM = `const { documents } = await docs.search_documents({ query: "release 4.2" });
const body = await docs.get_document({ id: documents[0].id });
const { number } = await forge.create_issue({ title: documents[0].title, body, labels: ["planning"] });
return number;`;

type Issue = { number: number; title: string; body: string };

export const issueFromDocument: Workflow = {
  name: "issue from a document",
  async play(gateway) {
    const run = await runProgram(gateway, PROGRAM);
    const text = await callTool<string>(gateway, "docs.get_document", { id: "DOC-7" });
    const issue = await callTool<Issue>(gateway, "forge.get_issue", { number: run.result });
    assert.equal(issue.title, "Planning, release 4.2");
    assert.equal(issue.body, text);
    assert.ok(run.stats.resultTokens < 10, "the document came back to the model");
    return `issue ${issue.number} holds ${issue.body.length} characters; the model read ${run.stats.resultTokens} token(s)`;
  },
};
