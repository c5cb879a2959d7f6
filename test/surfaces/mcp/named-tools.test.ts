// A small catalog stands in tools/list itself: what fits, in which order, at which price, and who hears of a change.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { ToolSignature, ToolSignatures } from "../../../src/catalog/catalog.ts";
import { openMcpSurface } from "../../../src/surfaces/mcp/mcp.ts";
import { openNamedTools } from "../../../src/surfaces/mcp/named-tools.ts";
import { ANN, BOB, createFakeGateway } from "../../fakes/mcp-gateway.ts";
import { bare, openLegacySession, readReply, statelessPost } from "../../fakes/mcp-requests.ts";

const READ: ToolSignature = { tool: "crm.read", call: "crm.read({id:string})", result: "{name:string}" };
const SAVE: ToolSignature = { tool: "crm.save", call: "crm.save({name:string})" };
const seen = (tool: string, result: string): ToolSignature => ({
  tool,
  call: `${tool}()`,
  result,
  observed: true,
});
const wide = (fields: number) =>
  `{${Array.from({ length: fields }, (_, n) => `someField${n}:string`).join(",")}}`;

function describedBy(signatures: ToolSignatures | null): string {
  const tools = openNamedTools(createFakeGateway({ signatures: () => signatures }).gateway).listFor(ANN);
  assert.ok(countTokens(JSON.stringify({ tools })) <= 850);
  for (const { description = "" } of tools) assert.ok(description.length < 1024);
  const runCode = tools.find(({ name }) => name === "run_code");
  const { code } = runCode?.inputSchema.properties as { code: { description: string } };
  const [, ...lines] = code.description.split("\n");
  return lines.join("\n");
}

describe("tools/list", () => {
  const TABLE: [title: string, signatures: ToolSignatures | null, text: string][] = [
    ["names nothing of a large catalog", null, ""],
    ["names nothing where nothing is granted", { shown: [], others: 0 }, ""],
    [
      "names each tool with its types, in the given order",
      { shown: [SAVE, READ], others: 0 },
      "Your tools, all async:\ncrm.save({name:string})\ncrm.read({id:string}):{name:string}",
    ],
    [
      "says how many more are only found by search",
      { shown: [SAVE], others: 2 },
      "Your tools, all async:\ncrm.save({name:string})\n2 more: search_tools",
    ],
    [
      "marks what was only seen",
      { shown: [seen("a.x", "string")], others: 0 },
      "Your tools, all async (~: as seen):\na.x()~string",
    ],
    [
      "leaves seen types out where they do not fit, the long ones first",
      { shown: [seen("a.x", wide(200)), seen("a.y", "number")], others: 0 },
      "Your tools, all async (~: as seen):\na.x()\na.y()~number",
    ],
    ["names none where not all fit", { shown: [SAVE, { ...READ, result: wide(200) }], others: 0 }, ""],
  ];
  for (const [title, signatures, text] of TABLE) {
    test(title, () => assert.equal(describedBy(signatures), text));
  }

  test("costs less than 900 with everything beside the tools, however much there is", async () => {
    for (let fields = 0; fields < 120; fields += 7) {
      const signatures = () => ({
        shown: [{ ...READ, result: wide(fields) }, seen("a.x", wide(fields))],
        others: 1,
      });
      const surface = openMcpSurface(createFakeGateway({ signatures }).gateway);
      const { result } = await readReply(await surface.handle(statelessPost("tools/list"), ANN));
      const tokens = countTokens(JSON.stringify(result));
      assert.ok(tokens < 900, `${fields} fields: ${tokens}`);
      await surface.close();
    }
  });
});

describe("list_changed", () => {
  function openSurface() {
    const texts = new Map<string, ToolSignatures>();
    const fake = createFakeGateway({ signatures: (principal) => texts.get(principal.name) ?? null });
    return { ...fake, texts, surface: openMcpSurface(fake.gateway) };
  }

  test("reaches an older client whose tools look different, and no other", async () => {
    const { surface, texts, changeTools } = openSurface();
    const heard = async (principal: typeof ANN) => {
      const id = await openLegacySession(surface, principal);
      const stream = await surface.handle(bare("GET", { "mcp-session-id": id }), principal);
      return read(stream);
    };
    const [ann, bob] = [await heard(ANN), await heard(BOB)];
    texts.set("ann", { shown: [SAVE], others: 0 });
    changeTools();
    changeTools();
    await ann.until(1);
    await surface.close();
    assert.deepEqual([ann.methods, bob.methods], [["notifications/tools/list_changed"], []]);
  });

  test("reaches a stream of the newest revision, and no other principal's", async () => {
    const { surface, texts, changeTools } = openSurface();
    const listen = async (principal: typeof ANN) => {
      const wish = { notifications: { toolsListChanged: true } };
      return read(await surface.handle(statelessPost("subscriptions/listen", wish), principal));
    };
    const [ann, bob] = [await listen(ANN), await listen(BOB)];
    await Promise.all([ann.until(1), bob.until(1)]);
    texts.set("bob", { shown: [READ], others: 0 });
    changeTools();
    await bob.until(2);
    await surface.close();
    assert.deepEqual(
      [ann, bob].map(({ methods }) => methods.includes("notifications/tools/list_changed")),
      [false, true],
    );
  });

  test("nobody listens any more when the surface is closed", async () => {
    const { surface, listening } = openSurface();
    await openLegacySession(surface, ANN);
    assert.equal(listening(), 1);
    await surface.close();
    assert.equal(listening(), 0);
  });
});

/** The methods of the messages in a stream, as they come. */
function read(response: Response) {
  const methods: string[] = [];
  let wake = () => {};
  const reading = (async () => {
    let text = "";
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk as Uint8Array).toString("utf8");
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines)
        if (line.startsWith("data: {")) methods.push(JSON.parse(line.slice(6)).method);
      wake();
    }
  })();
  reading.catch(() => {});
  return {
    methods,
    async until(count: number) {
      while (methods.length < count) await new Promise<void>((resolve) => (wake = resolve));
    },
  };
}
