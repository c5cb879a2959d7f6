import assert from "node:assert/strict";
import { test } from "node:test";
import { shareTypes } from "../../src/text/share-types.ts";

const ROW = "{name:string,kind:string,observations:string[]}";
const PAGE = `{rows:Array<${ROW}>,total:number,next?:string}`;

test("a type that stands in several places gets a name", () => {
  const table: [title: string, lines: string[], shared: string[]][] = [
    ["nothing repeats", [`a.x(${ROW})`], [`a.x(${ROW})`]],
    [
      "too short to be worth a name",
      ["a.x({id:string})", "a.y({id:string})"],
      ["a.x({id:string})", "a.y({id:string})"],
    ],
    ["twice in one line", [`a.x(${ROW}):${ROW}`], [`type T1=${ROW};`, "a.x(T1):T1"]],
    [
      "the whole before its parts",
      [`a.x():${PAGE}`, `a.y():${PAGE}`],
      [`type T1=${PAGE};`, "a.x():T1", "a.y():T1"],
    ],
    [
      "a part elsewhere too",
      [`a.x():${PAGE}`, `a.y():${PAGE}`, `a.z(${ROW}):${ROW}`],
      [`type T1=${PAGE};`, `type T2=${ROW};`, "a.x():T1", "a.y():T1", "a.z(T2):T2"],
    ],
    [
      "a name that is taken",
      ["type T1=string;", `a.x(${ROW}):${ROW}`],
      [`type T1_=${ROW};`, "type T1=string;", "a.x(T1_):T1_"],
    ],
    [
      "brackets in quotes are none",
      [`a.x({kind:'{'|"\\"}",name:string,more:string[]}):{kind:'{'|"\\"}",name:string,more:string[]}`],
      [`type T1={kind:'{'|"\\"}",name:string,more:string[]};`, "a.x(T1):T1"],
    ],
  ];
  for (const [title, lines, shared] of table) assert.deepEqual(shareTypes(lines), shared, title);
});

test("a text that opens nothing, or closes too much, stays as it is", () => {
  for (const text of ["", "}", "{", "}}{{", "'{", '"{']) assert.deepEqual(shareTypes([text]), [text]);
});
