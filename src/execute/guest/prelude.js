// The first code in every isolate: it closes the realm, then defines everything a program may use.
// All files of this folder are joined into one function and evaluated once, into a V8 snapshot.

import { structuredClone } from "./clone.js";
import { atob, btoa, TextDecoder, TextEncoder } from "./encodings.js";
import {
  apply,
  defineProperty,
  freeze,
  IntrinsicPromise,
  jsonParse,
  objectKeys,
  promiseThen,
  takeLateIntrinsics,
} from "./intrinsics.js";
import { defineGlobal, lockDown, settleTemporal } from "./lockdown.js";
import { beginRun, connect } from "./outlet.js";
import { fail, finish, log } from "./report.js";
import { beginRequests, deliver, request } from "./requests.js";
import { textOf } from "./serialize.js";
import { bindSkills, deepFreeze } from "./skills.js";
import { armTimer, disarmTimer, fireTimer } from "./timers.js";
import { beginLink, bindServers, callTool, endLink } from "./tools.js";

function sleep(ms) {
  return new IntrinsicPromise((resolve) => {
    armTimer(() => resolve(undefined), ms, [], false);
  });
}

function searchTools(query, options) {
  const { detail, server, limit, cursor, schema } = options ?? {};
  const asked = { __proto__: null, query, detail, server, limit, cursor, schema };
  return request("service", "tools.search", asked);
}

/** `shared` is left out for the session's own. */
function workspaceOf(shared) {
  const use = (what, args) => request("service", what, { __proto__: null, shared, ...args });
  return {
    __proto__: null,
    get: freeze((key) => use("workspace.get", { key })),
    set: freeze((key, value) => use("workspace.set", { key, value })),
    write: freeze((key, text) => use("workspace.write", { key, text })),
    read: freeze((key, options) =>
      use("workspace.read", { key, offset: options?.offset, limit: options?.limit }),
    ),
    list: freeze((prefix) => use("workspace.list", { prefix })),
    delete: freeze((key) => use("workspace.delete", { key })),
  };
}

const WORKSPACE = freeze({
  __proto__: null,
  ...workspaceOf(undefined),
  shared: freeze((name) => freeze(workspaceOf(textOf(name)))),
});

/** One token or a list of them; the answer has the same form. */
function askFact(name) {
  return freeze((asked) => request("service", `pii.${name}`, { __proto__: null, asked }));
}

const PII = freeze({
  __proto__: null,
  domain: askFact("domain"),
  country: askFact("country"),
  last4: askFact("last4"),
  brand: askFact("brand"),
  ageBand: askFact("ageBand"),
  initials: askFact("initials"),
  equals: freeze((a, b) => request("service", "pii.equals", { __proto__: null, pair: [a, b] })),
});

const CONSOLE = freeze({
  __proto__: null,
  debug: freeze((...values) => log("debug", values)),
  log: freeze((...values) => log("log", values)),
  info: freeze((...values) => log("info", values)),
  warn: freeze((...values) => log("warn", values)),
  error: freeze((...values) => log("error", values)),
});

const GLOBALS = {
  __proto__: null,
  callTool: freeze(callTool),
  searchTools: freeze(searchTools),
  workspace: WORKSPACE,
  pii: PII,
  sleep: freeze(sleep),
  setTimeout: freeze((handler, ms, ...args) => armTimer(handler, ms, args, false)),
  setInterval: freeze((handler, ms, ...args) => armTimer(handler, ms, args, true)),
  clearTimeout: freeze((id) => disarmTimer(id)),
  clearInterval: freeze((id) => disarmTimer(id)),
  console: CONSOLE,
  structuredClone: freeze(structuredClone),
  atob: freeze(atob),
  btoa: freeze(btoa),
  TextEncoder,
  TextDecoder,
};

/** Called once per isolate, while it waits for its run. */
function prepare(postToHost) {
  takeLateIntrinsics();
  lockDown();
  connect(postToHost);
  const names = objectKeys(GLOBALS);
  for (let i = 0; i < names.length; i++) defineGlobal(names[i], GLOBALS[names[i]]);
}

function configure(serversText, contextText, limitsText, firstId, namesTemporal) {
  settleTemporal(namesTemporal);
  beginRun(jsonParse(limitsText), firstId);
  beginRequests();
  defineGlobal("context", deepFreeze(jsonParse(contextText)));
  bindServers(jsonParse(serversText));
}

function start(main, ...skillPairs) {
  try {
    bindSkills(skillPairs);
    const promise = main();
    // Without this, `then` would ask guest code for the species of the promise that it returns.
    defineProperty(promise, "constructor", { __proto__: null, value: undefined });
    apply(promiseThen, promise, [finish, fail]);
  } catch (error) {
    fail(error);
  }
}

globalThis.__sallyport = { prepare, configure, beginLink, endLink, start, deliver, fireTimer };
