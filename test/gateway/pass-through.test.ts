// `/mcp/<server>` with real clients of both eras: the server's own surface, with policy, tokens and trail in between.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { isAlive } from "../upstreams/upstreams-fixture.ts";
import { type Era, openEverythingGateway, openPassGateway, type PassGateway } from "./pass-fixture.ts";

const ANN = "ann.lee@fernhill.example";
const TOOLS =
  "whoami, write, tell, chunks, ask, broken, picture, links, long, slow, crash, sneaky, question, change";
const POLICY = `
policy: 1
id: chatty
applies_to: { agents: ["*"] }
sandbox: { output_kb: 2 }
servers: { chatty: { trust: internal, requests: { elicitation: allow } } }
tools:
  - { id: tools, match: [${TOOLS.split(", ").map((name) => `chatty.${name}`)}], effect: allow }
  - { id: read, match: [chatty.resources/*, chatty.completion/*, chatty.logging/*], effect: allow }
  - { id: prompts, match: [chatty.prompts/*], effect: allow }
  - { id: answers, match: [chatty.elicitation/create], effect: allow }
flows:
  - { id: mail, class: [EMAIL], from: ["chatty.*"], to: ["chatty.write#/to", "chatty.prompts/get#/arguments/who"], effect: allow }
  - { id: answer, class: [EMAIL], from: ["chatty.*"], to: ["chatty.elicitation/create#/content/to"], effect: allow }
`;

type Result = { content: { type: string; text?: string; data?: string }[]; isError?: boolean };

async function call(client: Client, name: string, args: object = {}): Promise<Result> {
  return (await client.callTool({ name, arguments: { ...args } })) as Result;
}

const codeOf = ({ content }: Result) =>
  (JSON.parse(content[0]?.text ?? "{}") as { error?: { code: string } }).error?.code;

async function until<T>(look: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (let tries = 0; tries < 400; tries++) {
    const seen = await look();
    if (seen) return seen;
    await delay(25);
  }
  throw new Error("it did not happen");
}

