// Every surface answers a search alike, and the typed API can be explored as resources by those who may call it.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { ToolPage } from "../../src/catalog/catalog.ts";
import { createHttpApp } from "../../src/surfaces/http/app.ts";
import { type Listening, listen } from "../../src/surfaces/http/listen.ts";
import { openSkillGateway, type SkillGateway, TOP } from "./skills-fixture.ts";

describe("discovery", () => {
  let gateway: SkillGateway;
  let listening: Listening;
  let client: Client;
  before(async () => {
    gateway = await openSkillGateway();
    await gateway.save(TOP);
    await gateway.approve(TOP.name);
    const app = createHttpApp({ gateway: gateway.gateway, servedHosts: [], bodyKb: 1024, log: () => {} });
    listening = await listen(app, { host: "127.0.0.1", port: 0 });
    client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
    const requestInit = { headers: { authorization: `Bearer ${gateway.keys.bob}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", listening.url), { requestInit }));
  });
  after(async () => {
    await client.close();
    await listening.close();
    await gateway.close();
  });

  test("MCP, HTTP and code give the same page, with skills that match", async () => {
    const { keys, ask } = gateway;
    for (const more of [{}, { detail: "name_only" }, { detail: "full" }, { detail: "full", schema: true }]) {
      const search = { query: "customers of a city", limit: 3, ...more };
      const query = new URLSearchParams(Object.entries(search).map(([key, value]) => [key, String(value)]));
      const http = (await ask<ToolPage>(`/v1/tools?${query}`, undefined, keys.bob)).body;
      const { query: words, ...options } = search;
      const code = `return await searchTools(${JSON.stringify(words)}, ${JSON.stringify(options)})`;
      const run = await ask<{ result: ToolPage }>("/v1/runs", { code }, keys.bob);
      const mcp = await client.callTool({ name: "search_tools", arguments: search });
      assert.deepEqual(run.body.result, http);
      assert.deepEqual(mcp.structuredContent, http);
      assert.deepEqual(
        http.skills?.map(({ call }) => call.split("(")[0]),
        ["skills.top_customers"],
      );
      assert.ok(http.tools.some(({ tool }) => tool === "shop.find"));
    }
  });

  test("an empty search lists tools and no skills", async () => {
    const { body } = await gateway.ask<ToolPage>("/v1/tools", undefined, gateway.keys.bob);
    assert.equal(body.skills, undefined);
    assert.equal(body.total, body.tools.length);
  });

  test("what a tool answered becomes its type, without a value", async () => {
    const { keys, ask } = gateway;
    const typesOf = async () => {
      const { body } = await ask<ToolPage>("/v1/tools?query=find&detail=full&limit=1", undefined, keys.bob);
      return body.tools[0]?.types ?? "";
    };
    const run = await ask<{ result: object[] }>(
      "/v1/runs",
      { code: 'return await shop.find({ city: "Oslo" })' },
      keys.bob,
    );
    const types = await typesOf();
    assert.match(types, /Promise<\/\* observed \*\/ Array<\{ .*id: (string|number).*\}>>/);
    for (const value of run.body.result
      .flatMap((row) => Object.values(row))
      .filter((one) => `${one}`.length > 3))
      assert.ok(!types.includes(String(value)), String(value));
  });

  test("resources are a tree of folders and declarations, of callable tools only", async () => {
    const read = async (uri: string) => {
      const { contents } = await client.readResource({ uri });
      const [first] = contents;
      return first && "text" in first ? first.text : "";
    };
    const { resources } = await client.listResources();
    const uris = resources.map(({ uri }) => uri);
    assert.ok(
      uris.includes("sallyport://servers/") && uris.includes("sallyport://servers/shop/"),
      uris.join(),
    );
    assert.match(await read("sallyport://servers/"), /^shop\/ {2}\d+ tools$/m);
    const files = (await read("sallyport://servers/shop/")).trim().split("\n");
    assert.ok(files.includes("find.d.ts"));
    assert.ok(!files.includes("remove.d.ts"), "bob may not call shop.remove");
    assert.match(
      await read("sallyport://servers/shop/find.d.ts"),
      /declare namespace shop \{ function find\(/,
    );
    for (const gone of ["remove.d.ts", "nothing.d.ts", "find", "find.d.ts/x", "..%2Ffind.d.ts"])
      await assert.rejects(client.readResource({ uri: `sallyport://servers/shop/${gone}` }), gone);
    await assert.rejects(client.readResource({ uri: "sallyport://servers/absent/" }));
  });
});
