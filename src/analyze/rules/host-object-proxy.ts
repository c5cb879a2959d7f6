import { isOnlyTested } from "../checked-code.ts";
import { lookUp, type Scope } from "../parse/scopes.ts";
import { isCall, isMember, literalKey, type Node } from "../parse/syntax.ts";
import type { Rule } from "../rule.ts";
import { isGlobal } from "../understand/fold.ts";
import type { ServerNames } from "../understand/server-names.ts";

const GUEST_OBJECTS: ReadonlySet<string> = new Set([
  "callTool",
  "searchTools",
  "tools",
  "workspace",
  "pii",
  "skills",
  "console",
  "sleep",
  "setTimeout",
]);

export const hostObjectProxy: Rule = {
  id: "host-object-proxy",
  group: "reach",
  severity: "high",
  reason: "A proxy around the objects of the gateway sees and changes what passes between program and gate.",
  hint: "Write a function that calls the tool and returns what you need.",
  catches: [
    "const spy = new Proxy(github, {}); return spy.create_issue({})",
    "const c = new Proxy(callTool, { apply() {} }); return c",
    "return Proxy.revocable(console, {}).proxy",
    "return Reflect.ownKeys(github)",
    "return Reflect.apply(callTool, null, [])",
  ],
  allows: [
    "const row = new Proxy({ a: 1 }, { get: (o, k) => o[k] ?? 0 }); return row.a",
    "return Reflect.ownKeys({ a: 1 })",
    "const github = {}; return new Proxy(github, {})",
    "return Object.keys(github)",
  ],
  check(code) {
    const names = code.serverNames;
    const uses = [...code.globals("Proxy"), ...code.globals("Reflect")];
    return uses.flatMap((visit) => {
      if (isOnlyTested(visit)) return [];
      const call = isMember(visit.parent?.node ?? visit.node) ? visit.parent?.parent : visit.parent;
      const target = call ? firstArgument(call.node) : null;
      if (!target || !isHostObject(target, visit.scope, names)) return [];
      return [
        {
          rule: "host-object-proxy",
          at: visit.node.start ?? 0,
          message: "An object of the gateway is wrapped or taken apart.",
        },
      ];
    });
  },
};

function firstArgument(node: Node): Node | null {
  return isCall(node) || node.type === "NewExpression" ? (node.arguments[0] ?? null) : null;
}

function isHostObject(node: Node, scope: Scope, names: ServerNames): boolean {
  if (isMember(node))
    return literalKey(node.property, node.computed) !== null && isHostObject(node.object, scope, names);
  if (node.type !== "Identifier") return false;
  const binding = lookUp(scope, node.name);
  if (binding?.kind === "import") return true;
  return (
    isGlobal(node, node.name, scope) &&
    (GUEST_OBJECTS.has(node.name) || names.ofIdentifier(node.name) !== null)
  );
}