describe("the pass-through of one server", () => {
  let pass: PassGateway;
  before(async () => {
    pass = await openPassGateway(POLICY);
  });
  after(() => pass.close());

  for (const era of ["legacy", "modern"] as Era[]) {
    describe(`for a client of the ${era} era`, () => {
      let client: Client;
      before(async () => {
        client = await pass.connect(era, { session: `pass-${era}` });
      });

      test("lists the server's tools under their own names, with nobody's data in their texts", async () => {
        const { tools } = await client.listTools();
        assert.deepEqual(tools.map(({ name }) => name).join(", "), TOOLS);
        assert.match(tools[0]?.description ?? "", /^The tool whoami of \[REDACTED:EMAIL\]\.$/);
        assert.deepEqual(tools[0]?.outputSchema?.["properties"], {
          email: { type: "string" },
          phone: { type: ["integer", "string"] },
        });
        assert.match(client.getInstructions() ?? "", /^Ask EMAIL_\d+ for help\.$/);
      });

      test("calls a tool and gets tokens in text and structure, which the client's own check accepts", async () => {
        const result = (await client.callTool({ name: "whoami" })) as Result & {
          structuredContent: { email: string; phone: string };
        };
        const { email, phone } = result.structuredContent;
        assert.match(`${email} ${phone}`, /^EMAIL_\d+ PHONE_\d+$/);
        assert.deepEqual(JSON.parse(result.content[0]?.text ?? ""), { email, phone });
      });

      test("restores a token where a flow says so, and nowhere else", async () => {
        const { content } = await call(client, "whoami");
        const { email } = JSON.parse(content[0]?.text ?? "");
        assert.equal((await call(client, "write", { to: email })).isError, undefined);
        assert.deepEqual(pass.received("write").at(-1), { to: ANN });
        const before = pass.received("write").length;
        assert.equal(codeOf(await call(client, "write", { note: email })), "FLOW_DENIED");
        assert.equal(codeOf(await call(client, "write", { to: "eve@evil.example" })), "FLOW_DENIED");
        assert.equal(codeOf(await call(client, "write", { to: "EMAIL_999" })), "TOKEN_UNKNOWN");
        assert.equal(pass.received("write").length, before);
      });

      test("keeps images whole, and stores what is too large", async () => {
        const picture = await call(client, "picture");
        assert.equal(picture.content[0]?.data, "aGVsbG8gd29ybGQ=");
        const long = await call(client, "long");
        assert.match(long.content[0]?.text ?? "", /too large.*"stored":"results\/run_/);
      });

      test("sees logs, progress and the server's errors without anybody's data", async () => {
        const logs: unknown[] = [];
        client.setNotificationHandler("notifications/message", ({ params }) => void logs.push(params));
        const progress: (string | undefined)[] = [];
        const _meta = era === "modern" ? { "io.modelcontextprotocol/logLevel": "info" } : {};
        await client.callTool(
          { name: "tell", _meta },
          { onprogress: ({ message }) => void progress.push(message) },
        );
        assert.match(progress.join(), /^reading EMAIL_\d+$/);
        assert.match(JSON.stringify(await until(() => logs[0])), /"data":\{"about":"EMAIL_\d+"\}/);
        await assert.rejects(call(client, "broken"), (error: Error & { code: number; data: object }) => {
          assert.match(error.message, /no mailbox EMAIL_\d+/);
          assert.match(JSON.stringify(error.data), /^\{"mailbox":"EMAIL_\d+"\}$/);
          return error.code === -32050;
        });
      });

      test("sees a value that a server's buffer cut into pieces as one token", async () => {
        const logs: unknown[] = [];
        client.setNotificationHandler("notifications/message", ({ params }) => void logs.push(params.data));
        const progress: (string | undefined)[] = [];
        const _meta = era === "modern" ? { "io.modelcontextprotocol/logLevel": "info" } : {};
        await client.callTool(
          { name: "chunks", _meta },
          { onprogress: ({ message }) => void progress.push(message) },
        );
        await until(() => logs[2]);
        assert.match(JSON.stringify(logs), /^\["started","sent to EMAIL_\d+ at last","done"\]$/);
        assert.match(progress.join("|"), /^reading EMAIL_\d+$/);
      });

      test("reads resources page by page, texts and texts in base64 tokenized", async () => {
        const first = await client.request({ method: "resources/list" });
        assert.match(first.resources[0]?.name ?? "", /^Card of EMAIL_\d+$/);
        assert.doesNotMatch(String(first.nextCursor), /after|fernhill/);
        const params = { cursor: first.nextCursor };
        const second = await client.request({ method: "resources/list", params });
        assert.equal(second.resources[0]?.uri, "crm://people/2");
        const made = { cursor: `after ${ANN}` };
        await assert.rejects(
          client.request({ method: "resources/list", params: made }),
          /not from this conversation/,
        );
        const { contents } = await client.readResource({ uri: "crm://people/1" });
        const [plain, encoded, image] = contents as { text?: string; blob?: string }[];
        assert.match(plain?.text ?? "", /^Card: EMAIL_\d+$/);
        assert.match(Buffer.from(encoded?.blob ?? "", "base64").toString(), /^Dear EMAIL_\d+$/);
        assert.equal(image?.blob, "aGVsbG8gd29ybGQ=");
        assert.match(JSON.stringify(await client.listResourceTemplates()), /People of EMAIL_\d+/);
      });

      test("gets prompts and completions without anybody's data, and tokens only go where a flow says so", async () => {
        assert.match(JSON.stringify(await client.listPrompts()), /Greets EMAIL_\d+\./);
        const { content } = await call(client, "whoami");
        const { email: who } = JSON.parse(content[0]?.text ?? "");
        const prompt = await client.getPrompt({ name: "greet", arguments: { who } });
        assert.match(JSON.stringify(prompt.messages), /Greet EMAIL_\d+/);
        const { _meta, ...asked } = pass.received("prompt").at(-1) ?? {};
        assert.deepEqual(asked, { name: "greet", arguments: { who: ANN } });
        assert.match(JSON.stringify(_meta), /"io.sallyport\/call":"call_/);
        await assert.rejects(client.getPrompt({ name: "greet", arguments: { other: who } }), /may not go to/);
        const ref = { type: "ref/prompt" as const, name: "greet" };
        const { completion } = await client.complete({ ref, argument: { name: "who", value: "a" } });
        assert.match(completion.values.join(), /^EMAIL_\d+$/);
      });

      test("stops the server's work when it gives up", async () => {
        const before = pass.received("cancelled").length;
        const leaving = new AbortController();
        const slow = client.callTool({ name: "slow" }, { signal: leaving.signal });
        const started = pass.received("slow").length;
        await until(() => pass.received("slow").length > started || pass.received("slow").length > 0);
        await delay(100);
        leaving.abort();
        await assert.rejects(slow);
        await until(() => pass.received("cancelled").length > before);
      });

      test("hears that tools and watched resources have changed", async () => {
        const heard: string[] = [];
        client.setNotificationHandler("notifications/tools/list_changed", () => void heard.push("tools"));
        client.setNotificationHandler(
          "notifications/resources/updated",
          ({ params }) => void heard.push(params.uri),
        );
        const uri = "crm://people/1";
        if (era === "legacy") await client.subscribeResource({ uri });
        else await client.listen({ toolsListChanged: true, resourceSubscriptions: [uri] });
        await call(client, "change");
        await until(() => heard.includes("tools") && heard.includes(uri));
      });

      test("is asked by the server where policy permits it, and its answer passes the flows", async () => {
        const asked: string[] = [];
        const answering = await pass.connect(era, {
          session: `asked-${era}`,
          answer: ({ message }) => {
            asked.push(String(message));
            return { action: "accept", content: { to: /EMAIL_\d+/.exec(String(message))?.[0] ?? "" } };
          },
        });
        if (era === "modern") {
          const result = await call(answering, "ask");
          assert.equal(result.content[0]?.text, "thanks");
          assert.equal(pass.received("answer").at(-1)?.["state"], `about ${ANN}`);
        } else assert.equal((await call(answering, "ask")).content[0]?.text, "thanks");
        assert.match(asked.join(), /^May I write to EMAIL_\d+\?$/);
        const { answer } = pass.received("answer").at(-1) as { answer: { content: object } };
        assert.deepEqual(answer.content, { to: ANN });
        const [decided] = await pass.gateway.events({ session: `asked-${era}`, kind: "request.decided" });
        assert.deepEqual([decided?.["tool"], decided?.["decision"]], ["chatty.elicitation/create", "allow"]);
      });

      test("an answer whose values have no flow stays here", async () => {
        const before = pass.received("answer").length;
        const answering = await pass.connect(era, {
          session: `typed-${era}`,
          answer: () => ({ action: "accept", content: { to: "eve@evil.example" } }),
        });
        const result = await call(answering, "ask").catch((error: Error) => error);
        assert.ok(result instanceof Error || result.isError);
        assert.equal(pass.received("answer").length, before);
      });

      test("sees nothing of a server that speaks where it should not", async () => {
        const said = JSON.stringify(await call(client, "sneaky"));
        assert.doesNotMatch(said, /fernhill|inputRequests|public/);
        await assert.rejects(call(client, "question").then((result) => assert.ok(!result.isError)));
      });

      test("finds the server again after it fell", async () => {
        const crashed = await call(client, "crash").catch((error: Error) => error);
        assert.match(JSON.stringify(crashed), /UPSTREAM_UNAVAILABLE/);
        const again = await until(() =>
          call(client, "write").then((result) => (result.isError ? undefined : result)),
        );
        assert.equal(again.content[0]?.text, "written");
      });

      test("leaves the same events as any call", async () => {
        const events = await pass.gateway.events({ session: `pass-${era}` });
        const read = events.find(
          ({ kind, tool }) => kind === "call.decided" && tool === "chatty.resources/read",
        );
        assert.deepEqual(read?.["decision"], "allow");
        const whole = events.filter(({ run }) => run === read?.["run"]).map(({ kind }) => kind);
        assert.deepEqual(
          whole.filter((kind) => kind !== "token.created"),
          ["run.submitted", "run.started", "call.decided", "call.completed", "run.finished"],
        );
        assert.doesNotMatch(JSON.stringify(events), /fernhill/);
      });
    });
  }

  test("a direct call gives pictures whole too", async () => {
    const answer = await pass.gateway.fetch("/v1/tools/chatty.picture/call", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    const { result } = (await answer.json()) as { result: unknown };
    assert.deepEqual(result, [{ type: "image", data: "aGVsbG8gd29ybGQ=", mimeType: "image/png" }]);
  });

  test("the previous SDK works through it as well", async () => {
    const client = new OldClient({ name: "old", version: "1" });
    const requestInit = { headers: { authorization: `Bearer ${pass.gateway.key("agent")}` } };
    await client.connect(new OldTransport(pass.url, { requestInit }) as Parameters<typeof client.connect>[0]);
    assert.equal((await client.listTools()).tools.length, 14);
    const { structuredContent } = await client.callTool({ name: "whoami" });
    assert.match(JSON.stringify(structuredContent), /^\{"email":"EMAIL_\d+","phone":"PHONE_\d+"\}$/);
    await client.close();
  });

  test("a cursor of one session is worth nothing in another", async () => {
    const [one, two] = await Promise.all(
      ["one", "two"].map((session) => pass.connect("modern", { session })),
    );
    const first = await one?.request({ method: "resources/list" });
    const params = { cursor: first?.nextCursor };
    await assert.rejects(
      two?.request({ method: "resources/list", params }) ?? Promise.resolve(),
      /not from this/,
    );
  });

  test("unknown servers, and wrong keys, learn nothing", async () => {
    const post = (path: string, key?: string) =>
      fetch(new URL(path, pass.url), {
        method: "POST",
        headers: { "content-type": "application/json", ...(key ? { authorization: `Bearer ${key}` } : {}) },
        body: "{}",
      });
    assert.equal((await post("/mcp/chatty")).status, 401);
    assert.equal((await post("/mcp/nothing", pass.gateway.key("agent"))).status, 404);
    assert.equal((await post("/mcp/chatty", pass.gateway.key("agent"))).status, 400);
  });
});

describe("a conversation ends", () => {
  const pids = (pass: PassGateway) => pass.received("started").map(({ pid }) => Number(pid));
  const isGone = (pid: number) => () => !isAlive(pid);

  async function opened(pass: PassGateway, era: Era, key?: string): Promise<{ client: Client; pid: number }> {
    const before = pids(pass).length;
    const client = await pass.connect(era, key ? { key } : {});
    await call(client, "write");
    return { client, pid: await until(() => pids(pass)[before]) };
  }

  test("with its session, with its key and with the gateway; no process of a server is left", async () => {
    const pass = await openPassGateway(POLICY);
    const admin = { key: pass.gateway.key("admin"), headers: { "content-type": "application/json" } };
    const made = await pass.gateway.fetch("/v1/keys", { ...admin, method: "POST", body: '{"name":"short"}' });
    const { key } = (await made.json()) as { key: string };
    const session = await opened(pass, "legacy");
    await (session.client.transport as { terminateSession(): Promise<void> } | undefined)?.terminateSession();
    await until(isGone(session.pid));
    for (const era of ["legacy", "modern"] as Era[]) {
      const { pid } = await opened(pass, era, key);
      assert.ok(isAlive(pid));
      if (era === "modern") {
        await pass.gateway.fetch("/v1/keys/short", { ...admin, method: "DELETE" });
        await until(isGone(pid));
      }
    }
    const last = await opened(pass, "modern");
    await pass.close();
    await until(isGone(last.pid));
    assert.deepEqual(pids(pass).filter(isAlive), []);
  });
});

const NARROW = `
policy: 1
id: narrow
applies_to: { agents: [agent] }
tools:
  - { id: one, match: [chatty.whoami], effect: allow }
`;

describe("a pass-through with one granted tool", () => {
  let pass: PassGateway;
  before(async () => {
    pass = await openPassGateway(NARROW);
  });
  after(() => pass.close());

  for (const era of ["legacy", "modern"] as Era[]) {
    test(`is all that a client of the ${era} era gets to know`, async () => {
      const client = await pass.connect(era, {
        session: `narrow-${era}`,
        answer: () => ({ action: "decline" }),
      });
      assert.deepEqual(
        (await client.listTools()).tools.map(({ name }) => name),
        ["whoami"],
      );
      assert.deepEqual(Object.keys(client.getServerCapabilities() ?? {}), ["tools"]);
      const unknown = await call(client, "nothing").catch((error: Error & { data: { hint: string } }) => {
        assert.match(error.data.hint, /^tools\/list /, "no word of tools that this client does not have");
        return error.message;
      });
      const hidden = await call(client, "write").catch((error: Error) => error.message);
      assert.equal(String(hidden).replace("write", "nothing"), String(unknown));
      for (const method of ["resources/list", "prompts/list"] as const) {
        await assert.rejects(client.request({ method }), /[Mm]ethod not found/);
      }
    });
  }

  test("a key without any grant finds no server", async () => {
    const admin = { key: pass.gateway.key("admin"), headers: { "content-type": "application/json" } };
    const made = await pass.gateway.fetch("/v1/keys", { ...admin, method: "POST", body: '{"name":"other"}' });
    const { key } = (await made.json()) as { key: string };
    const [there, nowhere] = await Promise.all(
      ["/mcp/chatty", "/mcp/nothing"].map((path) =>
        pass.gateway.fetch(path, { ...admin, key, method: "POST", body: "{}" }),
      ),
    );
    assert.deepEqual([there?.status, nowhere?.status], [404, 404]);
    assert.equal(await there?.text(), await nowhere?.text());
  });
});

const ASKING = `
policy: 1
id: asking
applies_to: { agents: ["*"] }
servers: { chatty: { trust: internal } }
tools:
  - { id: all, match: ["chatty.*"], effect: allow }
`;

describe("requests of a server that policy does not mention", () => {
  let pass: PassGateway;
  before(async () => {
    pass = await openPassGateway(ASKING);
  });
  after(() => pass.close());

  for (const era of ["legacy", "modern"] as Era[]) {
    test(`are refused, recorded, and never reach a client of the ${era} era`, async () => {
      const asked: unknown[] = [];
      const client = await pass.connect(era, {
        session: `refused-${era}`,
        answer: (params) => {
          asked.push(params);
          return { action: "accept", content: { to: "me" } };
        },
      });
      const result = await call(client, "ask").catch((error: Error) => error);
      assert.ok(result instanceof Error || result.isError, JSON.stringify(result));
      assert.deepEqual(asked, []);
      assert.deepEqual(pass.received("answer"), []);
    });
  }
});

describe("a client of the legacy era before a server of the newest revision only", () => {
  test("is asked by requests, where the server asks by its answers", async () => {
    const pass = await openPassGateway(POLICY, "--modern-only");
    try {
      const answer = ({ message }: Record<string, unknown>) => ({
        action: "accept",
        content: { to: /EMAIL_\d+/.exec(String(message))?.[0] ?? "" },
      });
      const client = await pass.connect("legacy", { session: "bridged", answer });
      assert.equal((await call(client, "ask")).content[0]?.text, "thanks");
      const got = pass.received("answer").at(-1) as { answer: { content: object }; state: string };
      assert.deepEqual([got.answer.content, got.state], [{ to: ANN }, `about ${ANN}`]);
    } finally {
      await pass.close();
    }
  });
});

describe("a client of the newest revision before a server of an older one", () => {
  const CAN_ANSWER = { "io.modelcontextprotocol/clientCapabilities": { elicitation: {} } };
  type Asking = {
    resultType: string;
    inputRequests: Record<string, { method: string; params: { message: string } }>;
    requestState: string;
  };
  let pass: PassGateway;
  before(async () => {
    pass = await openPassGateway(POLICY, "--legacy-only");
  });
  after(() => pass.close());

  const answering = (session: string) =>
    pass.connect("modern", {
      session,
      answer: ({ message }) => ({
        action: "accept",
        content: { to: /EMAIL_\d+/.exec(String(message))?.[0] ?? "" },
      }),
    });

  /** One round without the client's own way of answering. */
  async function ask(client: Client, more: object = {}): Promise<Asking & Result> {
    const params = { name: "ask", arguments: {}, _meta: CAN_ANSWER, ...more };
    const options = { allowInputRequired: true };
    return (await client.request({ method: "tools/call", params }, options)) as unknown as Asking & Result;
  }

  test("is asked by an answer, where the server asks by a request, and the call goes on", async () => {
    const client = await answering("held");
    assert.equal((await call(client, "ask")).content[0]?.text, "thanks");
    const { answer } = pass.received("answer").at(-1) as { answer: { content: object } };
    assert.deepEqual(answer.content, { to: ANN });
    assert.equal(pass.received("ask").length, 1);
  });

  test("is asked again for what it leaves out, and nobody else can answer for it", async () => {
    const [client, other] = await Promise.all([answering("left-out"), answering("other")]);
    const first = await ask(client);
    const [key = "", question] = Object.entries(first.inputRequests)[0] ?? [];
    assert.match(question?.params.message ?? "", /^May I write to EMAIL_\d+\?$/);
    const inputResponses = { [key]: { action: "decline" } };
    const { requestState } = first;
    await assert.rejects(ask(other, { inputResponses, requestState }), /requestState/);
    const again = await ask(client, { inputResponses: { wrong: { action: "accept" } }, requestState });
    assert.deepEqual(Object.keys(again.inputRequests), [key]);
    await assert.rejects(
      ask(client, { inputResponses, requestState }).then(({ isError }) => assert.ok(!isError)),
      "the first state is used up",
    );
    const foreign = await ask(client, { name: "tell", inputResponses, requestState: again.requestState });
    assert.equal(codeOf(foreign), "BAD_ARGUMENTS");
    const done = await ask(client, { inputResponses, requestState: again.requestState });
    assert.equal(done.content[0]?.text, "thanks");
  });

  test("is not asked when it cannot answer, and leaves nothing behind when it never comes back", async () => {
    const client = await answering("silent");
    const mute = ask(client, { _meta: { "io.modelcontextprotocol/clientCapabilities": {} } });
    await assert.rejects(mute, /is not answered here/);
    for (let n = 0; n < 8; n++) assert.equal((await ask(client)).resultType, "input_required");
    assert.equal(codeOf(await ask(client)), "BUSY");
  });
});

const EVERYTHING = `
policy: 1
id: everything
applies_to: { agents: ["*"] }
servers: { everything: { trust: internal, requests: { elicitation: allow } } }
tools:
  - { id: all, match: ["everything.*"], effect: allow }
`;

describe("a real server that lists more tools for clients that can be asked", () => {
  let pass: PassGateway;
  before(async () => {
    pass = await openEverythingGateway(EVERYTHING);
  });
  after(() => pass.close());

  for (const era of ["legacy", "modern"] as Era[]) {
    test(`asks a client of the ${era} era what policy permits, and nothing else`, async () => {
      const asked: string[] = [];
      const client = await pass.connect(era, {
        server: "everything",
        session: `real-${era}`,
        answer: ({ message }) => {
          asked.push(String(message));
          return { action: "accept", content: { name: "n", check: true, color: "red" } };
        },
      });
      const names = (await client.listTools()).tools.map(({ name }) => name);
      assert.ok(names.includes("trigger-elicitation-request") && !names.includes("trigger-sampling-request"));
      const answered = await call(client, "trigger-elicitation-request");
      assert.match(JSON.stringify(answered.content), /accept/i);
      assert.equal(asked.length, 1);
      const sampled = await call(client, "trigger-sampling-request", { prompt: "hi" }).catch(
        (error) => error,
      );
      assert.ok(sampled instanceof Error || sampled.isError, JSON.stringify(sampled));
      assert.match(JSON.stringify(await client.listResources()), /demo:/);
      assert.ok((await client.listPrompts()).prompts.length >= 3);
    });
  }

  test("shows and calls only what the server lists to this client", async () => {
    const mute = await pass.connect("legacy", { server: "everything", session: "mute" });
    const names = (await mute.listTools()).tools.map(({ name }) => name);
    assert.ok(names.includes("echo") && !names.includes("trigger-elicitation-request"), names.join());
    const refused = await call(mute, "trigger-elicitation-request");
    assert.match(refused.content[0]?.text ?? "", /TOOL_DRIFT.*does not list .* on this connection/);
  });
});
