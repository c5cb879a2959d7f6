// The JavaScript that programs may be written in: every node type, its children, and where types hang on it.
// A node type that is not listed here is refused, so new syntax is closed until somebody opens it.

import type * as t from "@babel/types";

export type Node = t.Node;

export type Shape = {
  children: readonly string[];
  /** Fields that hold types only; their text is blanked and nothing in them runs. */
  types: readonly string[];
  /** What the walk has to do at such a node beyond visiting it; looked up once, because nodes are many. */
  isFunction: boolean;
  opensScope: boolean;
  declares: boolean;
  nests: boolean;
  decides: boolean;
  writes: boolean;
  /** A semicolon may close it. */
  ends: boolean;
};

const shape = (children = "", types = "", traits = ""): Shape => ({
  children: children === "" ? [] : children.split(" "),
  types: types === "" ? [] : types.split(" "),
  isFunction: traits.includes("function"),
  opensScope: traits.includes("function") || traits.includes("scope"),
  declares: traits.includes("function") || traits.includes("declares"),
  nests: traits.includes("function") || traits.includes("nests"),
  decides: traits.includes("decides"),
  writes: traits.includes("writes"),
  ends: traits.includes("ends"),
});

const functionTypes = "typeParameters returnType";
const classTypes = "typeParameters superTypeParameters superTypeArguments";
const callTypes = "typeParameters typeArguments";

export const SHAPES: ReadonlyMap<string, Shape> = new Map(
  Object.entries({
    Program: shape("directives body"),
    Directive: shape("value"),
    DirectiveLiteral: shape(),
    ImportDeclaration: shape("", "", "declares"),
    ExportNamedDeclaration: shape("declaration"),
    ExportDefaultDeclaration: shape("declaration"),
    ExportAllDeclaration: shape(),

    BlockStatement: shape("directives body", "", "scope"),
    BreakStatement: shape("label"),
    ContinueStatement: shape("label"),
    DebuggerStatement: shape(),
    DoWhileStatement: shape("body test", "", "nests decides"),
    EmptyStatement: shape(),
    ExpressionStatement: shape("expression", "", "ends"),
    ForInStatement: shape("left right body", "", "scope nests decides writes"),
    ForOfStatement: shape("left right body", "", "scope nests decides writes"),
    ForStatement: shape("init test update body", "", "scope nests decides"),
    FunctionDeclaration: shape("id params body", functionTypes, "function"),
    IfStatement: shape("test consequent alternate", "", "nests decides"),
    LabeledStatement: shape("label body"),
    ReturnStatement: shape("argument", "", "ends"),
    SwitchStatement: shape("discriminant cases", "", "scope nests"),
    SwitchCase: shape("test consequent"),
    ThrowStatement: shape("argument", "", "ends"),
    TryStatement: shape("block handler finalizer", "", "nests"),
    CatchClause: shape("param body", "", "scope decides declares"),
    VariableDeclaration: shape("declarations", "", "declares ends"),
    VariableDeclarator: shape("id init"),
    WhileStatement: shape("test body", "", "nests decides"),

    ClassDeclaration: shape("id superClass body", classTypes, "scope declares"),
    ClassExpression: shape("id superClass body", classTypes, "scope declares"),
    ClassBody: shape("body"),
    ClassMethod: shape("key params body", functionTypes, "function"),
    ClassPrivateMethod: shape("key params body", functionTypes, "function"),
    ClassProperty: shape("key value", "typeAnnotation", "ends"),
    ClassPrivateProperty: shape("key value", "typeAnnotation", "ends"),
    PrivateName: shape("id"),
    StaticBlock: shape("body", "", "scope"),

    ArrayExpression: shape("elements"),
    ArrowFunctionExpression: shape("params body", functionTypes, "function"),
    AssignmentExpression: shape("left right", "", "writes"),
    AwaitExpression: shape("argument"),
    BinaryExpression: shape("left right"),
    CallExpression: shape("callee arguments", callTypes),
    ConditionalExpression: shape("test consequent alternate", "", "decides"),
    FunctionExpression: shape("id params body", functionTypes, "function"),
    Identifier: shape("", "typeAnnotation"),
    ImportExpression: shape("source options"),
    LogicalExpression: shape("left right", "", "decides"),
    MemberExpression: shape("object property"),
    MetaProperty: shape("meta property"),
    NewExpression: shape("callee arguments", callTypes),
    ObjectExpression: shape("properties"),
    ObjectMethod: shape("key params body", functionTypes, "function"),
    ObjectProperty: shape("key value"),
    OptionalCallExpression: shape("callee arguments", callTypes),
    OptionalMemberExpression: shape("object property"),
    SequenceExpression: shape("expressions"),
    SpreadElement: shape("argument"),
    Super: shape(),
    TaggedTemplateExpression: shape("tag quasi", callTypes),
    TemplateElement: shape(),
    TemplateLiteral: shape("quasis expressions"),
    ThisExpression: shape(),
    UnaryExpression: shape("argument"),
    UpdateExpression: shape("argument", "", "writes"),
    YieldExpression: shape("argument"),

    ArrayPattern: shape("elements", "typeAnnotation"),
    AssignmentPattern: shape("left right", "typeAnnotation"),
    ObjectPattern: shape("properties", "typeAnnotation"),
    RestElement: shape("argument", "typeAnnotation"),

    BigIntLiteral: shape(),
    BooleanLiteral: shape(),
    NullLiteral: shape(),
    NumericLiteral: shape(),
    RegExpLiteral: shape(),
    StringLiteral: shape(),
  }),
);

/** A field by its name, for code that walks any node. */
export function fieldOf(node: Node, key: string): unknown {
  return (node as unknown as Record<string, unknown>)[key];
}

export function setField(node: Node, key: string, value: unknown): void {
  (node as unknown as Record<string, unknown>)[key] = value;
}

export function isNode(value: unknown): value is Node {
  return (
    typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string"
  );
}

export function isFunction(node: Node): node is t.Function & Node {
  switch (node.type) {
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
    case "ObjectMethod":
    case "ClassMethod":
    case "ClassPrivateMethod":
      return true;
    default:
      return false;
  }
}

export function isMember(node: Node): node is t.MemberExpression | t.OptionalMemberExpression {
  return node.type === "MemberExpression" || node.type === "OptionalMemberExpression";
}

export function isCall(node: Node): node is t.CallExpression | t.OptionalCallExpression {
  return node.type === "CallExpression" || node.type === "OptionalCallExpression";
}

/** The name of a key that is written out: `a.b`, `a["b"]`, `a[`b`]`. Null when it is computed. */
export function literalKey(key: Node, computed: boolean): string | null {
  if (!computed && key.type === "Identifier") return key.name;
  if (key.type === "StringLiteral") return key.value;
  if (key.type === "NumericLiteral") return String(key.value);
  if (key.type === "TemplateLiteral" && key.expressions.length === 0)
    return key.quasis[0]?.value.cooked ?? null;
  return null;
}
