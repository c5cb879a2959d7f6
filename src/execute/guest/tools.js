// The tools as the guest sees them: frozen objects without a prototype, one function per identifier.

import {
  apply,
  defineProperty,
  freeze,
  getOwnPropertyDescriptor,
  isWellFormed,
  jsonStringify,
  objectKeys,
  stringSlice,
} from "./intrinsics.js";
import { defineGlobal } from "./lockdown.js";
import { request } from "./requests.js";

// An awaited object is asked for `then`, a stringified one for `toJSON`: neither may start a tool.
const isNeverBound = (identifier) => identifier === "then" || identifier === "toJSON";

// The host takes up to 300 characters as a name; one more is enough for it to see that this is none.
const MAX_TOOL_NAME_CHARS = 301;

const servers = { __proto__: null };
const toolIdByMcpName = { __proto__: null };

export function bindServers(bindings) {
  for (let i = 0; i < bindings.length; i++) bindServer(bindings[i]);
}

function bindServer(binding) {
  const server = { __proto__: null };
  for (let i = 0; i < binding.tools.length; i++) {
    const tool = binding.tools[i];
    const id = `${binding.server}.${tool.name}`;
    const call = freeze((args) => request("tool", id, args));
    for (let j = 0; j < tool.identifiers.length; j++) {
      if (!isNeverBound(tool.identifiers[j])) server[tool.identifiers[j]] = call;
    }
    const mcpName = `mcp__${binding.server}__${tool.name}`;
    toolIdByMcpName[mcpName] = id;
    defineUnlessTaken(identifierOf(mcpName), call);
  }
  servers[binding.server] = freeze(server);
  for (let i = 0; i < binding.identifiers.length; i++) defineUnlessTaken(binding.identifiers[i], server);
}

/** A server that is called like a built-in stays reachable by import and by `callTool`. */
function defineUnlessTaken(name, value) {
  if (getOwnPropertyDescriptor(globalThis, name) === undefined) defineGlobal(name, value);
}

function identifierOf(name) {
  let identifier = "";
  for (let i = 0; i < name.length; i++) {
    const letter = name[i];
    const fits =
      (letter >= "a" && letter <= "z") ||
      (letter >= "A" && letter <= "Z") ||
      (letter >= "0" && letter <= "9" && i > 0);
    identifier += fits || letter === "$" ? letter : "_";
  }
  return identifier;
}

export function callTool(name, args) {
  const wanted = typeof name === "string" ? apply(stringSlice, name, [0, MAX_TOOL_NAME_CHARS]) : "";
  return request("tool", toolIdByMcpName[wanted] ?? wanted, args);
}

const LINK_SLOT = "__sallyport_linking_server";

/** Module text for `servers/<name>`, or undefined. The slot is open only while no guest code has run. */
export function beginLink(name) {
  const server = servers[name];
  if (server === undefined) return undefined;
  defineProperty(globalThis, LINK_SLOT, { __proto__: null, value: server, configurable: true });
  const names = objectKeys(server);
  let text = `const server = globalThis.${LINK_SLOT};\nexport default server;\n`;
  for (let i = 0; i < names.length; i++) {
    if (names[i] === "default" || !apply(isWellFormed, names[i], [])) continue;
    const quoted = jsonStringify(names[i]);
    text += `const tool${i} = server[${quoted}];\nexport { tool${i} as ${quoted} };\n`;
  }
  return text;
}

export function endLink() {
  delete globalThis[LINK_SLOT];
}
